import type { DescribedRule } from '../model/described-rule.ts';
import type { Severity } from '../model/finding.ts';
import { type DiffRule, diffRules } from './diff-rules.ts';
import type { Difference } from './difference.ts';

/** Errors that break no caller: a person has to look at them for security. */
const REVIEWED: readonly DiffRule[] = [
  'write-tool-added',
  'bound-removed',
  'description-changed',
  'hidden-text',
  'name-look-alike',
  'risk-raised',
  'secret-header',
  'network-ref',
  'server-renamed',
  'lock-edited',
];

const byId = new Map(diffRules.map((rule) => [rule.id, rule]));

/** The catalogue's entry of a rule. */
export function ruleOf(rule: DiffRule): DescribedRule {
  const found = byId.get(`diff/${rule}`);
  if (!found) throw new Error(`there is no rule diff/${rule}`);
  return found;
}

/** How much a difference weighs, before the config has its say. */
export function severityOf(difference: Difference): Severity {
  return difference.severity ?? ruleOf(difference.rule).severity;
}

/** True for what makes calls or readers fail that were right until now. */
export function isBreaking(difference: Difference): boolean {
  return severityOf(difference) === 'error' && !REVIEWED.includes(difference.rule);
}
