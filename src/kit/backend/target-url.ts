import { Fault } from '../../model/fault.ts';
import { ToolError } from '../tool-error.ts';

/**
 * The base that paths are resolved under, with a slash at its end.
 * @throws Fault when it is none
 */
export function baseOf(baseUrl: string | URL): URL {
  const url = URL.canParse(String(baseUrl)) ? new URL(baseUrl) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new Fault(
      'config',
      'baseUrl is no http or https URL',
      'write it without credentials, query and fragment, such as https://erp.example/api',
    );
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

/**
 * The URL of a path under the base. Parts of a path often come from a model: none may lead to another host, or out of the base.
 * @throws ToolError `backend_refused`
 */
export function targetUrl(base: URL, path: string): URL {
  const text = base.href + path.replace(/^\//, '');
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && url.origin === base.origin && url.pathname.startsWith(base.pathname) && !leadsAway(path)) return url;
  throw new ToolError('backend_refused', {
    message: 'the path leads out of the system behind, or is malformed: write it relative to the base, every part encoded',
  });
}

function leadsAway(path: string): boolean {
  const named = path.split('?')[0] ?? '';
  // A fragment is not sent: what stands behind the # would be lost without a word.
  if (/[\\\s#]/.test(path) || /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(named)) return true;
  // As the system behind may read it: some decode more than once.
  let read = named;
  for (let times = 0; times < 3; times++) read = read.replace(/%(?:25|2e|2f|5c)/gi, decodeURIComponent);
  return read.split(/[/\\]/).some((part) => part.split(';')[0] === '..');
}
