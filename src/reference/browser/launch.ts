import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, LaunchOptions } from 'playwright-core';
import { messageOf } from '../../model/fault.ts';
import type { BrowserChoice } from './browser-choice.ts';
import { browserEnvironment } from './browser-environment.ts';
import { bundledLibraries } from './embedded.ts';

export interface LaunchSettings {
  /** Absolute, short, ours alone: every file of the browser and of Playwright goes below it. */
  folder: string;
  env?: NodeJS.ProcessEnv;
  /** Chromium refuses its sandbox to root. */
  sandbox?: boolean;
  timeoutMs?: number;
  log?(line: string): void;
}

/**
 * Beside Playwright's own. Nothing goes past the proxy: no UDP (WebRTC, QUIC), and no name is looked up by the browser, as it would for a TURN
 * server that a page names; only the guard's address is left.
 */
export const FLAGS = [
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
];
/** Seldom, and the next start goes well. */
const CRASHED = /did exit: exitCode=null, signal=SIG(?:SEGV|ABRT|BUS|ILL|TRAP)/;
const MISSING_LIBRARY = /error while loading shared libraries/;
const NO_SANDBOX = /No usable sandbox|sandboxing failed|SUID sandbox|Failed to move to new namespace|zygote_host_impl_linux/;

/**
 * Starts a headless browser over a pipe: it ends with this process, even a killed one. Where its sandbox does not work, it is started
 * without, and `log` is told.
 * @throws what Playwright throws, in its own words: for the log, never for a caller
 */
export async function launchBrowser(choice: BrowserChoice, settings: LaunchSettings): Promise<Browser> {
  const { folder, env = process.env, timeoutMs = 30_000, log = () => {} } = settings;
  const { chromium } = await import('playwright-core');
  await mkdir(join(folder, 'artifacts'), { recursive: true, mode: 0o700 });
  let sandbox = settings.sandbox ?? process.getuid?.() !== 0;
  let libraries: string | null = null;
  let crashed = false;
  for (;;) {
    const options: LaunchOptions = {
      executablePath: choice.executable,
      args: FLAGS,
      env: { ...browserEnvironment(env, folder), ...choice.env, ...(libraries && { LD_LIBRARY_PATH: libraries }) },
      chromiumSandbox: sandbox,
      artifactsDir: join(folder, 'artifacts'),
      timeout: timeoutMs,
      // Whoever runs us decides what a signal means.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    };
    try {
      return await withProfileIn(folder, () => chromium.launch(options));
    } catch (error) {
      const text = messageOf(error);
      if (choice.source === 'embedded' && libraries === null && MISSING_LIBRARY.test(text)) {
        libraries = await bundledLibraries(choice.executable, env);
      } else if (sandbox && NO_SANDBOX.test(text)) {
        sandbox = false;
        log('the sandbox of Chromium does not work on this machine: started without it');
      } else if (!crashed && CRASHED.test(text)) {
        crashed = true;
        log('the browser crashed while it was started: started once more');
      } else throw error;
    }
  }
}

const TEMPORARY = process.platform === 'win32' ? ['TEMP', 'TMP'] : ['TMPDIR'];
let turn: Promise<unknown> = Promise.resolve();

/**
 * Playwright makes the profile in the temporary folder of this process and can be given no other one. So that is set until the profile is
 * there, by one launch at a time.
 */
async function withProfileIn(folder: string, launch: () => Promise<Browser>): Promise<Browser> {
  const mine = turn.then(async () => {
    const earlier = await profilesIn(folder);
    const before = TEMPORARY.map((name) => [name, process.env[name]] as const);
    for (const name of TEMPORARY) process.env[name] = folder;
    const launching = launch();
    await moreProfiles(folder, earlier, launching);
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    // In an object, or it would be waited for here.
    return { launching };
  });
  turn = mine.catch(() => {});
  return (await mine).launching;
}

/** Resolves once a further profile is there, or the launch is over, which has a time limit. Never rejects. */
async function moreProfiles(folder: string, earlier: number, launching: Promise<unknown>): Promise<void> {
  let over = false;
  const end = () => {
    over = true;
  };
  launching.then(end, end);
  while (!over && (await profilesIn(folder)) <= earlier) await sleep(2);
}

async function profilesIn(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.startsWith('playwright_')).length;
}
