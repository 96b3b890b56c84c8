import { challengeOf } from '../../model/challenge.ts';
import { some } from '../../model/text.ts';
import { conversation, nameOf } from '../http/answers.ts';
import type { SessionRule } from '../rule.ts';
import { exchange, httpAnswer } from '../sample.ts';
import { refusal, resourceMetadata } from './metadata.ts';
import { ENDPOINT, guarded, METADATA } from './sample.ts';

const bearer = (more: string) => `Bearer resource_metadata="${METADATA}"${more}`;
const denied = (challenge: string | null) => ({
  exchanges: [
    exchange('tools/call', {
      outcome: 'refused',
      tool: 'cancel_order',
      http: httpAnswer(403, { url: ENDPOINT, headers: challenge === null ? {} : { 'www-authenticate': challenge } }),
    }),
  ],
});

export const scopeMissing: SessionRule = {
  id: 'auth/scope-missing',
  on: 'session',
  severity: 'warning',
  since: '2025-11-25',
  transports: ['http'],
  clause: '2026-07-28 basic/authorization: the challenge of a 401 SHOULD carry scope',
  why: 'Clients do not know what to ask for; they ask for everything or for nothing.',
  fix: 'name the scopes in the challenge (scope="…") or in scopes_supported of the metadata',
  yieldsTo: ['auth/no-challenge', 'auth/metadata-invalid'],
  examples: {
    good: [
      guarded(),
      guarded({ challenge: bearer('') }),
      guarded({ challenge: bearer(', scope="a"'), metadata: { scopes_supported: undefined } }),
      {},
    ],
    bad: [guarded({ challenge: bearer(''), metadata: { scopes_supported: undefined } })],
  },
  *check(evidence) {
    const found = refusal(evidence);
    const metadata = resourceMetadata(evidence);
    if (found?.answer.http.status !== 401 || !metadata || found.challenge.scope || Array.isArray(metadata.document.scopes_supported))
      return;
    yield { at: 'http', message: 'neither the challenge nor the metadata names a scope; clients do not know what to ask for' };
  },
};

export const offlineAccess: SessionRule = {
  id: 'auth/offline-access',
  on: 'session',
  severity: 'warning',
  since: '2026-07-28',
  transports: ['http'],
  clause: '2026-07-28 basic/authorization: offline_access SHOULD NOT appear in the challenge or in scopes_supported',
  why: 'offline_access is a matter between client and authorization server; clients that take it from here ask for refresh tokens without need.',
  fix: 'leave offline_access out of scope and scopes_supported',
  examples: {
    good: [guarded(), {}],
    bad: [guarded({ challenge: bearer(', scope="a offline_access"') }), guarded({ metadata: { scopes_supported: ['offline_access'] } })],
  },
  *check(evidence) {
    const supported = resourceMetadata(evidence)?.document.scopes_supported;
    const places = [
      ...(refusal(evidence)?.challenge.scope?.split(' ').includes('offline_access') ? ['the challenge'] : []),
      ...(Array.isArray(supported) && supported.includes('offline_access') ? ['scopes_supported'] : []),
    ];
    if (places.length) yield { at: 'http', message: `${some(places)} names offline_access, which is no scope of the adapter` };
  },
};

export const insufficientScope: SessionRule = {
  id: 'auth/insufficient-scope',
  on: 'session',
  severity: 'warning',
  since: '2025-11-25',
  transports: ['http'],
  clause: '2026-07-28 basic/authorization: a 403 for lack of scope SHOULD carry error="insufficient_scope", scope and resource_metadata',
  why: 'The client cannot ask the user for the missing permission, so the call stays impossible.',
  fix: 'answer with WWW-Authenticate: Bearer error="insufficient_scope", scope="…", resource_metadata="…"',
  examples: {
    good: [denied(null), denied(bearer(', error="insufficient_scope", scope="orders:write"')), denied('Basic realm="erp"')],
    bad: [denied('Bearer error="insufficient_scope"'), denied(bearer(', scope="orders:write"'))],
  },
  *check(evidence) {
    for (const each of conversation(evidence)) {
      if (each.http.status !== 403) continue;
      const { schemes, error, scope, resourceMetadata } = challengeOf(each.http);
      if (!schemes.includes('bearer')) continue;
      const missing = [
        ...(error === 'insufficient_scope' ? [] : ['error="insufficient_scope"']),
        ...(scope ? [] : ['scope']),
        ...(resourceMetadata ? [] : ['resource_metadata']),
      ];
      if (missing.length)
        yield {
          at: 'http',
          subject: nameOf(each),
          message: `the challenge of the 403 lacks ${some(missing)}`,
        };
    }
  },
};
