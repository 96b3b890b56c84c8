import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isObject, member } from '../model/json.ts';

const require = createRequire(import.meta.url);

/**
 * The version of an installed package, from its package.json: looked for upwards from one of its modules, because the SDKs do not
 * export that file. Null when it cannot be read.
 */
export function packageVersion(name: string, module: string): string | null {
  for (let folder = dirname(require.resolve(module)); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = read(join(folder, 'package.json'));
    const version = member(manifest, 'version');
    if (isObject(manifest) && manifest.name === name) return typeof version === 'string' ? version : null;
  }
  return null;
}

function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
