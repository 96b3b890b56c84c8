/** What a name or text in a map is compared with: `/log ?in/i` is a regular expression (`i` is the only flag), anything else the whole text. */
export function textPattern(text: string): string | RegExp {
  const [, source, flags] = /^\/(.+)\/(i?)$/.exec(text) ?? [];
  return source === undefined ? text : new RegExp(source, flags);
}
