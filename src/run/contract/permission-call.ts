import { randomInt } from 'node:crypto';
import { denialIn } from '../../cases/denied.ts';
import type { JsonObject } from '../../model/json.ts';
import { quote, shorten } from '../../model/text.ts';
import type { ToolDeclaration } from '../../model/tool.ts';
import { limitsOf } from '../calls.ts';
import { keepCase } from '../keep-case.ts';
import { type Played, play } from '../play.ts';
import type { Written } from '../write-case.ts';
import { isTold } from './contract-findings.ts';
import type { ContractVerdict } from './contract-rules.ts';
import { withFreshKey } from './keys.ts';
import type { PermissionPlace } from './permission-place.ts';
import { plainTrial } from './plain-trial.ts';
import type { Identity, Tester, Trial } from './trial.ts';

const TOO_WIDE = 'permission-too-wide';
export const TOO_NARROW = 'permission-too-narrow';

/** In an `allow`: every tool. */
export const EVERY = '*';

const UNLISTED = 'its tools/list does not show it';
const MANY = 1_000_000_000;

/** A tester that counts the calls. */
export interface PermissionTester extends Tester {
  calls: number;
}

/**
 * Calls one tool as one identity, and notes where that is not as declared.
 * @param wish valid arguments; undefined when the tool may not be called, or none are known. What its list hides is refused all the same
 */
export async function callAs(
  at: PermissionPlace,
  tool: ToolDeclaration,
  wish: JsonObject | undefined,
  tester: PermissionTester,
): Promise<'allowed' | 'refused' | 'notRun' | 'unanswered'> {
  const { identity } = at;
  const { signal } = tester.options.open;
  if (signal.aborted) return 'notRun';
  const [isDeclared, isListed] = [isAllowed(identity, tool.name), at.lists(tool.name)];
  const trial = trialAs(identity, tool, wish ?? {});
  if (!wish) {
    if (isListed) return 'notRun';
    if (isDeclared) tester.found({ verdict: TOO_NARROW, trial, played: [], what: tooNarrow(identity, UNLISTED), saved: null });
    return 'refused';
  }
  const call = { name: tool.name, arguments: trial.arguments, text: trial.text, ...limitsOf(tester.options.open.timeoutMs) };
  tester.calls++;
  const played = await play(at.place, tool, call, { name: trial.name, expect: { denied: !isDeclared } });
  const { outcome } = played.seen;
  if (signal.aborted) return 'notRun';
  if (outcome === 'transport' || outcome === 'timeout') return 'unanswered';
  const denial = denialIn(played.seen);
  // To use a tool one must be shown it. That nobody may use one which is hidden is disproved only by a call that goes well.
  const isLetThrough = denial === null && (isListed || (!isDeclared && outcome === 'ok'));
  if (isLetThrough !== isDeclared) {
    const verdict = isDeclared ? TOO_NARROW : TOO_WIDE;
    const what = isDeclared ? tooNarrow(identity, isListed ? (denial ?? '') : UNLISTED) : tooWide(identity, played, isListed);
    tester.found({ verdict, trial, played: [played], what, saved: await keep(at, verdict, played, tester) });
  }
  return isLetThrough ? 'allowed' : 'refused';
}

/** Whether the config says that an identity may use a tool. */
export function isAllowed({ allow }: Identity, tool: string): boolean {
  return allow.includes(EVERY) || allow.includes(tool);
}

/** A call as an identity, with a key of its own where the arguments have one. */
export function trialAs({ name }: Identity, tool: ToolDeclaration, wish: JsonObject): Trial {
  const as = `as/${name}`;
  // Two identities have two failures: a place and a keyword tell failures of a tool apart.
  const trial: Trial = { ...plainTrial(tool, wish, as), kind: 'either', keyword: as };
  return withFreshKey(trial, randomInt(MANY), randomInt(MANY));
}

function tooNarrow({ name, allow }: Identity, why: string): string {
  return `the identity ${quote(name)} is refused (${why}), though its "allow" ${allow.includes(EVERY) ? 'is "*"' : 'names it'}`;
}

function tooWide({ name }: Identity, played: Played, isListed: boolean): string {
  const hidden = isListed ? '' : `, and ${UNLISTED}`;
  return `the identity ${quote(name)} may call it${reached(played)}, though its "allow" does not name it${hidden}`;
}

/** How far a call came that was let through and failed. */
function reached({ seen }: Played): string {
  if (seen.outcome === 'ok') return '';
  return seen.refusesArguments ? ' (its arguments were looked at, and refused)' : ` (it got as far as ${shorten(seen.code, 60)})`;
}

/** The call as a case that connects as the identity; null where nothing may be written, or the call alone does not show the failure. */
async function keep(at: PermissionPlace, verdict: ContractVerdict, played: Played, { options }: Tester): Promise<Written | null> {
  if (!played.mismatches.length || !isTold(verdict, options.settings)) return null;
  const { identity, place, options: own } = at;
  return keepCase({ place, played: [played], options: own, keeping: options.keeping, source: 'boundary', identity: identity.name });
}
