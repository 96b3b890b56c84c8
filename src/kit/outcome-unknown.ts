import { ToolError } from './tool-error.ts';

/** What ends a call when nobody can know whether it changed something: nobody may repeat it without looking. */
export function outcomeUnknown(seen: string, cause?: unknown): ToolError {
  return new ToolError('outcome_unknown', {
    message: `${seen}: it may have taken effect, or not. Look at the system behind before doing it again under a new step_id`,
    ...(cause === undefined ? {} : { cause }),
  });
}
