import type { RuleSettings } from '../checks/judge.ts';
import type { LoadedConfig } from '../config/config.ts';
import { ruleSettings } from './judging.ts';

/** Severities by rule id: those of the config, and those of `--rule` on top. The catalogue is loaded to check the names only if there are any. */
export async function ruleWishes(loaded: LoadedConfig | null, flags: { rule: readonly string[] }): Promise<RuleSettings> {
  const wishes = [...Object.entries(loaded?.config.rules ?? {}), ...flags.rule.map(ruleWish)];
  return wishes.length ? ruleSettings(wishes) : {};
}

function ruleWish(text: string): [string, string] {
  const [id = '', severity = ''] = text.split('=');
  return [id, severity];
}
