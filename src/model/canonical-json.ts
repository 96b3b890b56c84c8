import canonicalize from 'canonicalize';

// The package is CommonJS and its types say an ES module: what is imported is the function itself.
const serialize = canonicalize as unknown as (value: unknown) => string | undefined;

/** The one JSON text of a value (RFC 8785): members sorted, no spaces. Two values that are equal as JSON have the same. */
export function canonicalJson(value: unknown): string {
  // What is no object has one text anyway.
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return JSON.stringify(value);
  return serialize(value) ?? 'null';
}
