import type { JsonObject } from '../../model/json.ts';
import { changes, type Risk } from '../../model/tool.ts';
import type { ToolWords } from './tool-words.ts';

/** A tool that is to be made, as a definition says it, with what else the files of `templates/tool` are filled with. */
export interface NewTool extends Omit<ToolWords, 'nouns'> {
  name: string;
  risk: Risk;
  scopes: readonly [string];
  idempotency: readonly string[];
  input: JsonObject & { type: 'object' };
}

/** What a tool of this name declares, and does until somebody writes it. */
export function newTool(name: string, risk: Risk, { nouns, ...words }: ToolWords): NewTool {
  return {
    ...words,
    name,
    risk,
    scopes: [`${nouns.replaceAll('_', '-')}:${risk === 'read' ? 'read' : 'write'}`],
    idempotency: changes(risk) ? ['task_id', 'step_id'] : risk === 'prepare' ? ['task_id'] : [],
    input: words.form === 'list' ? LIST_INPUT : inputOf(words),
  };
}

/** As in the files of `templates/tool`. */
const LIST_INPUT = {
  type: 'object',
  properties: { max_items: { type: 'integer', minimum: 1, maximum: 50, description: 'How many at most; 20 unless said.' } },
} as const;

function inputOf({ argument, means }: Pick<ToolWords, 'argument' | 'means'>): NewTool['input'] {
  const bounded = { type: 'string', minLength: 1, maxLength: 40, description: means };
  return { type: 'object', properties: { [argument]: bounded }, required: [argument] };
}
