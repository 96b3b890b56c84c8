import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Fault } from '../../model/fault.ts';
import { member } from '../../model/json.ts';
import { cacheFolder } from './cache-folder.ts';

/** The package that brings a Chromium, and how long its browser is when unpacked. The newest for Node 20. */
export const EMBEDDED = { name: '@sparticuz/chromium', version: '147.0.0', bytes: 196_676_728 } as const;

/** Where `doctor --install-browser` puts the package. */
export function installFolder(env: NodeJS.ProcessEnv): string {
  return join(cacheFolder(env), `npm-${EMBEDDED.version}`);
}

/**
 * The folder with the packed files: in a node_modules above us, else where we installed it ourselves. The code of the package is never run.
 * @throws Fault when it is in neither, or in another version
 */
export function packedChromium(env: NodeJS.ProcessEnv): string {
  const places = [...inNodeModules(), join(installFolder(env), 'node_modules', EMBEDDED.name)];
  const seen = places.map((folder) => ({ folder, version: versionIn(folder) }));
  const found = seen.find(({ version }) => version === EMBEDDED.version);
  if (found) return join(found.folder, 'bin');
  const other = seen.find(({ version }) => version !== null);
  const why = other ? `is installed as ${other.version}, which is not the one that is known to work` : 'is not installed';
  throw new Fault(
    'config',
    `${EMBEDDED.name} ${why}`,
    `npm install ${EMBEDDED.name}@${EMBEDDED.version}, or mcp-adapter doctor --install-browser`,
  );
}

/** The package exports its main module only, so its folder is found by walking up from that. */
function inNodeModules(): string[] {
  try {
    let folder = dirname(createRequire(import.meta.url).resolve(EMBEDDED.name));
    while (!existsSync(join(folder, 'bin')) && dirname(folder) !== folder) folder = dirname(folder);
    return [folder];
  } catch {
    return [];
  }
}

function versionIn(folder: string): string | null {
  try {
    const version = member(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')), 'version');
    return typeof version === 'string' && existsSync(join(folder, 'bin', 'chromium.br')) ? version : null;
  } catch {
    return null;
  }
}
