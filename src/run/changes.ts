import type { RuleSettings } from '../checks/judge.ts';
import { dayOf, type SavedAcceptance } from '../lock/accept.ts';
import { changeOf } from '../lock/change.ts';
import { saysTheSame } from '../lock/declared.ts';
import type { Declared, Difference } from '../lock/difference.ts';
import type { ReadLock } from '../lock/read-lock.ts';
import type { Evidence } from '../model/evidence.ts';
import { resultOf } from '../model/exchange.ts';
import type { Change } from '../model/finding.ts';
import { member } from '../model/json.ts';
import { order } from '../model/order.ts';
import { isModern } from '../model/protocol.ts';
import type { SourcePlace, ToolDeclaration } from '../model/tool.ts';
import type { OpenOptions } from '../wire/open.ts';
import type { CallFiles } from './outdated-cases.ts';

/** What changes are judged by. */
export interface ChangeOptions {
  settings: RuleSettings;
  accepted: readonly SavedAcceptance[];
  /** Whose calls are looked at; null where there are none to look at. */
  files: CallFiles | null;
}

/** A lock to compare with. */
export interface LockOptions extends ChangeOptions {
  before: ReadLock;
}

/**
 * Every change from a lock to what is declared now, with the saved calls that it makes useless. Sorted by tool and place, so that two runs
 * are equal.
 * @param tools as they are declared now, for their places in the source
 */
export async function changesSince(
  { declared: before, edited }: ReadLock,
  after: Declared,
  tools: readonly ToolDeclaration[],
  { settings, accepted, files }: ChangeOptions,
): Promise<Change[]> {
  const today = new Date();
  const places = new Map(tools.map(({ name, source }) => [name, source]));
  const judged = (difference: Difference, source: SourcePlace | null, count = 1): Change[] => {
    const change = changeOf(difference, settings, accepted, today);
    return change ? [{ ...change, count, source, message: change.message + endedNote(change, accepted, dayOf(today)) }] : [];
  };
  const differences = saysTheSame(before, after) ? [] : await compared(before, after);
  const changes = [...edited, ...differences].flatMap((each) => judged(each, places.get(each.tool ?? '') ?? null));
  if (differences.length && files) {
    const { outdatedCalls } = await import('./outdated-cases.ts');
    changes.push(
      ...(await outdatedCalls(before, after, files)).flatMap(({ difference, source, count }) => judged(difference, source, count)),
    );
  }
  return changes.sort(byPlace);
}

/** What it takes to compare declarations is loaded only where some have changed. */
async function compared(before: Declared, after: Declared): Promise<Difference[]> {
  const { compareDeclarations } = await import('../lock/compare-declarations.ts');
  return compareDeclarations(before, after);
}

/**
 * The revisions that an adapter is known to speak, where that tells whether it still speaks `revision`; else none. Nothing is asked for it: an
 * answer to `server/discover` names revisions, and an adapter that was asked for the newest has settled on the newest that it speaks.
 */
export function spokenBy(
  { handshake, era, revision: settled }: Evidence,
  revision: string | null,
  { era: asked, protocol }: OpenOptions,
): string[] {
  const named = handshake.discover && member(resultOf(handshake.discover), 'supportedVersions');
  const versions = Array.isArray(named) ? named.filter((version) => typeof version === 'string') : [];
  // One that names only modern revisions may well speak legacy ones to those who begin with `initialize`.
  if (versions.length) return revision !== null && (isModern(revision) || versions.some((each) => !isModern(each))) ? versions : [];
  const { restarted } = handshake;
  // One that only was too slow to answer `server/discover` may well know it.
  const wasAskedForNewest = asked === 'auto' && protocol === null && era === 'legacy' && restarted !== 'silent' && restarted !== 'died';
  return wasAskedForNewest && revision !== null && revision > settled ? [settled] : [];
}

function endedNote(change: Change, accepted: readonly SavedAcceptance[], today: string): string {
  const ended = change.accepted ? undefined : accepted.findLast(({ fingerprint }) => fingerprint === change.fingerprint);
  return ended && ended.until < today ? `; the acceptance of it ended on ${ended.until}` : '';
}

/** The whole adapter first, then by tool, place and rule, in code-unit order. */
function byPlace(a: Change, b: Change): number {
  return order(a.tool ?? '', b.tool ?? '') || order(a.at ?? '', b.at ?? '') || order(a.rule, b.rule) || order(a.fingerprint, b.fingerprint);
}
