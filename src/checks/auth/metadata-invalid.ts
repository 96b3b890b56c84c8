import { quote, shorten } from '../../model/text.ts';
import { probed } from '../http/answers.ts';
import type { SessionRule } from '../rule.ts';
import { refusal, resourceMetadata } from './metadata.ts';
import { ENDPOINT, got, guarded } from './sample.ts';

export const metadataInvalid: SessionRule = {
  id: 'auth/metadata-invalid',
  on: 'session',
  severity: 'error',
  since: '2025-06-18',
  transports: ['http'],
  clause: '2026-07-28 basic/authorization: the metadata of the protected resource MUST name at least one authorization server',
  why: 'OAuth clients follow the challenge to the metadata, and from there to the authorization server; a broken link ends the login.',
  fix: 'serve {"resource": URL of the endpoint, "authorization_servers": [issuer, …]} as application/json at the address that the challenge names',
  examples: {
    good: [guarded(), guarded({ challenge: null, metadata: null }), {}],
    bad: [
      guarded({ metadata: { authorization_servers: [] } }),
      guarded({ metadata: { authorization_servers: undefined } }),
      guarded({ metadata: null }),
      { ...guarded(), probes: { 'auth-metadata': [got(`${ENDPOINT}/x`, '<html>')] } },
    ],
  },
  *check(evidence) {
    const named = refusal(evidence)?.challenge.resourceMetadata;
    const metadata = resourceMetadata(evidence);
    if (metadata) {
      const servers = metadata.document.authorization_servers;
      if (!Array.isArray(servers) || !servers.some((each) => typeof each === 'string'))
        yield { at: 'http', message: `the metadata at ${path(metadata.url)} names no authorization_servers` };
      return;
    }
    const asked = probed(evidence, 'auth-metadata');
    if (!named || !asked) return;
    const what = asked.http.status === 200 ? 'holds no JSON object' : `got ${asked.http.status}`;
    yield { at: 'http', message: `the challenge points to resource_metadata ${quote(named, 200)}, which ${what}` };
  },
};

function path(url: string): string {
  return shorten(new URL(url).pathname, 100);
}
