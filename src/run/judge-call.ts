import { stepsIn } from '../model/envelope.ts';
import type { Evidence } from '../model/evidence.ts';
import { errorMessage, resultOf } from '../model/exchange.ts';
import { EXIT } from '../model/fault.ts';
import type { Run, StepRecord } from '../model/run.ts';
import type { CallOptions } from './call.ts';
import { contextOf, PLAIN } from './context.ts';
import { demandOf, isDenied } from './outcome.ts';
import type { Place } from './place.ts';
import { type Played, stepOf } from './play.ts';
import { plain } from './summary.ts';

/** Fills in what a call came to: what rules say of it, its step, and the case that it is kept as. */
export async function judgeCall(
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
  // A refusal for want of permission waits for a person: no change of the adapter would ever mend the case.
  if ((failed && step.outcome !== 'policy_denied') || options.save) {
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
