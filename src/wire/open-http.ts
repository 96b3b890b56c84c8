import { noHandshake } from '../model/evidence.ts';
import { type Exchange, resultOf } from '../model/exchange.ts';
import type { StartFailure } from '../model/process.ts';
import { LATEST_LEGACY, MODERN } from '../model/protocol.ts';
import type { HttpTarget } from '../model/target.ts';
import { HttpChannel } from './http.ts';
import { detectLegacySse } from './legacy-sse.ts';
import { discover, initialize } from './negotiate.ts';
import type { Opened, OpenOptions } from './open.ts';
import { Session } from './session.ts';
import { noFailure } from './start-failure.ts';

/**
 * Finds the era of an HTTP adapter: a modern request first, whose answer of any kind but silence, a refusal of access or a missing server
 * leads on to `initialize`, then to the transport of 2024-11-05, then to a bare `tools/list` (2026-07-28 basic/transports/streamable-http,
 * "Backward Compatibility").
 */
export async function openHttp(target: HttpTarget, options: OpenOptions): Promise<Opened> {
  const { channel, session } = connect(target, options);
  const handshake = noHandshake();
  const start = { timeoutMs: options.startTimeoutMs };
  const startedAt = performance.now();
  if (options.era === 'bare') return (await bare()) ?? fail(null);
  if (options.era !== 'legacy') {
    if (await discover(session, handshake, options.protocol, start)) {
      channel.setEra({ revision: session.revision, modern: true });
      return settle('modern');
    }
    const final = endOf(handshake.discover);
    if (final || options.era === 'modern') return fail(handshake.discover, final);
  }
  if (await initialize(session, handshake, options.protocol, start)) {
    channel.setEra({ revision: session.revision, modern: false });
    return settle('legacy');
  }
  const refusal = handshake.initialize;
  const status = refusal?.http?.status ?? 0;
  if (refusal?.outcome !== 'answered' && [400, 404, 405].includes(status)) {
    const legacy = await detectLegacySse(target.url, target.headers, options.startTimeoutMs);
    if (legacy) {
      // What was refused so far was refused by another transport.
      handshake.refused = [];
      const older = new Session(legacy, { ...options, revision: '2024-11-05' });
      if (await initialize(older, handshake, '2024-11-05', start))
        return { channel: legacy, session: older, era: 'legacy', handshake, failure: null };
      await legacy.close();
    }
  }
  // Not every refusal is one: an adapter without any handshake answers `initialize` with an error and lists its tools all the same.
  if (refusal && !endOf(refusal)) {
    const found = await bare();
    if (found) return found;
  }
  return fail(refusal);

  function settle(era: Opened['era']): Opened {
    handshake.firstAnswerMs = Math.round(performance.now() - startedAt);
    return { channel, session, era, handshake, failure: null };
  }

  async function bare(): Promise<Opened | null> {
    session.revision = LATEST_LEGACY;
    channel.setEra(null);
    const list = await session.probe('tools/list', {}, { phase: 'handshake', ...start });
    return resultOf(list) ? settle('bare') : null;
  }

  function fail(waiting: Exchange | null, kind: StartFailure['kind'] | null = null): Opened {
    const found = kind ?? endOf(waiting) ?? (waiting?.outcome === 'answered' ? 'refused' : 'http-error');
    const limit =
      found === 'silent'
        ? ({ limitMs: options.startTimeoutMs, limitOption: options.signal.aborted ? '--deadline' : '--start-timeout' } as const)
        : {};
    const failure = noFailure(found, { waitingFor: waiting?.method ?? null, detail: waiting?.reason ?? '', ...limit });
    return { channel, session, era: 'legacy', handshake, failure };
  }
}

/** A fresh connection to the same place, not yet spoken on. */
export function connect(target: HttpTarget, options: OpenOptions): { channel: HttpChannel; session: Session } {
  const channel = new HttpChannel({ url: target.url, headers: target.headers });
  options.trace?.(channel.frames);
  return { channel, session: new Session(channel, { ...options, revision: MODERN }) };
}

/** What ends the search for an era: there is no use in asking on. */
function endOf(exchange: Exchange | null): StartFailure['kind'] | null {
  if (exchange?.outcome === 'unreachable') return 'unreachable';
  if (exchange?.outcome === 'silent') return 'silent';
  const status = exchange?.http?.status ?? 0;
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'unauthorized';
  if (status === 421) return 'http-error';
  if (status >= 300 && status < 400) return 'redirected';
  return null;
}
