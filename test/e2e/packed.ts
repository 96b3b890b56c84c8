import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isObject, member } from '../../src/model/json.ts';
import { type Ended, runCommand } from '../run-command.ts';

/** The package as it would be published, and installed where nothing else of this repository is. */
export interface Packed {
  /** Empty but for the tarball and what was installed from it. */
  home: string;
  tarball: string;
  /** What the tarball holds, as paths within the package. */
  files: string[];
  bytes: number;
  /** The command `mcp-adapter`, as installed globally. */
  command: string;
  remove(): void;
}

/** Packs the checkout and installs the tarball into a prefix of its own, as `npm install --global` does. */
export async function pack(): Promise<Packed> {
  const home = mkdtempSync(join(tmpdir(), 'mcp-adapter-packed-'));
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', home], resolve('.'));
  const packed: unknown = JSON.parse(stdout);
  const [it] = Array.isArray(packed) ? packed : [];
  const [filename, size, files] = [member(it, 'filename'), member(it, 'size'), member(it, 'files')];
  if (typeof filename !== 'string' || typeof size !== 'number' || !Array.isArray(files)) throw new Error(`npm pack said ${stdout}`);
  const tarball = join(home, filename);
  const prefix = join(home, 'prefix');
  orThrow(await run('npm', ['install', '--global', '--prefix', prefix, tarball], home));
  return {
    home,
    tarball,
    files: files.filter(isObject).map(({ path }) => String(path)),
    bytes: size,
    command: join(prefix, 'bin/mcp-adapter'),
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

/** Runs a command as a person at a shell does, so not in CI. */
export function run(command: string, args: readonly string[], cwd: string): Promise<Ended> {
  return runCommand(command, args, cwd, { npm_config_fund: 'false', npm_config_audit: 'false', npm_config_prefer_offline: 'true' });
}

/** @throws Error with what was printed, when a command failed that must not */
export function orThrow({ code, stdout, stderr }: Ended): void {
  if (code !== 0) throw new Error(`exit code ${code}: ${stdout}${stderr}`);
}
