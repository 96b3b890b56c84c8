import type { Evidence } from '../../model/evidence.ts';
import { quote } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { answered, httpAnswer, sampleEvidence } from '../sample.ts';
import { answeredOnly } from './answers.ts';

const { handshake } = sampleEvidence();
const UUID = 'b6a1c1c2-9a3d-4f0e-8a43-2f0a5c8e7d11';
const begun = (id: string) => answered('initialize', {}, { http: httpAnswer(200, { headers: { 'mcp-session-id': id } }) });
const first = (id: string): Partial<Evidence> => ({ handshake: { ...handshake, initialize: begun(id) } });
/** Counters and time stamps are shorter than this; whoever draws at random writes more. */
const SHORTEST = 12;

export const sessionIdCharset: SessionRule = {
  id: 'http/session-id-charset',
  on: 'session',
  severity: 'error',
  until: '2025-11-25',
  transports: ['http'],
  clause: '2025-11-25 basic/transports, "Session Management": the session id MUST only contain visible ASCII characters',
  why: 'Clients cannot send such an id back as a header, so the first request after initialize fails.',
  fix: 'make the session id of visible ASCII characters: a random UUID, or a token in hex or base64url',
  examples: { good: [{}, first(UUID)], bad: [first('sesión 1'), first('a b')] },
  *check(evidence) {
    const id = idsOf(evidence).find((each) => !/^[\x21-\x7e]+$/.test(each));
    if (id !== undefined) yield { at: 'http', message: `the session id ${quote(id, 60)} holds characters that are no visible ASCII` };
  },
};

export const sessionIdGuessable: SessionRule = {
  id: 'http/session-id-guessable',
  on: 'session',
  severity: 'warning',
  until: '2025-11-25',
  transports: ['http'],
  clause: '2025-11-25 basic/transports, "Session Management": the session id SHOULD be globally unique and cryptographically secure',
  why: 'Clients share what belongs to one of them, and anyone who guesses an id speaks in the name of another.',
  fix: 'make a fresh random id for each initialize, such as a UUID of the platform',
  yieldsTo: ['http/session-id-charset'],
  examples: {
    good: [{}, first(UUID), { ...first(UUID), probes: { 'second-connection': [begun(UUID.replace('b6', 'c7'))] } }],
    bad: [first('17'), first('1764460800123'), { ...first(UUID), probes: { 'second-connection': [begun(UUID)] } }],
  },
  *check(evidence) {
    const ids = idsOf(evidence);
    const guessed = ids.find((id) => id.length < SHORTEST || /^\d{1,19}$/.test(id));
    if (new Set(ids).size < ids.length)
      yield { at: 'http', message: 'two clients got the same session id: what one of them does, the other sees', evidence: ids[0] ?? '' };
    else if (guessed !== undefined)
      yield { at: 'http', message: 'the session id is so short or regular that it can be guessed', evidence: quote(guessed) };
  },
};

/** The id of each session that was begun. */
function idsOf({ handshake: { initialize }, probes }: Evidence): string[] {
  const others = (['second-connection', 'version-older', 'version-unknown', 'session-deleted'] as const).flatMap(
    (name) => probes[name] ?? [],
  );
  const all = answeredOnly([initialize, ...others]).filter((each) => each.method === 'initialize');
  return all.flatMap(({ http }) => http.headers['mcp-session-id'] ?? []);
}
