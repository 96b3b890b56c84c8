import type { Secret } from '../model/target.ts';
import type { LoadedConfig } from './config.ts';

/** The variables that a config names as secrets, as far as they are set. */
export function namedSecrets(loaded: LoadedConfig | null, env: NodeJS.ProcessEnv): Secret[] {
  return (loaded?.config.secrets ?? []).flatMap((name) => {
    const value = env[name];
    return value ? [{ name, value }] : [];
  });
}
