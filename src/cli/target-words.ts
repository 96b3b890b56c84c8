import { masker } from '../model/secret.ts';
import { shellWord } from '../model/shell-word.ts';
import { commandLine } from '../run/next.ts';
import type { RunOptions } from '../run/options.ts';
import type { TargetFlags } from './target-options.ts';

/** How a command line names the adapter of a run, with all that makes it answer as it did; a secret is named only, its value left out. */
export function targetWords(flags: TargetFlags, { target, secrets, open }: RunOptions): string {
  const mask = masker(secrets);
  const env = flags.env.map((each) => {
    const name = each.split('=', 1)[0] ?? '';
    return secrets.some((secret) => secret.name === name) ? name : each;
  });
  const words = [
    ...option('--config', flags.config),
    ...option('--servers-file', flags.serversFile),
    ...option('--transport', flags.transport && target.kind),
    ...option('--cwd', flags.cwd),
    ...option('--env', ...env),
    ...(flags.inheritEnv ? ['--inherit-env'] : []),
    ...option('--header', ...flags.header.map(mask)),
    ...option('--bearer-env', flags.bearerEnv),
    ...option('--era', open.era === 'auto' ? undefined : open.era),
    ...option('--protocol', flags.protocol),
    ...option('--capability', ...flags.capability),
    ...option('--timeout', flags.timeout === '30s' ? undefined : flags.timeout),
  ];
  return [...words, commandLine(target)].join(' ').trim();
}

function option(name: string, ...values: (string | undefined)[]): string[] {
  return values.flatMap((value) => (value === undefined ? [] : [name, shellWord(value)]));
}
