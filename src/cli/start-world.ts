import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { startWorld as StartWorld, World } from '../../fixtures/site/start.mjs';
import { PACKAGE_ROOT } from './package-root.ts';

/** Starts the fixture world of the bundled adapter in this process: its site, echo and region proxies, all on loopback. */
export async function startWorld(): Promise<World> {
  // Not bundled: it reads its pages from beside itself.
  const module: { startWorld: typeof StartWorld } = await import(pathToFileURL(join(PACKAGE_ROOT, 'fixtures/site/start.mjs')).href);
  return module.startWorld();
}
