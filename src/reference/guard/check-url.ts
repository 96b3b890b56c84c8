import { ToolError } from '../../kit/tool-error.ts';
import { quote } from '../../model/text.ts';
import { hostOf, portOf } from './host-rule.ts';
import { createJudge } from './judge.ts';
import type { GuardPolicy } from './policy.ts';

/** Characters of a URL. */
const LONGEST = 2048;

/**
 * Reads the address of a page as a browser does, and says whether the policy lets pages use it. Names are not looked up here: that is for the
 * guard, which every connection of the browser goes through, redirects and what pages load too.
 * @returns the URL, in ASCII and without a dot at the end of its host
 * @throws ToolError `url_blocked`: which rule refused it, and what to do
 */
export function checkUrl(text: string, policy: GuardPolicy): URL {
  if (text.length > LONGEST) throw blocked(`The address has ${text.length} characters; at most ${LONGEST} are allowed. Use a shorter one.`);
  if (!URL.canParse(text)) throw blocked(`${quote(text)} is no address of a page. Write it in full, such as https://shop.example/orders.`);
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw blocked(`${quote(url.protocol, 40)} addresses cannot be opened. Use an http: or https: address.`);
  if (url.username || url.password)
    throw blocked('The address has a user or password in it. Leave them out: signing in is done with named credentials.');
  const host = hostOf(url);
  if (host === null) throw blocked(`${quote(url.hostname)} is no name of a host. Correct the address.`);
  createJudge(policy).host(host, portOf(url));
  url.hostname = url.hostname.replace(/\.$/, '');
  return url;
}

function blocked(message: string): ToolError {
  return new ToolError('url_blocked', { message });
}
