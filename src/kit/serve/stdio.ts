import { PassThrough, type Writable } from 'node:stream';
import { StdioServerTransport, serveStdio as serveOverStdio } from '@modelcontextprotocol/server/stdio';
import { codeOf } from '../../model/error-code.ts';
import type { Adapter } from '../adapter.ts';
import { type Caller, LOCAL } from '../caller.ts';
import type { Connected } from './protocol-server.ts';

export interface StdioOptions {
  /** How long calls in flight may take to finish once the client has closed stdin or asked to stop. */
  graceMs?: number;
}

/** Clients wait 2 s after closing stdin, and less after SIGTERM, before they kill (2026-07-28 basic/transports/stdio, "Shutdown"). */
const GRACE_MS = 1_200;
const SIGNAL_GRACE_MS = 500;
/** How long messages that came just before the end may take to become calls. */
const LAST_MESSAGES_MS = 50;
/** The largest message that is taken: the SDK's own limit. */
const MAX_MESSAGE_BYTES = 10 * 1024 * 1024;

/**
 * Serves the adapter on stdin and stdout, in every revision, until the client closes stdin or a signal comes; then ends the process.
 * From now on stdout carries the protocol only: whatever this process prints there goes to stderr.
 */
export function serveStdio(adapter: Adapter, { graceMs = GRACE_MS }: StdioOptions = {}): void {
  const connections = new Set<Connected>();
  // The transport cancels what is under way as soon as its input ends; so it is told of the end when the calls have had their time.
  const input = new PassThrough();
  process.stdin.pipe(input, { end: false });
  const transport = new StdioServerTransport(
    input,
    protocolOnly(() => void end(0)),
    { maxBufferSize: MAX_MESSAGE_BYTES },
  );
  const handle = serveOverStdio(
    () => {
      const person: Caller = { principal: LOCAL, agent: null, scopes: null };
      const connection = adapter.connect(() => person);
      connections.add(connection);
      return connection.server;
    },
    {
      transport,
      onerror: (error) => {
        // That is the end of the conversation, and seen to below.
        if (codeOf(error) !== 'EPIPE') adapter.log(`protocol: ${error.message}`);
      },
    },
  );
  adapter.subscribe((event) => {
    for (const connection of connections) connection.tell(event);
  });
  // It closes by itself when a message is too large.
  const { onclose } = transport;
  transport.onclose = () => {
    onclose?.();
    // Closed by us, it is the end already.
    if (!adapter.stopping) void end(0, 1);
  };
  process.stdin.once('end', () => setTimeout(end, LAST_MESSAGES_MS, graceMs));
  process.stdin.once('error', () => void end(graceMs));
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => void end(Math.min(graceMs, SIGNAL_GRACE_MS)));

  async function end(ms: number, code = 0): Promise<void> {
    await adapter.stop(ms);
    // What was answered last is still on its way, and leaves a turn later.
    for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
    await handle.close().catch(() => {});
    process.exit(code);
  }
}

/**
 * The real stdout, for the protocol; everything else that is written to it from now on goes to stderr. What is written in one turn of the event
 * loop leaves together: with many calls in flight, a system call for each answer costs more than the call.
 */
function protocolOnly(gone: () => void): Writable {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  let corked = false;
  const uncork = () => {
    corked = false;
    stdout.uncork();
  };
  const writeSoon = (text: string) => {
    if (!corked) {
      corked = true;
      stdout.cork();
      setImmediate(uncork);
    }
    return write(text);
  };
  // The same stream, events and all, but for what `write` does on it.
  const protocol: Writable = Object.create(stdout, { write: { value: writeSoon } });
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write;
  stdout.end = () => stdout;
  // A client that has closed its end hears nothing any more: there is nobody to work for.
  stdout.on('error', gone);
  return protocol;
}
