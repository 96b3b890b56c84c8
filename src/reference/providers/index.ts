import type { ProviderConfig } from '../config/reference-config.ts';
import { createCdpProvider } from './cdp.ts';
import { createHttpProfilesProvider } from './http-profiles.ts';
import { createLocalProvider } from './local.ts';
import type { Provider } from './provider.ts';

export interface ProviderOptions {
  /** The state folder. */
  state: string;
  env: NodeJS.ProcessEnv;
  log(line: string): void;
}

/**
 * The provider that the config names. Starts nothing.
 * @throws Fault when the config is not usable, such as a variable that is not set
 */
export function createProvider(config: ProviderConfig, options: ProviderOptions): Provider {
  if (config.kind === 'local') return createLocalProvider(config, options);
  return config.kind === 'cdp' ? createCdpProvider(config, options.env) : createHttpProfilesProvider(config, options);
}
