import { type Exchange, errorMessage, errorOf } from '../../model/exchange.ts';
import { isObject, member } from '../../model/json.ts';
import { MODERN, REVISIONS } from '../../model/protocol.ts';
import { quote } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { answered, exchange, failed, httpAnswer } from '../sample.ts';

const probing = (each: Exchange) => ({ era: 'modern' as const, probes: { 'initialize-on-modern': [each] } });

export const initializeRefusal: SessionRule = {
  id: 'modern/initialize-refusal',
  on: 'session',
  severity: 'warning',
  since: MODERN,
  transports: ['stdio', 'http'],
  clause: '2026-07-28 basic/versioning: a server without legacy support SHOULD name its versions in the error to initialize',
  why: 'A legacy client shows this error to its user, who learns nothing from "Method not found".',
  fix: 'answer initialize with an error that names the versions: {"code": -32022, "message": "only 2026-07-28", "data": {"supported": ["2026-07-28"]}}',
  examples: {
    good: [
      probing(failed('initialize', -32601, 'only 2026-07-28')),
      probing(
        exchange('initialize', {
          outcome: 'answered',
          answer: { id: 1, error: { code: -32022, message: 'no', data: { supported: [MODERN] } } },
        }),
      ),
      probing(answered('initialize', { protocolVersion: '2025-11-25' })),
      probing(exchange('initialize', { outcome: 'refused', http: httpAnswer(400, { body: 'speaks 2026-07-28' }) })),
    ],
    bad: [probing(failed('initialize', -32601, 'Method not found')), probing(exchange('initialize'))],
  },
  *check({ era, probes }) {
    if (era !== 'modern') return;
    for (const each of probes['initialize-on-modern'] ?? []) {
      if (each.outcome === 'silent')
        yield {
          message: 'initialize got no answer; a legacy client waits until its time-out instead of being told the supported versions',
        };
      else if (errorOf(each) && !namesVersion(each))
        yield {
          message: `initialize was refused without naming a supported version: ${quote(errorMessage(each))}; users of legacy clients learn nothing from it`,
        };
    }
  },
};

function namesVersion(each: Exchange): boolean {
  const data = member(errorOf(each), 'data');
  const texts = [errorMessage(each), data, ...(isObject(data) ? Object.values(data) : [])]
    .flat()
    .filter((text) => typeof text === 'string');
  return REVISIONS.some((revision) => texts.some((text) => text.includes(revision)));
}
