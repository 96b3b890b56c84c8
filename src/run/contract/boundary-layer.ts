import type { ToolDeclaration } from '../../model/tool.ts';
import type { BoundaryCase } from '../../schema/boundary/boundary-case.ts';
import { aboutAll } from './smallest.ts';
import type { Tester, Trial } from './trial.ts';

/** Makes the calls on the edges of a tool's input schema; the tester decides how many are under way. */
export async function boundaryLayer(tester: Tester, tool: ToolDeclaration, cases: readonly BoundaryCase[]): Promise<void> {
  let done = 0;
  const failures = await Promise.all(
    cases.map(async (each) => {
      const failure = await tester.attempt(trialOf(tool, each));
      done++;
      tester.options.onEvent({ kind: 'phase', text: `${tool.name} ${done} of ${cases.length}: ${each.name}` });
      return failure;
    }),
  );
  for (const failure of failures) if (failure) tester.found(failure);
}

function trialOf(tool: ToolDeclaration, { at, ...each }: BoundaryCase): Trial {
  const trial: Trial = { ...each, tool, at: `/inputSchema${at}`, gen: { source: 'boundary' } };
  // What all others are made from is about nothing in particular.
  return each.name === 'base' ? aboutAll(trial) : trial;
}
