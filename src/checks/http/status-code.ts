import type { ProbeName } from '../../model/evidence.ts';
import { errorCode } from '../../model/exchange.ts';
import { CODES } from '../../model/protocol.ts';
import type { SessionRule } from '../rule.ts';
import { failed, httpAnswer } from '../sample.ts';
import { answeredOnly } from './answers.ts';

const answer = (code: number, status: number) => [failed('tools/list', code, 'no', { http: httpAnswer(status) })];

/** Which status belongs to which error (2026-07-28 basic/transports/streamable-http). */
const WANTED: { probes: ProbeName[]; code: number; status: number; what: string }[] = [
  { probes: ['unknown-method', 'removed-method'], code: CODES.methodNotFound, status: 404, what: 'an unknown method' },
  { probes: ['version-unknown'], code: CODES.unsupportedVersion, status: 400, what: 'an unsupported version' },
  {
    probes: ['meta-missing', 'meta-without-version', 'meta-without-capabilities'],
    code: CODES.invalidParams,
    status: 400,
    what: 'a request without its _meta',
  },
  {
    probes: ['header-version-mismatch', 'header-method-missing', 'header-method-mismatch', 'header-name-missing', 'header-name-mismatch'],
    code: CODES.headerMismatch,
    status: 400,
    what: 'a header that does not match',
  },
];

export const statusCode: SessionRule = {
  id: 'http/status-code',
  on: 'session',
  severity: 'error',
  since: '2026-07-28',
  transports: ['http'],
  clause: '2026-07-28 basic/transports/streamable-http: an unknown method gets 404, an unsupported version or a header mismatch 400',
  why: 'Clients tell a modern adapter from an older one by the status together with the code.',
  fix: 'send the JSON-RPC error with its status: 404 for -32601, 400 for -32022, -32020, -32021 and for missing _meta',
  examples: {
    good: [
      { probes: { 'unknown-method': answer(-32601, 404), 'version-unknown': answer(-32022, 400) } },
      { probes: { 'unknown-method': answer(-32603, 500) } },
    ],
    bad: [{ probes: { 'unknown-method': answer(-32601, 200) } }, { probes: { 'header-method-missing': answer(-32020, 200) } }],
  },
  *check({ probes }) {
    for (const wanted of WANTED) {
      const wrong = answeredOnly(wanted.probes.flatMap((name) => probes[name] ?? [])).find(
        (each) => errorCode(each) === wanted.code && each.http.status !== wanted.status,
      );
      if (wrong)
        yield { at: 'http', subject: wanted.what, message: `got ${wrong.http.status} with ${wanted.code}; wanted ${wanted.status}` };
    }
  },
};
