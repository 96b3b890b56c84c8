import type { ToolDeclaration } from '../../model/tool.ts';
import type { BoundaryCase } from '../../schema/boundary/boundary-case.ts';
import { attemptAll } from './attempt-all.ts';
import { aboutAll } from './smallest.ts';
import type { Tester, Trial } from './trial.ts';

/** Makes the calls on the edges of a tool's input schema; the tester decides how many are under way. */
export async function boundaryLayer(tester: Tester, tool: ToolDeclaration, cases: readonly BoundaryCase[]): Promise<void> {
  const trials = cases.map((each) => trialOf(tool, each));
  for (const failure of await attemptAll(tester, trials, ({ name }) => `: ${name}`)) tester.found(failure);
}

function trialOf(tool: ToolDeclaration, { at, ...each }: BoundaryCase): Trial {
  const trial: Trial = { ...each, tool, at: `/inputSchema${at}`, gen: { source: 'boundary' } };
  // What all others are made from is about nothing in particular.
  return each.name === 'base' ? aboutAll(trial) : trial;
}
