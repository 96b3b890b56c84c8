import { codeOf } from '../../model/error-code.ts';
import { messageOf } from '../../model/fault.ts';
import { CLOCK, type Clock } from './clock.ts';
import { readGrant, readGrants, usesFolder } from './grant-folder.ts';
import { type Refusal, refusalText } from './grant-refusal.ts';
import type { Grant, GrantAnswer, GrantStore, GrantWish } from './grant-store.ts';
import { grantUses, takenUses } from './grant-uses.ts';
import { validityWatch } from './grant-validity.ts';
import { originOf } from './origin.ts';

/** Files that are told of: a folder full of rubbish must not fill the log. */
const MAX_TOLD = 1_000;

export interface GrantFileOptions extends Partial<Clock> {
  /** Told once of each file that is no grant that counts: damaged, foreign, of a newer format. */
  ignored?: (file: string, why: string) => void;
}

/** A grant that might cover a call, and why it does not after all. */
interface Candidate {
  grant: Grant;
  refusal: Refusal | null;
  /** The call's key has taken a use of it already. */
  isRepeated: boolean;
}

/**
 * Grants as files `grants/<id>.json` below the state folder, read anew at every question. What cannot be read is no grant. Only `use` rejects,
 * with the error of the file system, when the uses cannot be read or written.
 */
export function grantFiles(state: string, { ignored = () => {}, ...given }: GrantFileOptions = {}): GrantStore {
  const clock = { ...CLOCK, ...given };
  const invalid = validityWatch(clock);
  const uses = grantUses();
  const told = new Set<string>();

  function tell(file: string, why: string): void {
    const line = `${file} ${why}`;
    if (told.has(line) || told.size >= MAX_TOLD) return;
    told.add(line);
    ignored(file, why);
  }

  /** Why a grant does not cover a call, its uses left aside. An origin that is not known yet passes until the effect. */
  function refuse(grant: Grant, wish: GrantWish, isEffect: boolean): Refusal | null {
    if (grant.task !== wish.task || !grant.tools.includes(wish.tool)) return { kind: 'tool', grant };
    if (grant.principal !== wish.principal) return { kind: 'principal', grant };
    const kind = invalid(grant);
    if (kind) return { kind, grant };
    return isWithin(grant, wish, isEffect) ? null : { kind: 'origin', grant };
  }

  async function judge(grant: Grant, wish: GrantWish): Promise<Candidate> {
    const refusal = refuse(grant, wish, false);
    if (refusal) return { grant, refusal, isRepeated: false };
    const folder = usesFolder(state, grant.id);
    try {
      const isRepeated = (await uses.find(folder, wish.key)) !== null;
      const isUsedUp = !isRepeated && (await takenUses(folder)).length >= grant.max_calls;
      return { grant, refusal: isUsedUp ? { kind: 'used-up', grant } : null, isRepeated };
    } catch (error) {
      tell(folder, messageOf(error));
      return { grant, refusal: { kind: 'unreadable' }, isRepeated: false };
    }
  }

  async function again(grant: Grant, wish: GrantWish, isEffect: boolean): Promise<GrantAnswer> {
    const file = await readGrant(state, grant.id);
    if (!file) return no(wish, { kind: 'gone', id: grant.id });
    if (!file.grant) {
      tell(file.file, file.why);
      return no(wish, { kind: 'damaged', id: grant.id });
    }
    const refusal = refuse(file.grant, wish, isEffect);
    return refusal ? no(wish, refusal) : { grant: file.grant };
  }

  return {
    async find(wish) {
      const files = await readGrants(state).catch((error: unknown) => codeOf(error) ?? messageOf(error));
      if (typeof files === 'string') {
        tell('folder', files);
        return no(wish, { kind: 'unreadable' });
      }
      for (const each of files) if (!each.grant) tell(each.file, each.why);
      const grants = files.flatMap(({ grant }) => (grant && grant.task === wish.task && grant.tools.includes(wish.tool) ? [grant] : []));
      const candidates = await Promise.all(grants.map((grant) => judge(grant, wish)));
      const [best] = candidates.filter(({ refusal }) => !refusal).sort(byPreference);
      if (best) return { grant: best.grant };
      const [nearest] = candidates.sort(byNearness);
      return no(wish, nearest?.refusal ?? { kind: 'none' });
    },
    async use(grant, wish) {
      const answer = await again(grant, wish, false);
      if (!answer.grant) return answer;
      const { id, max_calls } = answer.grant;
      const use = { key: wish.key, tool: wish.tool, at: new Date(clock.now()).toISOString() };
      const number = await uses.take(usesFolder(state, id), max_calls, use);
      return number === null ? no(wish, { kind: 'used-up', grant: answer.grant }) : answer;
    },
    confirm: (grant, wish) => again(grant, wish, true),
  };
}

function isWithin({ origins }: Grant, { origin }: GrantWish, isEffect: boolean): boolean {
  if (!origins.length) return true;
  if (origin === undefined) return false;
  if (origin === null) return !isEffect;
  const wanted = originOf(origin);
  return wanted !== null && origins.some((each) => originOf(each) === wanted);
}

/** A repeated call stays with its grant; else the one that ends soonest. */
function byPreference(a: Candidate, b: Candidate): number {
  return Number(b.isRepeated) - Number(a.isRepeated) || Date.parse(a.grant.expires_at) - Date.parse(b.grant.expires_at);
}

/** Which refusal is told: the caller's own grants first, and the newest. */
function byNearness(a: Candidate, b: Candidate): number {
  const isForeign = ({ refusal }: Candidate) => Number(refusal?.kind === 'principal');
  return isForeign(a) - isForeign(b) || Date.parse(b.grant.created_at) - Date.parse(a.grant.created_at);
}

function no(wish: GrantWish, refusal: Refusal): GrantAnswer {
  return { grant: null, why: refusalText(wish, refusal) };
}
