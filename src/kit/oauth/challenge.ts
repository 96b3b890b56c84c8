/** What a 401 or 403 asks for. */
export interface Challenge {
  /** Where the metadata of the protected resource is (RFC 9728, 5.1). */
  metadataUrl: string;
  /** Everything that the operation needs. */
  scopes: readonly string[];
  /** Null when there was no token at all (RFC 6750, 3.1). */
  error: 'invalid_request' | 'invalid_token' | 'insufficient_scope' | null;
  description: string;
}

/** The value of `WWW-Authenticate` (RFC 6750, 3). */
export function challengeHeader({ metadataUrl, scopes, error, description }: Challenge): string {
  const parameters = {
    ...(error ? { error, error_description: description } : {}),
    ...(scopes.length ? { scope: scopes.join(' ') } : {}),
    resource_metadata: metadataUrl,
  };
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}="${quotable(value)}"`);
  return `Bearer ${pairs.join(', ')}`;
}

/** Visible ASCII without quotes and backslashes, as RFC 6750 wants all of these values. */
function quotable(text: string): string {
  return text.replace(/[^\x20-\x7e]|["\\]/g, ' ');
}
