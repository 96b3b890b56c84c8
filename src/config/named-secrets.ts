import type { Secret } from '../model/target.ts';
import type { LoadedConfig } from './config.ts';
import { identitySecrets } from './identities.ts';

/** The variables that a config names as secrets, as far as they are set; those that let its identities in are secrets too. */
export function namedSecrets(loaded: LoadedConfig | null, env: NodeJS.ProcessEnv): Secret[] {
  const named = (loaded?.config.secrets ?? []).flatMap((name) => {
    const value = env[name];
    return value ? [{ name, value }] : [];
  });
  return [...named, ...identitySecrets(loaded, env)];
}
