import { resolve } from 'node:path';
import { isObject, member } from '../../src/model/json.ts';
import { filledIn } from './expression.ts';
import { type Outcome, readYaml, runSteps } from './run-steps.ts';

const ACTION = readYaml(resolve('action.yml'));

/** What the action made of a checkout. */
export interface ActionOutcome extends Outcome {
  outputs: Record<string, string>;
}

/** Runs action.yml on a checkout. @param inputs as in `with:`; the others have their defaults */
export async function runAction(workspace: string, inputs: Record<string, string> = {}): Promise<ActionOutcome> {
  const values: Record<string, string> = {};
  for (const [name, input] of entries('inputs')) values[`inputs.${name}`] = inputs[name] ?? String(member(input, 'default'));
  const outcome = await runSteps(member(member(ACTION, 'runs'), 'steps'), { workspace, values });
  const outputs = entries('outputs').map(([name, output]) => [
    name,
    filledIn(String(member(output, 'value')), { values: outcome.values, failed: outcome.failed, workspace }),
  ]);
  return { ...outcome, outputs: Object.fromEntries(outputs) };
}

function entries(key: string): [string, unknown][] {
  const object = member(ACTION, key);
  if (!isObject(object)) throw new Error(`action.yml has no ${key}`);
  return Object.entries(object);
}
