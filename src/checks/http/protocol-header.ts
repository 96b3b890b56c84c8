import type { SessionRule } from '../rule.ts';
import { answered, exchange, failed, httpAnswer } from '../sample.ts';
import { outcomeOf, probed, statusAndText } from './answers.ts';

const served = answered('tools/list', { tools: [] }, { http: httpAnswer(200) });
const refused = (status: number) => exchange('tools/list', { outcome: 'refused', http: httpAnswer(status) });

export const protocolHeaderInvalid: SessionRule = {
  id: 'http/protocol-header-unchecked',
  on: 'session',
  severity: 'error',
  since: '2025-06-18',
  until: '2025-11-25',
  transports: ['http'],
  clause: '2025-11-25 basic/transports, "Protocol Version Header": an invalid or unsupported version MUST be answered with 400',
  why: 'A client of a revision that the adapter does not speak gets answers it misreads, instead of an error it could act on.',
  fix: 'compare MCP-Protocol-Version with the versions you speak and answer 400 to any other',
  examples: {
    good: [{ probes: { 'protocol-header-invalid': [refused(400)] } }, { probes: { 'protocol-header-invalid': [refused(404)] } }, {}],
    bad: [
      { probes: { 'protocol-header-invalid': [served] } },
      { probes: { 'protocol-header-invalid': [failed('tools/list', -32000, 'Bad version', { http: httpAnswer(200) })] } },
      { probes: { 'protocol-header-invalid': [refused(500)] } },
    ],
  },
  *check(evidence) {
    const each = probed(evidence, 'protocol-header-invalid');
    if (!each || (each.http.status >= 300 && each.http.status < 500) || each.http.status === 503) return;
    yield { at: 'http', message: `MCP-Protocol-Version: 1999-01-01 got ${each.http.status} (${outcomeOf(each)}); wanted 400` };
  },
};

export const protocolHeaderMissing: SessionRule = {
  id: 'http/protocol-header-required',
  on: 'session',
  severity: 'warning',
  since: '2025-06-18',
  until: '2025-11-25',
  transports: ['http'],
  clause: '2025-11-25 basic/transports, "Protocol Version Header": without the header the server SHOULD assume 2025-03-26',
  why: 'Clients of 2025-03-26 do not send the header, and some newer ones forget it.',
  fix: 'serve a request without MCP-Protocol-Version as one of 2025-03-26, or of the version agreed on in the session',
  examples: {
    good: [{ probes: { 'protocol-header-missing': [served] } }, { probes: { 'protocol-header-missing': [refused(401)] } }, {}],
    bad: [{ probes: { 'protocol-header-missing': [refused(400)] } }],
  },
  *check(evidence) {
    const each = probed(evidence, 'protocol-header-missing');
    if (each && each.http.status >= 400 && ![401, 403, 429, 503].includes(each.http.status))
      yield { at: 'http', message: `a request without MCP-Protocol-Version was refused: ${statusAndText(each)}` };
  },
};
