import { duration } from '../../model/text.ts';
import { changes } from '../../model/tool.ts';
import type { ToolContext } from '../context.ts';
import type { Answer, Services } from '../services.ts';
import { createSteps, type Steps, unanswered } from '../steps.ts';
import { TimeUp } from '../time-up.ts';
import { ToolError } from '../tool-error.ts';
import { type Call, grantWish } from './call.ts';
import { checkOutput } from './check-output.ts';
import { notGranted } from './take-grant.ts';

/** Runs the tool's own code, within its time and until the call is cancelled, and looks at what it returned. */
export async function runTool(call: Call, services: Services): Promise<Answer> {
  const { tool, control } = call;
  const endsAt = performance.now() + tool.timeoutMs;
  const left = () => endsAt - performance.now();
  // A tool that names no origin later has its effect any time from now on.
  if (!tool.origins) await confirm(null);
  control.throwIfCancelled();
  let current = tool.name;
  call.begun = true;
  try {
    const work = tool.run(
      call.seen,
      contextOf(call, () => createSteps({ control, left, mayChange: tool.risk !== 'read', confirm, started }, call.steps)),
    );
    const returned = await control.wait(work, left()).catch((error: unknown) => {
      // Cancelled when something was taking or had taken effect: how it ends is worth waiting for, or nobody would know.
      if (call.steps.effects.state === 'none' || !control.isReason(error) || control.ended) throw error;
      return control.wait(work, left(), 'ended');
    });
    if (call.grant?.origins.length && !call.namedOrigin)
      throw new Error(`${tool.name} has origins: true, but none of its effects named one`);
    return checkOutput(call, services, returned);
  } catch (error) {
    throw await cutOff(call, error, current, left());
  }

  async function confirm(origin: string | null): Promise<void> {
    if (!call.grant) return;
    const answer = await services.grants.confirm(call.grant, grantWish(call, origin));
    if (!answer.grant) throw notGranted(call, answer.why);
    call.namedOrigin ||= origin !== null;
  }

  function started(name: string): void {
    current = name;
    call.progress(null, undefined, name);
  }
}

function contextOf({ caller, task, trace, progress, log, args, control, facts }: Call, makeSteps: () => Steps): ToolContext {
  let steps: Steps | undefined;
  const step = typeof args.step_id === 'string' ? args.step_id : null;
  return {
    caller,
    task,
    step,
    trace,
    progress,
    log,
    audit: (more) => void Object.assign(facts, more),
    // Many reads have no steps, and ask for no signal.
    get steps() {
      steps ??= makeSteps();
      return steps;
    },
    get signal() {
      return control.signal;
    },
  };
}

/** What a call that failed ends with: what it may have done decides what is said of it. */
async function cutOff(call: Call, error: unknown, step: string, left: number): Promise<unknown> {
  const { control, steps, tool } = call;
  const timedOut = error instanceof TimeUp;
  const cut = timedOut || control.isReason(error);
  // A tool that changes something without saying when may have done it by now, but not in a step that changes nothing.
  const unsaid = cut && changes(tool.risk) && steps.effects.begun === 0 && steps.reading === 0;
  // One step failed while an effect was under way: how that ends is waited for.
  if (!cut && steps.effects.state === 'begun') await control.wait(steps.effects.settled(), Math.max(1, left), 'ended').catch(() => {});
  const unknown = unsaid || (steps.effects.state === 'begun' && !isKnownUnknown(error));
  // What the tool has left running should end too.
  if (timedOut) control.end(error);
  if (unknown) return unanswered(step, error);
  if (!timedOut) return error;
  return new ToolError('timeout', { retryable: true, message: `${tool.name} took longer than ${duration(tool.timeoutMs)} (in ${step})` });
}

function isKnownUnknown(error: unknown): boolean {
  return error instanceof ToolError && error.code === 'outcome_unknown';
}
