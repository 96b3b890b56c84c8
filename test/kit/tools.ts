import type { ToolContext } from '../../src/kit/context.ts';
import { defineTool, type Tool } from '../../src/kit/tool.ts';

export type Fields = Record<string, unknown>;
type Run = (args: Fields, context: ToolContext) => Fields | Promise<Fields>;

const text = { type: 'string', maxLength: 100, description: 'A text.' } as const;

/** A read tool that does what `run` says. */
export function readTool(run: Run, over: { name?: string; timeoutMs?: number; output?: { type: 'object' }; scopes?: string[] } = {}): Tool {
  return defineTool({
    name: 'find_order',
    title: 'Find an order',
    description: 'Finds one order by its number.',
    risk: 'read',
    input: { type: 'object', properties: { order_id: text } },
    run,
    ...over,
  });
}

/** A tool that books something, once for each task and step. */
export function writeTool(run: Run, over: { timeoutMs?: number; origins?: boolean } = {}): Tool {
  return defineTool({
    name: 'book_return',
    title: 'Book a return',
    description: 'Books a return of an order.',
    risk: 'write',
    idempotency: ['task_id', 'step_id'],
    input: { type: 'object', properties: { order_id: text } },
    run,
    ...over,
  });
}

/** A tool that prepares something for a task. */
export function prepareTool(run: Run, over: { timeoutMs?: number; holds?: (envelope: Fields) => boolean } = {}): Tool {
  return defineTool({
    name: 'prepare_label',
    title: 'Prepare a label',
    description: 'Prepares a label for a return.',
    risk: 'prepare',
    idempotency: ['task_id'],
    input: { type: 'object', properties: { order_id: text } },
    run,
    ...over,
  });
}
