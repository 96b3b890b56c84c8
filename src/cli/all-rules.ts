import { rules } from '../checks/index.ts';
import type { Rule } from '../checks/rule.ts';
import { diffRules } from '../lock/diff-rules.ts';
import type { DescribedRule } from '../model/described-rule.ts';
import { contractRules } from '../run/contract/contract-rules.ts';

/** Everything that a finding can be of: what the catalogue shows, and the config may set. */
export const allRules: readonly (Rule | DescribedRule)[] = [...rules, ...contractRules, ...diffRules];
