import type { Change } from '../../src/model/finding.ts';
import { finding } from './runs.ts';

/** A change as `diff` reports it. */
export function changed(over: Partial<Change> = {}): Change {
  return {
    ...finding({ rule: 'diff/bound-tightened', tool: 'find_order', at: '/inputSchema/properties/limit/maximum', fix: 'keep it' }),
    message: 'the maximum of "limit" is 50, was 100',
    fingerprint: '0123456789ab',
    before: 100,
    after: 50,
    accepted: null,
    ...over,
  };
}
