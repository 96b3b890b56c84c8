import { KEYS } from '../../checks/design/idempotency-words.ts';
import { type JsonObject, member } from '../../model/json.ts';
import { parameters, type ToolDeclaration } from '../../model/tool.ts';
import { hasWord, wordList } from '../../model/word-match.ts';

const STEP = wordList({ en: 'step_id' });

/**
 * The parameters by which an adapter may know a repeated call: texts whose name says task, step, request or idempotency key. Some adapters have
 * things that are called so (`complete_task(task_id)`): under a key that nobody made, their tools refuse, and nothing is concluded.
 */
export function keyParameters(tool: ToolDeclaration): string[] {
  return Object.entries(parameters(tool)).flatMap(([name, schema]) => {
    const isText = [member(schema, 'type')].flat().includes('string') && !Array.isArray(member(schema, 'enum'));
    return isText && (hasWord(name, KEYS) || hasWord(name, STEP)) ? [name] : [];
  });
}

/** The arguments under a key of their own. */
export function underKey(args: JsonObject, names: readonly string[], key: string): JsonObject {
  return { ...args, ...Object.fromEntries(names.map((name) => [name, key])) };
}
