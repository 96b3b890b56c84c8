import type { Handshake } from '../model/evidence.ts';
import { type Exchange, errorCode, errorMessage, errorOf, resultOf } from '../model/exchange.ts';
import { isObject, member } from '../model/json.ts';
import { CODES, isModern, isModernError, LATEST_LEGACY, MODERN, REVISIONS } from '../model/protocol.ts';
import type { RequestOptions, Session } from './session.ts';

/**
 * Asks `server/discover`. On success the session speaks the modern revision that both sides know. A recognised modern error
 * settles the era too: the request is repeated with a version the adapter names (2026-07-28 basic/versioning).
 * @returns true when the adapter is modern
 */
export async function discover(session: Session, handshake: Handshake, wanted: string | null, options: RequestOptions): Promise<boolean> {
  session.revision = wanted && isModern(wanted) ? wanted : MODERN;
  const first = await session.request('server/discover', {}, options);
  handshake.discover = first;
  const named = isModernError(errorCode(first)) ? versionsIn(member(errorOf(first), 'data')).filter(isModern) : [];
  const [instead] = named;
  const exchange = errorCode(first) === CODES.unsupportedVersion && instead ? await again(instead) : first;
  const offered = versionsIn(resultOf(exchange));
  if (!offered.length) return isModernError(errorCode(exchange));
  session.revision = choose(offered, wanted);
  return true;

  function again(revision: string): Promise<Exchange> {
    session.revision = revision;
    return session.request('server/discover', {}, options);
  }
}

/**
 * Sends `initialize`, and when it is refused once more with each version that the refusal names (at most three).
 * Success sets the session's revision to the one agreed on and sends `notifications/initialized`.
 * @returns true when a handshake came about
 */
export async function initialize(session: Session, handshake: Handshake, wanted: string | null, options: RequestOptions): Promise<boolean> {
  const versions = [wanted && !isModern(wanted) ? wanted : LATEST_LEGACY];
  for (let tries = 0; tries < versions.length && tries < 4; tries++) {
    session.revision = versions[tries] ?? LATEST_LEGACY;
    const exchange = await session.request('initialize', initializeParams(session), options);
    handshake.initialize = exchange;
    const result = resultOf(exchange);
    if (result) {
      const agreed = member(result, 'protocolVersion');
      if (typeof agreed === 'string') session.revision = agreed;
      handshake.initialized = await session.notify('notifications/initialized', {}, { ...options, phase: 'handshake' });
      return true;
    }
    if (exchange.outcome === 'silent' || exchange.outcome === 'gone' || exchange.outcome === 'unreachable') return false;
    handshake.refused.push(exchange);
    for (const version of versionsInRefusal(exchange)) if (!versions.includes(version)) versions.push(version);
  }
  return false;
}

/** The parameters of `initialize` for the revision that the session stands at. */
export function initializeParams(session: Session): { protocolVersion: string; capabilities: object; clientInfo: object } {
  return { protocolVersion: session.revision, capabilities: session.declaredCapabilities(), clientInfo: { ...session.info } };
}

/** The newest revision that both know, the one the user wants if it is offered, else whatever the adapter puts first. */
function choose(offered: string[], wanted: string | null): string {
  if (wanted && offered.includes(wanted)) return wanted;
  const known = offered.filter((version) => (REVISIONS as readonly string[]).includes(version) && isModern(version));
  return known.sort().at(-1) ?? offered.filter(isModern)[0] ?? MODERN;
}

/** `supportedVersions` of a DiscoverResult, or `supported` of an UnsupportedProtocolVersion error. */
function versionsIn(value: unknown): string[] {
  const list = member(value, 'supportedVersions') ?? member(value, 'supported');
  return Array.isArray(list) ? list.filter((version) => typeof version === 'string') : [];
}

/** Legacy revisions that a refusal names, in its data or in its words, newest first. */
function versionsInRefusal(exchange: Exchange): string[] {
  const data = member(errorOf(exchange), 'data');
  const text = [errorMessage(exchange), isObject(data) || Array.isArray(data) ? JSON.stringify(data) : '', exchange.http?.body ?? ''].join(
    ' ',
  );
  const named: readonly string[] = text.match(/\b20\d\d-\d\d-\d\d\b/g) ?? [];
  return REVISIONS.filter((revision) => !isModern(revision) && named.includes(revision)).reverse();
}
