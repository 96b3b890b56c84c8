import type { LoadedConfig } from '../config/config.ts';
import { asIdentity, identityEntries, isOf, reaches } from '../config/identities.ts';
import type { Target } from '../model/target.ts';
import type { Identity } from '../run/contract/trial.ts';
import type { Io } from './io.ts';
import { REFERENCE } from './reference.ts';

const HTTP = 'HTTP: it has neither "bearerEnv" nor "headers"';
const STDIO = 'stdio: it has no "env"';

/**
 * The identities of the config on this target. One that says nothing for its transport is left out, and named on stderr.
 * @throws Fault (config) for what is wrong with one of them
 */
export async function identitiesOf(
  loaded: LoadedConfig | null,
  target: Target,
  { env, stderr }: Pick<Io, 'env' | 'stderr'>,
): Promise<Identity[]> {
  // The bundled adapter is not the one that the config is about.
  if (target.name === REFERENCE && !loaded?.config.targets?.[REFERENCE]) return [];
  const identities: Identity[] = [];
  for (const [name, entry] of identityEntries(loaded)) {
    if (!isOf(entry, target)) await stderr.write(`the identity ${name} is not tried: its "targets" do not name this adapter\n`);
    else if (reaches(entry, target)) identities.push({ name, target: asIdentity(name, entry, target, env), allow: entry.allow });
    else await stderr.write(`the identity ${name} is not tried over ${target.kind === 'http' ? HTTP : STDIO}\n`);
  }
  return identities;
}
