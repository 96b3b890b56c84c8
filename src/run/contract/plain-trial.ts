import type { JsonObject } from '../../model/json.ts';
import type { ToolDeclaration } from '../../model/tool.ts';
import type { Trial } from './trial.ts';

/** A call with arguments that fit, about none of them in particular: what is wrong is told by what was seen. */
export function plainTrial(tool: ToolDeclaration, args: JsonObject, name: string): Trial {
  const text = JSON.stringify(args);
  return { name, tool, kind: 'valid', at: null, keyword: null, about: '', arguments: args, text, gen: { source: 'boundary' } };
}
