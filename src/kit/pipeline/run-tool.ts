import { duration } from '../../model/text.ts';
import type { ToolContext } from '../context.ts';
import type { Answer, Services } from '../services.ts';
import { createSteps, outcomeUnknown } from '../steps.ts';
import { TimeUp } from '../time-up.ts';
import { changes } from '../tool.ts';
import { ToolError } from '../tool-error.ts';
import { type Call, grantWish } from './call.ts';
import { checkOutput } from './check-output.ts';

/** Runs the tool's own code, within its time and until the call is cancelled, and looks at what it returned. */
export async function runTool(call: Call, services: Services): Promise<Answer> {
  const { tool, control } = call;
  const endsAt = performance.now() + tool.timeoutMs;
  const left = () => endsAt - performance.now();
  const confirm = async (origin: string | null) => {
    if (!call.grant) return;
    const answer = await services.grants.confirm(call.grant, grantWish(call, origin));
    if (!answer.grant) throw new ToolError('write_not_enabled', { message: answer.why });
  };
  // A tool that names no origin later has its effect any time from now on.
  if (!tool.origins) await confirm(null);
  control.throwIfCancelled();
  let current = tool.name;
  const started = (name: string) => {
    current = name;
    call.progress(null, undefined, name);
  };
  const steps = createSteps({ control, left, mayChange: tool.risk !== 'read', confirm, started }, call.steps);
  const { caller, task, trace, progress, log } = call;
  call.begun = true;
  try {
    const context: ToolContext = {
      caller,
      task,
      step: typeof call.args.step_id === 'string' ? call.args.step_id : null,
      trace,
      steps,
      progress,
      log,
      get signal() {
        return control.signal;
      },
    };
    const work = tool.run(call.args, context);
    const returned = await control.wait(work, left()).catch((error: unknown) => {
      // Cancelled in the middle of an effect: how it ends is worth waiting for, or nobody would know.
      if (call.steps.effect !== 'begun' || error !== control.cancelled?.reason) throw error;
      return control.wait(work, left(), 'ended');
    });
    return checkOutput(call, services, returned);
  } catch (error) {
    throw cutOff(call, error, current);
  }
}

/** A call that was cut off: what it may have done decides what is said of it. */
function cutOff(call: Call, error: unknown, step: string): unknown {
  const { control } = call;
  const timedOut = error instanceof TimeUp;
  // What the tool has left running should end too.
  if (timedOut) control.end(error);
  const cancelled = control.cancelled && error === control.cancelled.reason;
  if (!timedOut && !cancelled) return error;
  // A tool that changes something without saying when may have done it already.
  const unsaid = changes(call.tool.risk) && call.steps.records.length === 0;
  if (call.steps.effect === 'begun' || unsaid) return outcomeUnknown(step, error);
  if (!timedOut) return error;
  return new ToolError('timeout', {
    retryable: true,
    message: `${call.tool.name} took longer than ${duration(call.tool.timeoutMs)} (in ${step})`,
  });
}
