import { noHandshake } from '../model/evidence.ts';
import type { ProcessExit, ProcessFacts } from '../model/process.ts';
import type { HttpTarget, Launch, Target } from '../model/target.ts';
import { isStdio } from '../wire/channel-kinds.ts';
import type { Opened, OpenOptions } from '../wire/open.ts';
import { openAdapter } from '../wire/open-adapter.ts';

/** A conversation with everything that was started for it. */
export interface Connection {
  /** The target with its `{port}` filled in. */
  target: Target;
  opened: Opened;
  /** Ends the conversation and the process; afterwards the facts hold how that went. */
  close(): Promise<void>;
  /** Of the adapter's process over stdio, or of the server that was started for a URL. */
  facts(): ProcessFacts | null;
  /** How that process ended, whoever ended it; null while it runs. */
  exit(): ProcessExit | null;
}

/** Starts what has to be started, connects and finds the era. Never rejects for anything that the adapter does. */
export async function connectTo(target: Target, options: OpenOptions): Promise<Connection> {
  if (target.kind === 'http' && target.start) return connectStarted(target, target.start, options);
  const opened = await openAdapter(target, options);
  const process = isStdio(opened.channel) ? opened.channel.process : null;
  return {
    target,
    opened,
    close: once(() => opened.channel.close()),
    facts: () => process?.facts() ?? null,
    exit: () => process?.exit ?? null,
  };
}

async function connectStarted(target: HttpTarget, launch: Launch, options: OpenOptions): Promise<Connection> {
  const { startServer } = await import('../wire/start-server.ts');
  const { connect } = await import('../wire/open-http.ts');
  const started = await startServer(target, launch, options);
  const opened: Opened = started.failure
    ? { ...connect(started.target, options), era: 'legacy', handshake: noHandshake(), failure: started.failure }
    : await openAdapter(started.target, options);
  return {
    target: started.target,
    opened,
    close: once(async () => {
      await opened.channel.close();
      await started.process?.end();
    }),
    facts: () => started.process?.facts() ?? null,
    exit: () => started.process?.exit ?? null,
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
