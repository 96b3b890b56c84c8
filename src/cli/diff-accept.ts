import { dayOf, type SavedAcceptance, untilOption, withAcceptance } from '../lock/accept.ts';
import { writeAccepted } from '../lock/accept-file.ts';
import { EXIT, Fault } from '../model/fault.ts';
import { isCi } from '../model/is-ci.ts';
import { didYouMean } from '../model/nearest.ts';
import { type Run, summarise } from '../model/run.ts';
import { quote, some } from '../model/text.ts';
import type { DiffFlags } from './actions/diff.ts';
import type { Io } from './io.ts';
import type { LockPlace } from './lock-place.ts';

const ACCEPT = 'accept';
const FORM = 'write mcp-adapter diff accept FINGERPRINT --reason "why it may be" --until 2027-01-31';

/** A change that is to be accepted. */
export interface Accepting {
  fingerprint: string;
  reason: string;
  until: string;
  today: string;
}

/**
 * What `diff accept` was told; null for a `diff` that accepts nothing.
 * @throws Fault (usage) where something is missing, or in CI
 */
export function acceptingOf([word, fingerprint]: readonly string[], { reason, until, frozen }: DiffFlags, io: Io): Accepting | null {
  if (word !== ACCEPT) {
    if (reason === undefined && until === undefined) return null;
    throw new Fault('usage', '--reason and --until belong to accept', FORM);
  }
  if (isCi(io.env))
    throw new Fault('usage', 'accepting is for a person, and this is a CI job', 'accept it where you work, and commit tools.accept.json');
  if (frozen) throw new Fault('usage', '--frozen accepts nothing', 'leave it out');
  if (fingerprint === undefined) throw new Fault('usage', 'the fingerprint of a change is missing', FORM);
  if (!reason?.trim()) throw new Fault('usage', 'the --reason is missing', FORM);
  if (until === undefined) throw new Fault('usage', '--until is missing', FORM);
  const today = dayOf(new Date());
  return { fingerprint: fingerprint.trim().toLowerCase(), reason: reason.trim(), until: untilOption(until, today), today };
}

/**
 * Writes down that a change of a run is accepted; the run then holds only that change.
 * @param mask hides the secrets of this run: the file is for git
 * @throws Fault (usage) that names the nearest fingerprint
 */
export async function acceptChange(
  run: Run,
  { fingerprint, ...said }: Accepting,
  { acceptFile, acceptShown }: LockPlace,
  accepted: readonly SavedAcceptance[],
  io: Io,
  mask: (text: string) => string,
): Promise<Run> {
  const change = run.changes.find((each) => each.fingerprint === fingerprint);
  if (!change) throw noSuchChange(fingerprint, run);
  const words = { ...said, reason: mask(said.reason) };
  const all = withAcceptance(accepted, { ...change, message: mask(change.message) }, words);
  await writeAccepted(acceptFile, acceptShown, all);
  await io.stderr.write(`${acceptShown}: ${fingerprint} is accepted until ${words.until}\n`);
  const { reason, until } = words;
  run.changes = [{ ...change, severity: 'info', accepted: { reason, until } }];
  run.exitCode = EXIT.ok;
  run.summary = summarise(run);
  return run;
}

function noSuchChange(fingerprint: string, { changes }: Run): Fault {
  const known = [...new Set(changes.map((each) => each.fingerprint))];
  const hint = known.length ? `there is ${some(known)}; mcp-adapter diff shows them` : 'nothing has changed since the lock';
  return new Fault('usage', `no change has the fingerprint ${quote(fingerprint, 60)}`, didYouMean(fingerprint, known, hint));
}
