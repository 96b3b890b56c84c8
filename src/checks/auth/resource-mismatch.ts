import { kindOf } from '../../model/json.ts';
import { quote } from '../../model/text.ts';
import { shownTarget } from '../http/target.ts';
import type { SessionRule } from '../rule.ts';
import { refusal, resourceMetadata } from './metadata.ts';
import { ENDPOINT, guarded } from './sample.ts';

export const resourceMismatch: SessionRule = {
  id: 'auth/resource-mismatch',
  on: 'session',
  severity: 'error',
  transports: ['http'],
  clause: 'RFC 9728, 3.3: the resource in the metadata MUST be identical to the one it was asked for',
  why: 'Clients must refuse such metadata, because a token for another resource could be drawn out of the user.',
  fix: 'put the URL of the endpoint as clients know it into "resource": scheme, host, port and path, behind a proxy too',
  examples: {
    good: [
      guarded(),
      guarded({ metadata: { resource: `${ENDPOINT}/` } }),
      guarded({ metadata: { resource: 'HTTP://127.0.0.1:5000/mcp' } }),
      guarded({ metadata: null }),
      {},
    ],
    bad: [
      guarded({ metadata: { resource: 'http://127.0.0.1:5000/' } }),
      guarded({ metadata: { resource: 'https://127.0.0.1:5000/mcp' } }),
      guarded({ metadata: { resource: 17 } }),
    ],
  },
  *check(evidence) {
    const metadata = resourceMetadata(evidence);
    const found = refusal(evidence);
    if (!metadata || !found) return;
    const { resource } = metadata.document;
    // The URL that the user typed, which is the one a client compares.
    const typed = shownTarget(evidence.target);
    const endpoint = URL.canParse(typed) ? typed : found.answer.http.url;
    if (typeof resource !== 'string')
      yield {
        at: 'http',
        message: `the metadata of the protected resource has no "resource" (${kindOf(resource)}); clients must refuse it`,
      };
    else if (!same(resource, endpoint))
      yield {
        at: 'http',
        message: `the metadata names resource ${quote(resource, 200)}, but the endpoint is ${quote(endpoint, 200)}; clients must refuse it`,
      };
  },
};

/** Equal but for case of scheme and host, a default port, and the slash at the end, which clients overlook. */
function same(a: string, b: string): boolean {
  const plain = (url: string) => (URL.canParse(url) ? new URL(url).href : url).replace(/\/$/, '');
  return plain(a) === plain(b);
}
