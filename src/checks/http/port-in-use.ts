import type { SessionRule } from '../rule.ts';
import { sampleFailure } from '../sample.ts';
import { shownTarget } from './target.ts';

const target = { kind: 'http' as const, url: 'http://127.0.0.1:5000/mcp', headers: {} };

export const portInUse: SessionRule = {
  id: 'http/port-in-use',
  on: 'session',
  severity: 'error',
  transports: ['http'],
  why: 'What answers there is not the adapter that was to be started, so everything that is found would be about another one.',
  fix: 'end what runs there, or let a free port be chosen: {port} in the URL and in the command',
  cause: true,
  examples: { good: [{ target }, { failure: sampleFailure('unreachable') }], bad: [{ target, failure: sampleFailure('port-in-use') }] },
  *check({ target, failure }) {
    if (failure?.kind === 'port-in-use')
      yield { at: 'http', message: `${shownTarget(target)} was in use: it answered before the command was started` };
  },
};
