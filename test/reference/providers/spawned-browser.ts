import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { embeddedChromium } from '../../../src/reference/browser/embedded.ts';

/** A Chromium that somebody else started, with a DevTools port. */
export interface SpawnedBrowser {
  port: number;
  /** `ws://127.0.0.1:PORT/devtools/browser/…` */
  endpoint: string;
  process: ChildProcess;
  /** Ends it at once. */
  kill(): Promise<void>;
}

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--remote-debugging-address=127.0.0.1',
];

/**
 * @param port 0 for any free one
 * @param proxy where all of its traffic goes, that to loopback too; none unless said
 */
export async function spawnBrowser(port = 0, proxy?: string): Promise<SpawnedBrowser> {
  const { executable } = await embeddedChromium();
  const profile = mkdtempSync(join(tmpdir(), 'spawned-browser-'));
  const bound = proxy === undefined ? [] : [`--proxy-server=${proxy}`, '--proxy-bypass-list=<-loopback>'];
  const flags = [...FLAGS, ...bound, `--remote-debugging-port=${port}`, `--user-data-dir=${profile}`];
  const child = spawn(executable, [...flags, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const gone = once(child, 'exit').then(() => rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 }));
  const endpoint = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      const found = /^DevTools listening on (ws:\S+)/.exec(line)?.[1];
      if (found) resolve(found);
    });
    void gone.then(() => reject(new Error('the browser ended before it listened')));
  });
  return {
    port: Number(new URL(endpoint).port),
    endpoint,
    process: child,
    kill() {
      child.kill('SIGKILL');
      return gone;
    },
  };
}
