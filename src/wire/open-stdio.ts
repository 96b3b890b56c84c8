import { noHandshake } from '../model/evidence.ts';
import type { Exchange } from '../model/exchange.ts';
import { resultOf } from '../model/exchange.ts';
import type { StartFailure } from '../model/process.ts';
import { LATEST_LEGACY, MODERN } from '../model/protocol.ts';
import type { Launch } from '../model/target.ts';
import { afterSilence } from './after-silence.ts';
import { discover, initialize } from './negotiate.ts';
import type { Opened, OpenOptions } from './open.ts';
import { Session } from './session.ts';
import { noFailure } from './start-failure.ts';
import { StdioChannel } from './stdio.ts';

/** How long `server/discover` may go unanswered before the adapter is taken for a legacy one (contracts §1). */
const DISCOVER_MS = 2_500;

/**
 * Starts an adapter and finds its era in the real process: `server/discover`, then `initialize`; a process that died of the first, was
 * silent, or refuses the second afterwards is started afresh with `initialize`. What answers neither but lists its tools is bare.
 */
export async function openStdio(launch: Launch, options: OpenOptions): Promise<Opened<StdioChannel>> {
  let current = begin(launch, options);
  const { handshake } = current;
  const start = { timeoutMs: options.startTimeoutMs };
  let held: Buffer[] | null = null;
  if (options.era === 'bare') return (await bare(current)) ?? fail('refused', handshake.initialize);
  if (options.era !== 'legacy') {
    const limit = options.era === 'modern' ? options.startTimeoutMs : Math.min(DISCOVER_MS, options.startTimeoutMs);
    if (await discover(current.session, handshake, options.protocol, { timeoutMs: limit })) return settle('modern');
    if (options.era === 'modern') return fail(kindOf(handshake.discover), handshake.discover, options.startTimeoutMs);
    const outcome = handshake.discover?.outcome;
    if (options.signal.aborted || current.channel.process.failure) return fail('silent', handshake.discover);
    if (outcome === 'gone' || outcome === 'silent') await restart(outcome === 'gone' ? 'died' : 'silent');
  }
  if (await initialize(current.session, handshake, options.protocol, start)) return settle('legacy');
  // A slow modern-only adapter refuses `initialize`; one that was never asked must be, before it counts as bare.
  if (handshake.restarted && handshake.discover?.outcome === 'silent' && handshake.initialize?.outcome === 'answered') {
    if (await discover(current.session, handshake, options.protocol, { timeoutMs: DISCOVER_MS })) return settle('modern');
  }
  if (handshake.initialize?.outcome === 'answered') {
    if (options.era === 'auto' && !handshake.restarted) {
      await restart('refused');
      if (await initialize(current.session, handshake, options.protocol, start)) return settle('legacy');
    }
    const found = await bare(current);
    if (found) return found;
  }
  return fail(kindOf(handshake.initialize), handshake.initialize, options.startTimeoutMs);

  async function restart(why: 'died' | 'silent' | 'refused'): Promise<void> {
    handshake.restarted = why;
    if (why === 'silent') current.channel.process.kill();
    await current.channel.close();
    const earlier = current.session.exchanges;
    // What died once may die again with the same words; they are passed on only if it lives.
    const { onStderr } = options;
    const again =
      why === 'died' && onStderr ? { ...options, onStderr: (chunk: Buffer) => void (held ? held.push(chunk) : onStderr(chunk)) } : options;
    if (why === 'died') held = [];
    current = { ...begin(launch, again), handshake };
    current.session.exchanges.push(...earlier);
  }

  function settle(era: Opened['era']): Opened<StdioChannel> {
    for (const chunk of held ?? []) options.onStderr?.(chunk);
    held = null;
    handshake.firstAnswerMs = current.channel.firstMessageMs;
    return { ...current, era };
  }

  async function bare(opened: Opened<StdioChannel>): Promise<Opened<StdioChannel> | null> {
    opened.session.revision = LATEST_LEGACY;
    const list = await opened.session.probe('tools/list', {}, { phase: 'handshake', ...start });
    return resultOf(list) ? settle('bare') : null;
  }

  async function fail(kind: StartFailure['kind'], waiting: Exchange | null, limitMs: number | null = null): Promise<Opened<StdioChannel>> {
    const { channel } = current;
    const failure = channel.process.failure ?? noFailure(kind, { waitingFor: waiting?.method ?? null });
    if (failure.kind === 'silent') {
      Object.assign(failure, { limitMs, limitOption: options.signal.aborted ? '--deadline' : '--start-timeout' });
      channel.process.freeze();
      if (!options.signal.aborted) failure.afterwards = await afterSilence(channel, launch, options);
    }
    return { ...current, era: 'legacy', failure };
  }
}

/** Starts the process; nothing is sent yet. */
export function begin(launch: Launch, options: OpenOptions): Opened<StdioChannel> {
  const channel = new StdioChannel(launch, options.env, options.onStderr);
  options.trace?.(channel.frames);
  channel.process.killOn(options.signal);
  const session = new Session(channel, { ...options, revision: MODERN });
  return { channel, session, era: 'legacy', handshake: noHandshake(), failure: null };
}

function kindOf(exchange: Exchange | null): StartFailure['kind'] {
  if (exchange?.outcome === 'gone') return 'exited';
  return exchange?.outcome === 'answered' ? 'refused' : 'silent';
}
