import type { StartFailure } from '../model/process.ts';
import type { Launch } from '../model/target.ts';
import { aside, type OpenOptions } from './open.ts';
import { openStdio } from './open-stdio.ts';

/**
 * Does an adapter that died start with our whole environment, and which variables make the difference? Those that its stderr names are tried
 * first, alone; null when the environment is not the reason.
 */
export async function environmentDifference(
  launch: Launch,
  options: OpenOptions,
  stderr: readonly string[],
): Promise<StartFailure['environment']> {
  if (!(await starts({ ...launch, inheritEnv: true }, options))) return null;
  const words = new Set(stderr.join('\n').match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? []);
  const named = Object.keys(options.env).filter((name) => words.has(name) && !(name in launch.env));
  const added = Object.fromEntries(named.map((name) => [name, options.env[name] ?? '']));
  const enough = named.length > 0 && (await starts({ ...launch, env: { ...added, ...launch.env } }, options));
  return { starts: true, variables: enough ? named : [] };
}

async function starts(launch: Launch, options: OpenOptions): Promise<boolean> {
  const { channel, failure } = await openStdio(launch, aside(options));
  channel.process.kill();
  await channel.close();
  return failure === null;
}
