import { isLoopback, type Target } from '../../model/target.ts';
import { shorten } from '../../model/text.ts';

/** The URL of a target as the user gave it, without user name and password. */
export function shownTarget(target: Target | null): string {
  if (target?.kind !== 'http') return 'the URL';
  if (!URL.canParse(target.url)) return shorten(target.url);
  const url = new URL(target.url);
  url.username = '';
  url.password = '';
  return shorten(url.href, 200);
}

/** True when the adapter is on this machine. */
export function isLocal(target: Target | null): boolean {
  return target?.kind === 'http' && URL.canParse(target.url) && isLoopback(target.url);
}

/** True when the user sends a credential along. */
export function hasCredential(target: Target | null): boolean {
  if (target?.kind !== 'http') return false;
  return Object.keys(target.headers).some((name) => /^(authorization|cookie|x-api-key|api-key)$/i.test(name));
}
