import { groupBy } from '../model/group.ts';
import type { ContractSummary, ContractTool } from '../model/run.ts';
import { grouped, plural } from '../model/text.ts';

/** How the note of a tool begins that was not called at all. */
const NOT_CALLED = 'not called: ';

/** True for a tool that calls were made to. */
export function wasCalled({ note }: ContractTool): boolean {
  return !note.startsWith(NOT_CALLED);
}

/** `64 cases, 2 dropped, 50 random` */
export function workOf({ valid, invalid, either, dropped, random }: ContractTool): string {
  const cases = valid + invalid + either;
  return [plural(cases, 'case'), dropped ? `${dropped} dropped` : '', random ? `${grouped(random)} random` : ''].filter(Boolean).join(', ');
}

/** `3 failed`, or `ok`. */
export function resultOf({ failed }: ContractTool): string {
  return failed ? `${grouped(failed)} failed` : 'ok';
}

/** The tools that were not called, by the reason. */
export function notCalled({ tools }: ContractSummary): { why: string; names: string[] }[] {
  const left = tools.filter((tool) => !wasCalled(tool));
  return [...groupBy(left, ({ note }) => note)].map(([note, same]) => ({
    why: note.slice(NOT_CALLED.length),
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
