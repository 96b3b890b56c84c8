import { stepsIn } from '../model/envelope.ts';
import type { Evidence } from '../model/evidence.ts';
import { errorMessage, resultOf } from '../model/exchange.ts';
import { EXIT, Fault } from '../model/fault.ts';
import { emptyRun, type Run, type StepRecord } from '../model/run.ts';
import type { ToolDeclaration } from '../model/tool.ts';
import type { CallWish } from './calls.ts';
import { contextOf, PLAIN } from './context.ts';
import { finish } from './failure.ts';
import { SUCCEEDS } from './observe.ts';
import type { Keeping, RunOptions } from './options.ts';
import { demandOf, isDenied } from './outcome.ts';
import { openPlace, type Place, toolAt } from './place.ts';
import { type Played, play, stepOf } from './play.ts';
import { keepingFault } from './refused.ts';
import { describe, plain } from './summary.ts';
import { explainFailure } from './unreachable.ts';

export interface CallOptions extends RunOptions {
  /** Keep the exact texts of the call. */
  raw: boolean;
  /** Keep the call as a case even when it went well. */
  save: boolean;
  keeping: Keeping;
}

/** What is called: made once the tools are known, because `--arg path=value` needs the schema. */
export type Calling =
  | { name: string; wish: (tool: ToolDeclaration | null) => CallWish }
  | { name: string; play: (place: Place) => Promise<Played[]> };

/**
 * One call, step by step: the handshake, the list, the call, and before it the calls of the case that it comes from. What fails is kept as a
 * case before the run is reported.
 * @throws Fault (usage) when the adapter has no tool of that name
 */
export async function call(calling: Calling, options: CallOptions): Promise<Run> {
  const startedAt = performance.now();
  const run = emptyRun('call');
  run.target = options.target;
  // The rules are loaded while the adapter starts.
  const [place] = await Promise.all([
    openPlace(options),
    import('../checks/judge.ts'),
    import('../checks/call-rules.ts'),
    import('../checks/gather.ts'),
  ]);
  try {
    const { channel } = place.session;
    const raw = { sent: [] as string[], received: [] as string[] };
    const openedMs = performance.now() - startedAt;
    let played: Played[] = [];
    if (place.isOpen) {
      const { tool, why } = await toolAt(place, calling.name);
      if (why) throw new Fault('usage', ...sentences(why));
      if (options.raw) channel.frames.onFrame = ({ direction }, text) => void (direction === 'out' ? raw.sent : raw.received).push(text);
      played =
        'play' in calling
          ? await calling.play(place)
          : [await play(place, tool, calling.wish(tool), { name: calling.name, expect: SUCCEEDS })];
      channel.frames.onFrame = null;
      place.seen.calls = played.slice(-1).map(({ record }) => record);
    }
    await place.close();
    const evidence = place.evidence();
    describe(run, evidence, options.risks);
    if (evidence.failure) await explainFailure(run, evidence, options);
    else await judgeCall(run, evidence, played, options, { openedMs, place });
    if (options.raw && run.steps[0]) run.steps[0].raw = raw;
    finish(run, evidence, startedAt, options.open.signal);
    keepingFault(run, options.keeping);
    return run;
  } finally {
    await place.close();
  }
}

async function judgeCall(
  run: Run,
  evidence: Evidence,
  played: Played[],
  options: CallOptions,
  { openedMs, place }: { openedMs: number; place: Place },
): Promise<void> {
  const last = played.at(-1);
  if (!last) return;
  const { judge, fails } = await import('../checks/judge.ts');
  const { callRules } = await import('../checks/call-rules.ts');
  const findings = judge(await contextOf(evidence, PLAIN, options.secrets), {}, callRules);
  run.findings = plain(findings);
  const step = detailed(last, place, openedMs);
  run.steps = [step];
  const failed = step.status === 'failed';
  if (failed || options.save) {
    const { keepCase } = await import('./keep-case.ts');
    const saved = await keepCase({ place, played, options, keeping: options.keeping, source: 'call' });
    if (saved) step.saved = saved;
  }
  // More scopes are wanted for this one call than for the handshake.
  if (isDenied(last.record.exchange)) run.exitCode = EXIT.unauthorized;
  else run.exitCode = failed || fails(findings, 'error') ? EXIT.findings : EXIT.ok;
}

/** The step with everything that `call` shows: how long it took to get there, and the answer. */
function detailed(played: Played, place: Place, openedMs: number): StepRecord {
  const { exchange } = played.record;
  const listMs = place.seen.lists.tools?.exchanges.reduce((sum, { ms }) => sum + ms, 0) ?? 0;
  return {
    ...stepOf(played),
    result: isDenied(exchange)
      ? demandOf(exchange)
      : (resultOf(exchange) ?? (exchange.answer ? { error: exchange.answer.error ?? null, message: errorMessage(exchange) } : null)),
    steps: [
      { name: 'connect', ms: Math.round(openedMs - listMs), code: 'ok' },
      { name: 'tools/list', ms: Math.round(listMs), code: 'ok' },
      { name: 'tools/call', ms: Math.round(exchange.ms), code: played.seen.code },
      ...stepsIn(resultOf(exchange)),
    ],
  };
}

/** A sentence and what to do about it. */
function sentences(why: string): [string, string] {
  const [message = '', ...hint] = why.split('; ');
  return [message, hint.join('; ')];
}
