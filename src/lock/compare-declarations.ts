import { order } from '../model/order.ts';
import { withReplays } from './boundary-replay.ts';
import { compareAnnotations } from './compare-annotations.ts';
import { compareHidden } from './compare-hidden.ts';
import { compareMembers } from './compare-members.ts';
import { compareServer } from './compare-server.ts';
import { compareTexts } from './compare-texts.ts';
import { compareToolLists, type ToolPair } from './compare-tools.ts';
import type { Declared, Difference } from './difference.ts';
import { isSame } from './is-same.ts';
import { compareRisk } from './published-risk.ts';
import { compareSchemas } from './schema/compare-schemas.ts';
import { isBreaking } from './weight.ts';

/**
 * Every difference between what was declared and what is declared now, sorted by tool and place; none for another order of members, of tools
 * or of annotations, an inlined `$ref`, or what belongs to the list and not to the promise (`ttlMs`, `nextCursor`, `_meta`
 * but for a published risk). Both sides are as a lock holds them: JSON, at most 500 levels deep.
 */
export async function compareDeclarations(before: Declared, after: Declared): Promise<Difference[]> {
  const { pairs, differences } = compareToolLists(before.tools, after.tools);
  const changed = pairs.filter(({ before: old, after: now }) => !isSame(old, now));
  const declared = [...differences, ...changed.flatMap(compareTool), ...(await compareInputs(changed))];
  return [...declared, ...compareServer(before, after, declared.some(isBreaking))].sort(byPlace);
}

/** What has changed in one tool, but for its input schema. */
function compareTool({ tool, before, after }: ToolPair): Difference[] {
  return [
    ...compareTexts(tool, before, after),
    ...compareHidden(tool, before, after),
    ...compareAnnotations(tool, before.annotations, after.annotations),
    ...compareRisk(tool, before, after),
    ...compareMembers(tool, before, after),
    ...(isSame(before.outputSchema, after.outputSchema) ? [] : compareSchemas(tool, before.outputSchema, after.outputSchema, 'output')),
  ];
}

async function compareInputs(pairs: readonly ToolPair[]): Promise<Difference[]> {
  const changed = pairs
    .map(({ tool, before, after }) => ({ tool, before: before.inputSchema, after: after.inputSchema }))
    .filter(({ before, after }) => !isSame(before, after));
  const inputs = changed.map((input) => ({ ...input, differences: compareSchemas(input.tool, input.before, input.after, 'input') }));
  return (await withReplays(inputs)).flat();
}

/** The adapter as a whole first; in code-unit order, the same on every machine. */
function byPlace(a: Difference, b: Difference): number {
  return order(a.tool ?? '', b.tool ?? '') || order(a.at ?? '', b.at ?? '') || order(a.rule, b.rule) || order(a.message, b.message);
}
