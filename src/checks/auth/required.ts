import { quote, shorten, some } from '../../model/text.ts';
import { rejection } from '../http/host-rejected.ts';
import { hasCredential, shownTarget } from '../http/target.ts';
import type { SessionRule } from '../rule.ts';
import { sampleFailure } from '../sample.ts';
import { refusal, resourceMetadata } from './metadata.ts';
import { guarded } from './sample.ts';

export const required: SessionRule = {
  id: 'auth/required',
  on: 'session',
  severity: 'error',
  transports: ['http'],
  why: 'Nothing can be checked before the adapter lets us in.',
  fix: "pass a token with --bearer-env NAME, or --header 'Authorization: Bearer …'",
  cause: true,
  yieldsTo: ['auth/no-challenge'],
  examples: {
    good: [{}, { failure: sampleFailure('http-error') }],
    bad: [
      guarded(),
      guarded({ challenge: 'Basic realm="erp"' }),
      guarded({ status: 403 }),
      guarded({ metadata: { authorization_servers: ['https://login.example'] } }),
    ],
  },
  *check(evidence) {
    const { failure, target } = evidence;
    if (failure?.kind !== 'unauthorized' || rejection(evidence)) return;
    const found = refusal(evidence);
    const status = found?.answer.http.status ?? 403;
    const passed = hasCredential(target);
    const start = `${shownTarget(target)} answered ${status}: ${passed ? 'the credential that was passed is not accepted' : 'authorization is needed'}`;
    const asks = found ? challengeWords(found.challenge) : [];
    const servers = resourceMetadata(evidence)?.document.authorization_servers;
    if (Array.isArray(servers) && servers.length)
      asks.push(
        `login at ${some(
          servers.map((each) => shorten(String(each), 100)),
          2,
        )}${elsewhere(servers, target && 'url' in target ? target.url : '') ? ' (not contacted)' : ''}`,
      );
    yield {
      at: 'http',
      message: asks.length ? `${start}; it asks for ${asks.join(', ')}` : start,
      ...(passed ? { fix: 'check that the token is valid, not expired, and meant for this adapter' } : {}),
    };
  },
};

function challengeWords({ schemes, scope, error }: { schemes: string[]; scope: string | null; error: string | null }): string[] {
  return [
    ...(schemes.length
      ? [
          `a ${some(
            schemes.map((scheme) => shorten(scheme, 30)),
            3,
          )} credential`,
        ]
      : []),
    ...(scope ? [`scope ${quote(scope)}`] : []),
    ...(error ? [`(error ${quote(error, 60)})`] : []),
  ];
}

/** Authorization servers on other hosts are never asked: an adapter must not send us anywhere. */
function elsewhere(servers: unknown[], url: string): boolean {
  const own = URL.canParse(url) ? new URL(url).hostname : '';
  return servers.some((each) => typeof each === 'string' && URL.canParse(each) && new URL(each).hostname !== own);
}
