import type { StartFailure } from '../model/process.ts';
import type { HttpTarget, Launch } from '../model/target.ts';
import { AdapterProcess } from './adapter-process.ts';
import { freePort } from './free-port.ts';
import { HttpChannel } from './http.ts';
import type { OpenOptions } from './open.ts';
import { noFailure } from './start-failure.ts';
import { delay } from './wait.ts';

const POLL_MS = 50;

/** A server that was started for an HTTP target. */
export interface StartedServer {
  target: HttpTarget;
  process: AdapterProcess | null;
  failure: StartFailure | null;
}

/**
 * Starts the command of an HTTP target and waits until its URL answers anything at all. `{port}` in the URL, the arguments and the
 * environment becomes one free port. A URL that answers before the start belongs to somebody else: `port-in-use`.
 */
export async function startServer(target: HttpTarget, launch: Launch, options: OpenOptions): Promise<StartedServer> {
  const port = String(await freePort());
  const filled = (text: string) => text.replaceAll('{port}', port);
  const ready: HttpTarget = { ...target, url: filled(target.url), start: fill(launch, filled) };
  if (await answers(ready, options)) return { target: ready, process: null, failure: noFailure('port-in-use', { detail: ready.url }) };
  const child = new AdapterProcess(ready.start ?? launch, options.env, () => {}, options.onStderr);
  child.killOn(options.signal);
  const until = performance.now() + options.startTimeoutMs;
  while (performance.now() < until && !options.signal.aborted) {
    if (child.exit || child.failure) {
      await child.ended;
      // Settles the facts: its exit came before anything that we do to it.
      await child.end();
      return { target: ready, process: child, failure: child.failure ?? noFailure('exited', { waitingFor: ready.url }) };
    }
    if (await answers(ready, options)) return { target: ready, process: child, failure: null };
    await delay(POLL_MS);
  }
  const limitOption = options.signal.aborted ? '--deadline' : '--start-timeout';
  return {
    target: ready,
    process: child,
    failure: noFailure('silent', { waitingFor: ready.url, limitMs: options.startTimeoutMs, limitOption }),
  };
}

function fill(launch: Launch, filled: (text: string) => string): Launch {
  const env = Object.fromEntries(Object.entries(launch.env).map(([name, value]) => [name, filled(value)]));
  return { ...launch, args: launch.args.map(filled), env };
}

/** Any HTTP answer counts: a 404 to a GET is a server that has started. */
async function answers(target: HttpTarget, options: OpenOptions): Promise<boolean> {
  const channel = new HttpChannel({ url: target.url });
  const { http } = await channel.raw({
    httpMethod: 'GET',
    headers: { Accept: 'text/event-stream' },
    timeoutMs: 1_000,
    signal: options.signal,
  });
  await channel.close();
  return http !== null;
}
