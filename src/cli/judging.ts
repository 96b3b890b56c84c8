import type { RuleSettings } from '../checks/judge.ts';
import { PROFILES, type ProfileId, profilesNamed } from '../checks/limits/profiles.ts';
import { Fault } from '../model/fault.ts';
import { didYouMean } from '../model/nearest.ts';
import { quote } from '../model/text.ts';

/** @throws Fault (usage) that names the nearest profile */
export function profilesOrFault(name: string): readonly ProfileId[] {
  const found = profilesNamed(name);
  if (found) return found;
  const known = [...PROFILES, 'portable'];
  throw new Fault('usage', `there is no profile ${quote(name)}`, didYouMean(name, known, `choose from ${known.join(', ')}`));
}

/** What is wrong with a rule id that is none of `ids`. */
export function noSuchRule(id: string, ids: readonly string[]): Fault {
  return new Fault('usage', `there is no rule ${quote(id)}`, didYouMean(id, ids, 'mcp-adapter rules lists them'));
}

/** Severities by rule id. @throws Fault (usage) that names the nearest rule, or the severities */
export async function ruleSettings(wishes: readonly (readonly [string, string])[]): Promise<RuleSettings> {
  const { allRules } = await import('./all-rules.ts');
  const ids = allRules.map((rule) => rule.id);
  return Object.fromEntries(
    wishes.map(([id, severity]) => {
      if (!ids.includes(id)) throw noSuchRule(id, ids);
      if (severity !== 'off' && severity !== 'info' && severity !== 'warning' && severity !== 'error')
        throw new Fault('usage', `${quote(severity)} is no severity for ${id}`, 'write off, info, warning or error');
      return [id, severity];
    }),
  );
}
