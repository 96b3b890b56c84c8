import type { RuleSettings } from '../../checks/judge.ts';
import type { Finding } from '../../model/finding.ts';
import { groupBy } from '../../model/group.ts';
import { order } from '../../model/order.ts';
import { shorten } from '../../model/text.ts';
import { CONTRACT_VERDICTS, type ContractVerdict, contractRules } from './contract-rules.ts';
import { type FailureGroup, pointerOf } from './failure-groups.ts';
import type { Failure } from './trial.ts';

/** Cases that a message names. */
const NAMED = 5;
/** Characters of one of them. */
const CLAUSE = 160;

/** One finding a tool and verdict: what was seen, at how many places, the plainest case and up to four others, the files that keep them. */
export function contractFindings(groups: readonly FailureGroup[], settings: RuleSettings): Finding[] {
  const alike = groupBy(groups, ({ failures: [first] }) => JSON.stringify([toolOf(first), first.verdict]));
  const findings = [...alike.values()].flatMap((same) => findingOf(same, settings) ?? []);
  return findings.sort((a, b) => order(a.tool ?? '', b.tool ?? '') || rank(a) - rank(b));
}

/** False for a verdict that the config turns off: it is neither told nor kept. */
export function isTold(verdict: ContractVerdict, settings: RuleSettings): boolean {
  return settings[`contract/${verdict}`] !== 'off';
}

function findingOf(groups: readonly FailureGroup[], settings: RuleSettings): Finding | null {
  const plainest = groups.map(({ failures: [first] }) => first);
  const [first] = plainest;
  const rule = contractRules.find(({ id }) => id === `contract/${first?.verdict}`);
  const severity = rule && (settings[rule.id] ?? rule.severity);
  if (!first || !rule || !severity || severity === 'off') return null;
  const saved = plainest.flatMap(({ saved: written }) => (written ? [written] : []));
  return {
    rule: rule.id,
    severity,
    tool: toolOf(first),
    at: pointerOf(first.trial.at),
    message: messageOf(plainest),
    fix: rule.fix,
    clause: rule.clause ?? null,
    profile: null,
    count: groups.length,
    source: first.trial.tool.source,
    evidence: evidenceOf(first),
    ...(saved.length ? { saved } : {}),
  };
}

/** Null for what is about the whole adapter. */
function toolOf({ trial, whole }: Failure): string | null {
  return whole ? null : trial.tool.name;
}

/** What was seen, said once for all cases of which the same was seen: `accepts what its schema forbids: a is 5; b is 6; and 3 more`. */
function messageOf(plainest: readonly Failure[]): string {
  const named = groupBy(plainest.slice(0, NAMED), ({ what }) => what);
  const parts = [...named].map(([what, same]) => {
    const abouts = same.flatMap(({ trial }) => (trial.about ? [shorten(trial.about, CLAUSE)] : []));
    return abouts.length ? `${what}: ${abouts.join('; ')}` : what;
  });
  const more = plainest.length - NAMED;
  return parts.join('; ') + (more > 0 ? `; and ${more} more` : '');
}

/** What the adapter itself says of it, for what is not plain from the verdict. */
function evidenceOf({ verdict, played }: Failure): string | null {
  const message = played.at(-1)?.seen.message ?? '';
  const isTelling = verdict === 'rejected-valid' || verdict === 'raw-exception';
  return isTelling && message.trim() ? shorten(message, 400) : null;
}

function rank({ rule }: Finding): number {
  return CONTRACT_VERDICTS.findIndex((verdict) => rule === `contract/${verdict}`);
}
