import { createHash, randomBytes } from 'node:crypto';
import { canonicalJson } from '../../model/canonical-json.ts';
import { isDeeperThan, isObject } from '../../model/json.ts';
import { some } from '../../model/text.ts';
import { ToolError } from '../tool-error.ts';
import type { Call } from './call.ts';

const MAX_LEVELS = 100;

/** Lets through only arguments that the declared schema allows; then the task and the idempotency key are known. */
export async function validateInput(call: Call): Promise<void> {
  const given = call.given === undefined ? {} : call.given;
  // What recurses over them later must not run out of stack.
  const problems = isDeeperThan(given, MAX_LEVELS) ? [`they are nested more than ${MAX_LEVELS} levels deep`] : call.tool.problemsOf(given);
  if (problems.length || !isObject(given)) throw invalid(problems.length ? problems : ['the arguments must be an object']);
  const { parse } = call.tool;
  const parsed = parse ? await parse(given) : { value: given };
  if ('problems' in parsed) throw invalid(parsed.problems);
  const { keys } = call.tool;
  // A task that has no name yet gets one, which the caller keeps for the rest of the task.
  call.args =
    keys.includes('task_id') && given.task_id === undefined ? { ...given, task_id: `t-${randomBytes(16).toString('hex')}` } : given;
  call.seen = parse ? parsed.value : call.args;
  call.task = typeof call.args.task_id === 'string' ? call.args.task_id : null;
  call.key = keys.length ? keyOf(call) : null;
}

function invalid(problems: readonly string[]): ToolError {
  return new ToolError('invalid_arguments', { message: some(problems, 8) });
}

function keyOf({ caller, tool, args }: Call): string {
  const parts = [caller.principal, tool.name, ...tool.keys.map((name) => args[name] ?? null)];
  return createHash('sha256').update(canonicalJson(parts)).digest('hex');
}
