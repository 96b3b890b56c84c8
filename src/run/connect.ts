import type { ProcessFacts, StartFailure } from '../model/process.ts';
import type { HttpTarget, Target } from '../model/target.ts';
import type { AdapterProcess } from '../wire/adapter-process.ts';
import { isStdio } from '../wire/channel-kinds.ts';
import type { Opened, OpenOptions } from '../wire/open.ts';
import { openAdapter } from '../wire/open-adapter.ts';

/** A conversation with everything that was started for it. */
export interface Connection {
  /** The target with its `{port}` filled in. */
  target: Target;
  opened: Opened;
  failure: StartFailure | null;
  /** The adapter's process over stdio, or the server that was started for a URL. */
  process: AdapterProcess | null;
  /** Ends the conversation and the process; afterwards the facts hold how that went. */
  close(): Promise<void>;
  facts(): ProcessFacts | null;
}

/** Starts what has to be started, connects and finds the era. Never rejects for anything that the adapter does. */
export async function connectTo(target: Target, options: OpenOptions): Promise<Connection> {
  if (target.kind === 'http' && target.start) return connectStarted(target, options);
  const opened = await openAdapter(target, options);
  const process = isStdio(opened.channel) ? opened.channel.process : null;
  return {
    target,
    opened,
    failure: opened.failure,
    process,
    close: once(() => opened.channel.close()),
    facts: () => process?.facts() ?? null,
  };
}

async function connectStarted(target: HttpTarget, options: OpenOptions): Promise<Connection> {
  const { startServer } = await import('../wire/start-server.ts');
  const { connect } = await import('../wire/open-http.ts');
  const { noHandshake } = await import('../wire/negotiate.ts');
  const started = await startServer(target, target.start ?? { command: '', args: [], env: {}, inheritEnv: false }, options);
  const opened: Opened = started.failure
    ? { ...connect(started.target, options), era: 'legacy', handshake: noHandshake(), failure: started.failure }
    : await openAdapter(started.target, options);
  return {
    target: started.target,
    opened,
    failure: opened.failure,
    process: started.process,
    close: once(async () => {
      await opened.channel.close();
      await started.process?.end();
    }),
    facts: () => started.process?.facts() ?? null,
  };
}

/** Closing again waits for the first time: over HTTP it would end the session twice. */
function once(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | null = null;
  return () => {
    closing ??= close();
    return closing;
  };
}
