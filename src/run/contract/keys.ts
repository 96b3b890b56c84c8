import { replaceAt } from '../../cases/exact-text.ts';
import type { JsonObject } from '../../model/json.ts';
import type { Trial } from './trial.ts';

// What each call gets anew: an adapter would answer a second call of the same key from memory, or refuse other arguments under it. Only
// numbers differ from what is made of them, so that messages which name them tell of one failure all the same.
const TASK = 'contract-0-0';
const STEP = 'step-0';

/** Arguments in which the names of task and step, where there are any, are made anew for each call; a case keeps them as they stand here. */
export function withKey(base: JsonObject): JsonObject {
  return { ...base, ...('task_id' in base ? { task_id: TASK } : {}), ...('step_id' in base ? { step_id: STEP } : {}) };
}

/**
 * The trial under a key of its own: another step of one task; without a step another task. A task or a step that the trial is about stays.
 * @param run no two runs of the command have the same
 * @param count no two calls of a run have the same
 */
export function withFreshKey(trial: Trial, run: number, count: number): Trial {
  const { task_id, step_id } = trial.arguments;
  const isStep = step_id === STEP;
  const fresh = new Map<string, string>();
  if (isStep) fresh.set('step_id', `step-${count}`);
  if (task_id === TASK) fresh.set('task_id', `contract-${run}-${isStep ? 0 : count}`);
  if (!fresh.size) return trial;
  const edits = [...fresh].map(([name, value]) => ({ at: `/${name}`, value }));
  return { ...trial, arguments: { ...trial.arguments, ...Object.fromEntries(fresh) }, text: replaceAt(trial.text, edits) };
}
