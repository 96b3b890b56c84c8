import type { Run, StepRecord } from '../model/run.ts';
import { quote, some } from '../model/text.ts';

/** What differs between two runs of the same suites, in other eras or over other transports: one finding a step. */
export function differences(runs: readonly Run[]): Run['findings'] {
  // Where the adapter could not be opened, the error of the run says so.
  const [first, ...others] = runs.filter(({ adapter }) => adapter);
  if (!first) return [];
  const title = (run: Run) => (run.adapter ? `${run.adapter.era} over ${run.adapter.transport}` : run.command);
  return others.flatMap((other) => {
    const byName = new Map(other.steps.map((step) => [step.name, step]));
    // How an adapter ends has no tool; over each transport it is another way.
    const calls = first.steps.filter(({ tool }) => tool !== '');
    return calls.flatMap((step) => {
      const words = differs(step, byName.get(step.name), title(first), title(other));
      return words === null ? [] : [difference(step, `${quote(step.name)}: ${words}`)];
    });
  });
}

function differs(step: StepRecord, its: StepRecord | undefined, here: string, there: string): string | null {
  const [mine, other] = [said(step), its ? said(its) : 'not run'];
  if (mine !== other) return `${mine} in ${here}, ${other} in ${there}`;
  const [members, others] = [membersOf(step), membersOf(its)];
  const only = [
    ...members.filter((each) => !others.includes(each)).map((each) => `${each} in ${here}`),
    ...others.filter((each) => !members.includes(each)).map((each) => `${each} in ${there}`),
  ];
  return only.length ? `${some(only)} only` : null;
}

function said({ status, outcome, code }: StepRecord): string {
  return [status, outcome, code].filter((word, index, all) => word !== all[index - 1]).join(', ');
}

function membersOf(step: StepRecord | undefined): string[] {
  return step?.shape ? step.shape.split(', ') : [];
}

function difference(step: StepRecord, words: string): Run['findings'][number] {
  return {
    rule: 'smoke/differs',
    severity: 'error',
    tool: step.tool || null,
    at: null,
    message: words,
    fix: 'an agent must not notice which era or transport its host speaks: give both the same answer',
    clause: null,
    profile: null,
    count: 1,
    source: null,
    evidence: null,
  };
}
