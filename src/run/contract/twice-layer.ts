import type { JsonObject } from '../../model/json.ts';
import { riskOf, type ToolDeclaration } from '../../model/tool.ts';
import type { TwiceTester } from './twice-keep.ts';
import { readTwice } from './twice-reading.ts';
import { sameKeyTwice } from './twice-same-key.ts';
import type { Twice } from './twice-telling.ts';

/**
 * Makes the same valid call again: of a tool that reads the answers must be equal, and of one that has a key the second must be the first's.
 * Nothing can be said where the first is refused, and little of a tool that changes something and has no key.
 */
export async function twiceLayer(tester: TwiceTester, tool: ToolDeclaration, base: JsonObject): Promise<Twice> {
  tester.options.onEvent({ kind: 'phase', text: `${tool.name}: the same call twice` });
  const isReading = riskOf(tool, tester.options.risks) === 'read';
  return isReading ? readTwice(tester, tool, base) : sameKeyTwice(tester, tool, base);
}
