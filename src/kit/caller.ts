/** Who calls: on whose behalf, through which client, and what the caller may do. */
export interface Caller {
  /** On whose behalf: the token's subject over OAuth; `local` over stdio, and over loopback without OAuth. */
  principal: string;
  /** The client that calls: the token's client over OAuth, else the name that the client gave itself; null when it gave none. */
  agent: string | null;
  /** The scopes granted by the authorization server; null for the local user, who may do everything that a grant allows. */
  scopes: ReadonlySet<string> | null;
}

/** The person at this machine. */
export const LOCAL = 'local';

/** The scopes that the caller lacks for something that needs all of these. */
export function missingScopes(caller: Caller, needed: readonly string[]): string[] {
  const { scopes } = caller;
  return scopes ? needed.filter((scope) => !scopes.has(scope)) : [];
}
