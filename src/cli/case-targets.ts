import type { LoadedCase } from '../cases/read-case.ts';
import type { Config, LoadedConfig } from '../config/config.ts';
import type { CaseTarget } from '../model/saved-case.ts';
import type { Target } from '../model/target.ts';
import type { Io } from './io.ts';
import { targetsOf } from './target.ts';
import type { TargetFlags } from './target-options.ts';

/**
 * The adapters that cases are run on. Without a command or URL on the command line it is the configured one that a case was recorded on, if
 * there is one of that name, else the default; over the transport that it was recorded over, if that one has both.
 */
export async function targetsOfCases(
  cases: readonly LoadedCase[],
  flags: TargetFlags,
  launch: readonly string[] | null,
  loaded: LoadedConfig | null,
  io: Io,
): Promise<Map<Target, LoadedCase[]>> {
  const isNamed = launch !== null || flags.url !== undefined;
  // Of a file that is no case nothing is run: it is told with the others.
  const [first] = cases.filter((each) => each.ok);
  const byWish = new Map<string, { wish: TargetFlags; some: LoadedCase[] }>();
  for (const each of cases) {
    const recorded = each.ok ? each.case.target : first?.case.target;
    const isOpen = !isNamed && (loaded !== null || flags.bundled !== undefined);
    const wish = isOpen ? { ...flags, ...wishFor(recorded, flags, loaded?.config ?? {}) } : flags;
    const key = JSON.stringify([wish.server, wish.transport]);
    const { some } = byWish.get(key) ?? { some: [] };
    byWish.set(key, { wish, some: [...some, each] });
  }
  const groups = new Map<Target, LoadedCase[]>();
  for (const { wish, some } of byWish.values()) for (const target of await targetsOf(wish, launch, loaded, io)) groups.set(target, some);
  return groups;
}

function wishFor(recorded: CaseTarget | undefined, flags: TargetFlags, { targets = {}, default: usual }: Config): Partial<TargetFlags> {
  const { launch = null, transport } = recorded ?? {};
  const known = launch !== null && Object.hasOwn(targets, launch) ? launch : undefined;
  const server = flags.server ?? known ?? usual ?? Object.keys(targets)[0];
  if (server === undefined) return {};
  const { stdio, http } = flags.bundled?.target ?? targets[server] ?? {};
  return { server, ...(stdio && http && !flags.transport && (transport === 'stdio' || transport === 'http') ? { transport } : {}) };
}
