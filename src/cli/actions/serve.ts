import { accessSync, constants, mkdirSync } from 'node:fs';
import { serveHttp } from '../../kit/serve/http.ts';
import { serveStdio } from '../../kit/serve/stdio.ts';
import { codeOf } from '../../model/error-code.ts';
import { EXIT, Fault } from '../../model/fault.ts';
import { quote, visible } from '../../model/text.ts';
import { createReference } from '../../reference/adapter.ts';
import { endsBrowsersFor } from '../../reference/browser/oversize-message.ts';
import { aborted } from '../../wire/wait.ts';
import { onUncaught } from '../exit-hooks.ts';
import type { Io } from '../io.ts';
import { referencePlace } from '../reference-place.ts';
import { version } from '../version.ts';

export interface ServeFlags {
  /** True without a port. */
  http?: string | true;
  config?: string;
  state?: string;
  untilStdinEnds?: boolean;
}

/** Calls in flight are about pages, most longer than any client waits: what ends the browsers needs the time more. */
const STDIO_GRACE_MS = 1_000;
const HTTP_GRACE_MS = 200;

/** The work of `serve`: over HTTP until it is interrupted; over stdio the process ends with it, and the promise never resolves. */
export async function serveWork({ http, untilStdinEnds, ...flags }: ServeFlags, io: Io): Promise<number> {
  const port = http === undefined ? null : portOf(http);
  const place = await referencePlace(flags, io);
  const log = (line: string) => void io.stderr.write(`${visible(line)}\n`);
  onUncaught((error) => endsBrowsersFor(error, log));
  try {
    const { config, state } = place;
    throwUnlessWritable(state);
    const { adapter, close } = await createReference({ config, state, env: io.env, version: version(), log });
    log(`the reference adapter, on ${place.from}`);
    log(`regions: ${Object.keys(config.regions).join(', ')}`);
    log(`state folder: ${state}`);
    if (port === null) {
      log('speaking MCP on stdin and stdout; the end of stdin ends it');
      serveStdio(adapter, { graceMs: STDIO_GRACE_MS });
      return await new Promise<never>(() => {});
    }
    const serving = await serveHttp(adapter, { port, graceMs: HTTP_GRACE_MS, signals: false });
    await Promise.race([aborted(io.interrupted), ...(untilStdinEnds ? [io.readStdin()] : [])]);
    await serving.close();
    // Whoever calls is answered in time; browsers may take longer.
    await close();
    return EXIT.ok;
  } finally {
    await place.close();
  }
}

/** Every call would fail for it later, and say so to somebody who cannot help it. */
function throwUnlessWritable(state: string): void {
  try {
    mkdirSync(state, { recursive: true, mode: 0o700 });
    accessSync(state, constants.W_OK);
  } catch (error) {
    const why = codeOf(error) ?? 'no reason given';
    throw new Fault('config', `the state folder ${state} cannot be written (${why})`, 'name another one with --state or MCP_ADAPTER_STATE');
  }
}

function portOf(http: string | true): number {
  if (http === true) return 0;
  const port = /^\d{1,5}$/.test(http) ? Number(http) : Number.NaN;
  if (port <= 65_535) return port;
  throw new Fault('usage', `--http ${quote(http)} is no port`, 'write 1 to 65535, or nothing for a free one');
}
