import type { Evidence } from '../../model/evidence.ts';
import { type Exchange, resultOf } from '../../model/exchange.ts';
import { LATEST_LEGACY, META } from '../../model/protocol.ts';
import type { HttpTarget, Target } from '../../model/target.ts';
import { initializeParams } from '../../wire/negotiate.ts';
import { aside, type OpenOptions } from '../../wire/open.ts';
import { begin } from '../../wire/open-stdio.ts';
import type { RequestOptions, Session } from '../../wire/session.ts';
import type { StdioChannel } from '../../wire/stdio.ts';
import { delay } from '../../wire/wait.ts';

type Probes = Evidence['probes'];

const UNKNOWN_VERSION = '1900-01-01';
const OLDER_VERSION = '2025-06-18';
/** How long an adapter gets to notice that nobody reads its stdout any more. */
const CLOSED_STDOUT_MS = 700;

/** What a second connection showed. `dual`: the modern adapter also takes `initialize`. */
export interface SecondConnection {
  probes: Probes;
  dual: boolean;
}

/**
 * Connects once more, while the first connection is open: does a second client get the same? Over stdio it is a process of its own, in which
 * an unknown version is tried too. With `closeStdout` its stdout is closed in the end while it answers.
 */
export async function secondConnection(
  target: Target,
  first: Session,
  options: OpenOptions,
  closeStdout: boolean,
): Promise<SecondConnection> {
  const limit = { timeoutMs: options.startTimeoutMs };
  if (target.kind === 'http') return secondHttp(target);
  const { session, channel } = begin(target, aside(options));
  const found = first.modern ? await modern(session) : await legacyProcess(session);
  if (closeStdout) found.probes['closed-stdout'] = [await afterClosedStdout(session, channel)];
  if (!channel.process.exit) channel.process.kill();
  await channel.close();
  return found;

  async function secondHttp(server: HttpTarget): Promise<SecondConnection> {
    const { LegacySseChannel } = await import('../../wire/legacy-sse.ts');
    // Over HTTP+SSE each client has a stream of its own by design.
    if (first.channel instanceof LegacySseChannel) return { probes: {}, dual: false };
    const { connect } = await import('../../wire/open-http.ts');
    const connections: ReturnType<typeof connect>[] = [];
    const open = () => {
      const next = connect(server, aside(options));
      connections.push(next);
      return next.session;
    };
    const second = open();
    let found: SecondConnection;
    if (first.modern) found = await modern(second);
    else {
      second.revision = first.revision;
      const probes: Probes = { 'second-connection': [await second.probe('initialize', initializeParams(second), limit)] };
      for (const [name, version] of [
        ['version-unknown', UNKNOWN_VERSION],
        ['version-older', OLDER_VERSION],
      ] as const) {
        const session = open();
        session.revision = version;
        probes[name] = [await session.probe('initialize', initializeParams(session), limit)];
      }
      found = { probes, dual: false };
    }
    await Promise.all(connections.map(({ channel }) => channel.close()));
    return found;
  }

  /** A modern adapter: does it know `initialize`, and does a first request work without anything before it? */
  async function modern(session: Session): Promise<SecondConnection> {
    const revision = first.revision;
    // As the first request of a connection: some servers look at the version only then.
    const unknown = await unknownVersion(session, limit);
    session.revision = LATEST_LEGACY;
    const initialize = await session.probe('initialize', initializeParams(session), limit);
    session.revision = revision;
    const dual = typeof resultOf(initialize)?.protocolVersion === 'string';
    const probes: Probes = { 'version-unknown': [unknown], 'initialize-on-modern': [initialize] };
    if (!dual || target.kind === 'http') probes['second-connection'] = [await session.probe('tools/list', {}, limit)];
    return { probes, dual };
  }

  /** A legacy process: first a version that nobody knows, then, as that was refused, the one agreed on before. */
  async function legacyProcess(session: Session): Promise<SecondConnection> {
    session.revision = UNKNOWN_VERSION;
    const unknown = await session.probe('initialize', initializeParams(session), limit);
    const probes: Probes = { 'version-unknown': [unknown] };
    session.revision = first.revision;
    const initialize = resultOf(unknown) ? unknown : await session.probe('initialize', initializeParams(session), limit);
    probes['second-connection'] = [initialize];
    if (!resultOf(initialize)) return { probes, dual: false };
    await session.notify('notifications/initialized', {}, { phase: 'probe' });
    probes['second-connection'].push(await session.probe('tools/list', {}, limit));
    return { probes, dual: false };
  }
}

/** A modern request in a version that nobody knows. */
function unknownVersion(session: Session, limit: RequestOptions): Promise<Exchange> {
  const meta = { ...session.usualMeta(), [META.protocolVersion]: UNKNOWN_VERSION };
  return session.probe('tools/list', {}, { ...limit, meta, headers: { 'MCP-Protocol-Version': UNKNOWN_VERSION } });
}

/** Closes our end of stdout and has the adapter write: one that was not prepared for that ends with a stack trace. */
async function afterClosedStdout(session: Session, channel: StdioChannel) {
  const before = channel.process.stderr.bytes;
  channel.process.closeStdout();
  const exchange = await session.probe('tools/list', {}, { timeoutMs: CLOSED_STDOUT_MS });
  if (!channel.process.exit) await delay(50);
  exchange.stderrBytes = channel.process.stderr.bytes - before;
  exchange.reason = channel.process.stderr.tail().join('\n');
  return exchange;
}
