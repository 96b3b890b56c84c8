import { randomBytes } from 'node:crypto';
import { member } from '../model/json.ts';

/** W3C trace context as it came in `_meta` (2026-07-28 basic/index, SEP-414), with a span of ours as the parent of what follows. */
export interface TraceContext {
  traceId: string;
  /** For requests to systems behind. */
  traceparent: string;
  tracestate?: string;
  baggage?: string;
}

// https://www.w3.org/TR/trace-context/#traceparent-header: version 00; an all-zero id is invalid.
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})$/;
const MAX = 512;

/** The trace context of a request; null when there is none, or what is there is malformed and must not be passed on. */
export function traceOf(meta: unknown): TraceContext | null {
  const parent = member(meta, 'traceparent');
  const match = typeof parent === 'string' ? TRACEPARENT.exec(parent) : null;
  if (!match?.[1]) return null;
  const span = randomBytes(8).toString('hex');
  return {
    traceId: match[1],
    traceparent: `00-${match[1]}-${span}-${match[2]}`,
    ...optional('tracestate', member(meta, 'tracestate')),
    ...optional('baggage', member(meta, 'baggage')),
  };
}

/** Header values may hold visible ASCII only; longer ones are dropped, as the recommendation allows. */
function optional(name: 'tracestate' | 'baggage', value: unknown): Partial<TraceContext> {
  return typeof value === 'string' && value.length <= MAX && /^[\x20-\x7e]+$/.test(value) ? { [name]: value } : {};
}
