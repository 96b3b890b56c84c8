import type { StartFailure } from '../model/process.ts';
import { LATEST_LEGACY } from '../model/protocol.ts';
import type { Launch } from '../model/target.ts';
import type { OpenOptions } from './open.ts';
import { StdioChannel } from './stdio.ts';
import { until } from './wait.ts';

/** How long an adapter may take to say what it held back, once stdin is closed. */
const LATE_MS = 1_000;
/** How long a fresh process gets to answer a framed request. */
const FRAMED_MS = 2_500;

/**
 * A time-out is no diagnosis: closes stdin and sees whether the answer was only held in a buffer, then asks a fresh process with
 * `Content-Length` framing.
 */
export async function afterSilence(
  channel: StdioChannel,
  launch: Launch,
  options: OpenOptions,
): Promise<NonNullable<StartFailure['afterwards']>> {
  const before = channel.unsolicited.length;
  channel.process.closeStdin();
  await channel.listen(LATE_MS, options.signal);
  const answeredOnClose = channel.unsolicited.length > before;
  if (answeredOnClose || options.signal.aborted || channel.process.stdoutBytes > 0) return { answeredOnClose, answeredFramed: false };
  return { answeredOnClose, answeredFramed: await answersFramed(launch, options) };
}

async function answersFramed(launch: Launch, options: OpenOptions): Promise<boolean> {
  const channel = new StdioChannel(launch, options.env);
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: LATEST_LEGACY, capabilities: {}, clientInfo: { ...options.info } },
  });
  channel.process.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  await until(() => options.signal.aborted || channel.process.exit !== null || channel.process.stdoutBytes > 0, FRAMED_MS);
  const answered = channel.unsolicited.length > 0;
  channel.process.kill();
  await channel.close();
  return answered;
}
