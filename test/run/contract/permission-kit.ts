import { resolve } from 'node:path';
import type { Target } from '../../../src/model/target.ts';
import type { PermissionTester } from '../../../src/run/contract/permission-call.ts';
import { permissionLayer } from '../../../src/run/contract/permission-layer.ts';
import type { ContractOptions, Failure, Identity } from '../../../src/run/contract/trial.ts';
import { openPlace } from '../../../src/run/place.ts';
import { contractOptions } from './twice-kit.ts';

export const ADAPTER = resolve('fixtures/adapters/roles.mjs');

/** The adapter of roles over stdio, with this environment. */
export function stdioTarget(env: Record<string, string>): Target {
  return { kind: 'stdio', command: process.execPath, args: [ADAPTER], env, inheritEnv: false };
}

export interface Layered {
  identities: Awaited<ReturnType<typeof permissionLayer>>;
  /** `verdict tool: what`, in the order of discovery. */
  told: string[];
  failures: Failure[];
}

/** Runs the layer alone: what the adapter shows on `target` is what the run knows of its tools. */
export async function layerOf(target: Target, identities: readonly Identity[], over: Partial<ContractOptions> = {}): Promise<Layered> {
  const options = contractOptions({ target, identities, runs: 0, allowWrites: false, ...over });
  const place = await openPlace(options);
  await place.close();
  const failures: Failure[] = [];
  const nobody = () => Promise.reject(new Error('each identity has a connection of its own'));
  const tester: PermissionTester = { options, calls: 0, play: nobody, attempt: nobody, found: (failure) => void failures.push(failure) };
  const tried = await permissionLayer(tester, place.seen.tools);
  return { identities: tried, told: failures.map(({ verdict, trial, what }) => `${verdict} ${trial.tool.name}: ${what}`), failures };
}
