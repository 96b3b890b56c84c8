import { errorCode } from '../../model/exchange.ts';
import { CODES } from '../../model/protocol.ts';
import { outcomeOf, probed, statusAndText } from '../http/answers.ts';
import type { SessionRule } from '../rule.ts';
import { answered, failed, httpAnswer } from '../sample.ts';

const mismatch = failed('tools/call', CODES.headerMismatch, 'Header mismatch', { http: httpAnswer(400) });
const unknown = failed('tools/call', CODES.invalidParams, 'Unknown tool', { http: httpAnswer(200) });

export const headerEncodingRefused: SessionRule = {
  id: 'modern/header-encoding-refused',
  on: 'session',
  severity: 'error',
  since: '2026-07-28',
  transports: ['http'],
  clause: '2026-07-28 basic/transports/streamable-http, "Value Encoding": =?base64?…?= stands for the text it encodes',
  why: 'Names with characters that a header cannot carry arrive encoded; refusing them makes such tools impossible to call.',
  fix: 'decode =?base64?…?= before Mcp-Name and Mcp-Param-* are compared with the body',
  yieldsTo: ['modern/header-mismatch-accepted'],
  examples: { good: [{ probes: { 'header-name-encoded': [unknown] } }, {}], bad: [{ probes: { 'header-name-encoded': [mismatch] } }] },
  *check(evidence) {
    const each = probed(evidence, 'header-name-encoded');
    if (each && errorCode(each) === CODES.headerMismatch)
      yield { at: 'http', message: `Mcp-Name in its base64 form was taken for another name (${each.http.status}, ${outcomeOf(each)})` };
  },
};

export const headerCase: SessionRule = {
  id: 'modern/header-case',
  on: 'session',
  severity: 'error',
  since: '2026-07-28',
  transports: ['http'],
  clause: '2026-07-28 basic/transports/streamable-http: header names are case-insensitive',
  why: 'Clients and proxies write header names in any case; HTTP/2 writes them all small.',
  fix: 'look headers up without regard to case',
  examples: {
    good: [
      { probes: { 'header-case': [answered('tools/list', {}, { http: httpAnswer(200) })] } },
      { probes: { 'header-case': [unknown] } },
    ],
    bad: [{ probes: { 'header-case': [mismatch] } }],
  },
  *check(evidence) {
    const each = probed(evidence, 'header-case');
    if (each && errorCode(each) === CODES.headerMismatch)
      yield { at: 'http', message: `a request with MCP-METHOD for Mcp-Method was refused: ${statusAndText(each)}` };
  },
};
