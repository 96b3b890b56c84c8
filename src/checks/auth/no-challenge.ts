import { some } from '../../model/text.ts';
import { answeredOnly } from '../http/answers.ts';
import { hasCredential } from '../http/target.ts';
import type { SessionRule } from '../rule.ts';
import { refusal, resourceMetadata } from './metadata.ts';
import { ENDPOINT, guarded } from './sample.ts';

export const noChallenge: SessionRule = {
  id: 'auth/no-challenge',
  on: 'session',
  severity: 'error',
  transports: ['http'],
  clause:
    '2026-07-28 basic/authorization: the metadata of the protected resource MUST be found by WWW-Authenticate or at its well-known address',
  why: 'OAuth clients cannot find where to log in, so they show an error instead of a login.',
  fix: 'send WWW-Authenticate: Bearer resource_metadata="…" with the 401, or serve /.well-known/oauth-protected-resource; if a fixed token is wanted, pass it with --header or --bearer-env',
  cause: true,
  examples: {
    good: [
      guarded(),
      guarded({ challenge: null }),
      guarded({ challenge: 'Basic realm="erp"', metadata: null }),
      {
        ...guarded({ challenge: null, metadata: null }),
        target: { kind: 'http', url: ENDPOINT, headers: { Authorization: 'Bearer old' } },
      },
      guarded({ status: 403, challenge: null, metadata: null }),
    ],
    bad: [guarded({ challenge: null, metadata: null }), guarded({ challenge: 'Bearer', metadata: null })],
  },
  *check(evidence) {
    const found = refusal(evidence);
    if (found?.answer.http.status !== 401 || resourceMetadata(evidence)) return;
    const { challenge } = found;
    // What is named but not found there is a fault of its own; another scheme than Bearer needs no metadata.
    if (challenge.resourceMetadata || (challenge.schemes.length && !challenge.schemes.includes('bearer'))) return;
    // Somebody who has a token already does not need to find the login.
    if (hasCredential(evidence.target)) return;
    const asked = answeredOnly(evidence.probes['auth-metadata'] ?? []).map(({ http }) => ({
      path: new URL(http.url).pathname,
      status: http.status,
    }));
    const statuses = [...new Set(asked.map(({ status }) => (status === 200 ? 'no JSON' : String(status))))];
    const places = asked.length ? `; ${some(asked.map(({ path }) => path))} ${asked.length > 1 ? 'are' : 'is'} ${some(statuses)}` : '';
    const without = challenge.text === null ? 'without WWW-Authenticate' : 'whose WWW-Authenticate names no resource_metadata';
    yield { at: 'http', message: `401 ${without}${places}. OAuth clients cannot find the login` };
  },
};
