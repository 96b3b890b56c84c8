import { groupBy } from '../model/group.ts';
import type { ContractSummary, ContractTool } from '../model/run.ts';
import { grouped, plural } from '../model/text.ts';

/** How the note of a tool may begin that was not called at all. */
const NOT_CALLED = 'not called: ';
/** What the note of a tool says of which only some calls were made. */
const CUT_SHORT = 'not all was called: ';

/** True for a tool that calls were made to. */
export function wasCalled({ valid, invalid, either, random, note }: ContractTool): boolean {
  return valid + invalid + either + random > 0 && !note.startsWith(NOT_CALLED);
}

/** `64 cases, 2 dropped, 50 random` */
export function workOf({ valid, invalid, either, dropped, random }: ContractTool): string {
  const cases = valid + invalid + either;
  return [plural(cases, 'case'), dropped ? `${dropped} dropped` : '', random ? `${grouped(random)} random` : ''].filter(Boolean).join(', ');
}

/** `3 failed`, `unfinished`, or `ok`. */
export function resultOf({ failed, note }: ContractTool): string {
  return failed ? `${grouped(failed)} failed` : note.includes(CUT_SHORT) ? 'unfinished' : 'ok';
}

/** The tools that were not called, by the reason. */
export function notCalled({ tools }: ContractSummary): { why: string; names: string[] }[] {
  const left = tools.filter((tool) => !wasCalled(tool));
  return [...groupBy(left, ({ note }) => note)].map(([note, same]) => ({
    why: note.startsWith(NOT_CALLED) ? note.slice(NOT_CALLED.length) : note,
    names: same.map(({ tool }) => tool),
  }));
}

/** `3 allowed, 2 refused, 1 not run` */
export function identityWords({ allowed, refused, notRun }: ContractSummary['identities'][number]): string {
  return [`${allowed} allowed`, `${refused} refused`, notRun ? `${notRun} not run` : ''].filter(Boolean).join(', ');
}

/** `412 calls, seed 7` */
export function contractTotals({ calls, seed }: ContractSummary): string {
  return `${grouped(calls)} ${calls === 1 ? 'call' : 'calls'}, seed ${seed}`;
}
