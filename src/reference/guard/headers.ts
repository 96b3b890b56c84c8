/** Header that says which `GuardFailure` an answer of the guard is; a target that sends it is not believed. */
export const FAILURE_HEADER = 'x-mcp-adapter-guard';

/** RFC 9110, 7.6.1: meant for the next hop only. */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** Raw headers (name, value, name, …) without those of this hop, of the guard itself, and `others`. */
export function endToEnd(raw: readonly string[], ...others: string[]): string[] {
  const pairs = raw.flatMap((name, at) => (at % 2 ? [] : [{ name, key: name.toLowerCase(), value: raw[at + 1] ?? '' }]));
  const named = pairs.filter(({ key }) => key === 'connection').flatMap(({ value }) => value.toLowerCase().split(/\s*,\s*/));
  const dropped = new Set([...HOP_BY_HOP, FAILURE_HEADER, ...others, ...named]);
  return pairs.flatMap(({ name, key, value }) => (dropped.has(key) ? [] : [name, value]));
}
