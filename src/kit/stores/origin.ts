/** The origin of an http(s) URL as browsers compare it: `HTTPS://Shop.example:443/x` is `https://shop.example`. Null for anything else. */
export function originOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, origin } = new URL(url);
  return protocol === 'http:' || protocol === 'https:' ? origin : null;
}
