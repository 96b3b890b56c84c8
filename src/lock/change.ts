import { createHash } from 'node:crypto';
import type { RuleSettings } from '../checks/judge.ts';
import { canonicalJson } from '../model/canonical-json.ts';
import { commonHead } from '../model/common-head.ts';
import type { Change } from '../model/finding.ts';
import { grouped } from '../model/text.ts';
import { dayOf } from './accept.ts';
import type { Difference } from './difference.ts';
import { ruleOf, severityOf } from './weight.ts';

/** What a person has agreed to. */
export interface Acceptance {
  fingerprint: string;
  reason: string;
  /** The last day on which it holds, such as `2027-01-31`. */
  until: string;
}

/** What is longer, in characters of JSON, is cut in the report. */
const MAX_SHOWN = 4_000;
/** So much of what two texts begin with is shown when they are cut. */
const MAX_HEAD = 200;

/**
 * The difference as it is reported; null where the config turns its rule off. What was accepted is an info, up to and on its last day (UTC).
 * @param accepted of several for one fingerprint, the last that still holds counts
 */
export function changeOf(
  difference: Difference,
  settings: RuleSettings,
  accepted: readonly Acceptance[],
  today: Date = new Date(),
): Change | null {
  const rule = ruleOf(difference.rule);
  const configured = settings[rule.id];
  if (configured === 'off') return null;
  const fingerprint = fingerprintOf(difference);
  const day = dayOf(today);
  const agreed = accepted.findLast((each) => each.fingerprint === fingerprint && day <= each.until);
  const { tool, at, message, fix } = difference;
  return {
    rule: rule.id,
    severity: agreed ? 'info' : (configured ?? severityOf(difference)),
    tool,
    at,
    message,
    fix: fix ?? rule.fix,
    clause: rule.clause ?? null,
    profile: null,
    count: 1,
    source: null,
    evidence: null,
    fingerprint,
    ...shown(difference.before ?? null, difference.after ?? null),
    accepted: agreed ? { reason: agreed.reason, until: agreed.until } : null,
  };
}

/** The same for the same change in two runs; another one when what stands there now is something else. */
function fingerprintOf({ rule, tool, at, before, after }: Difference): string {
  const text = canonicalJson([rule, tool, at, before ?? null, after ?? null]);
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** Before and after, short enough for a report. */
function shown(before: unknown, after: unknown): Pick<Change, 'before' | 'after'> {
  if (typeof before !== 'string' || typeof after !== 'string') return { before: cut(before), after: cut(after) };
  const isLong = before.length > MAX_SHOWN || after.length > MAX_SHOWN;
  // What differs has to be among what is shown.
  const from = isLong ? Math.max(0, commonHead(before, after) - MAX_HEAD) : 0;
  return { before: cut(tail(before, from)), after: cut(tail(after, from)) };
}

function tail(text: string, from: number): string {
  return from > 0 ? `…${text.slice(from)}` : text;
}

function cut(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}… (${grouped(text.length)} characters)` : value;
}
