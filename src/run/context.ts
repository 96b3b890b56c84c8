import type { Context } from '../checks/rule.ts';
import type { Evidence } from '../model/evidence.ts';
import type { Secret } from '../model/target.ts';
import type { JudgeOptions } from './options.ts';

/** What the rules judge from: the evidence, the user's wishes, and what the validator said of every schema. */
export async function contextOf(
  evidence: Evidence,
  options: Pick<JudgeOptions, 'strict' | 'profiles' | 'serverName' | 'risks'>,
  secrets: readonly Secret[],
): Promise<Context> {
  const { gatherVerdicts } = await import('../checks/gather.ts');
  return {
    evidence,
    strict: options.strict,
    profiles: new Set(options.profiles),
    secrets,
    serverName: options.serverName,
    risks: options.risks,
    schemas: await gatherVerdicts(evidence),
  };
}

/** Without a check there are no wishes: the catalogue as it is. */
export const PLAIN = { strict: false, profiles: [], serverName: null, risks: {} } as const;
