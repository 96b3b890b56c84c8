import { stepsIn } from '../model/envelope.ts';
import type { CallRecord, Evidence } from '../model/evidence.ts';
import { errorMessage, resultOf } from '../model/exchange.ts';
import { EXIT, Fault } from '../model/fault.ts';
import { member } from '../model/json.ts';
import { didYouMean } from '../model/nearest.ts';
import { emptyRun, type Run, type StepRecord } from '../model/run.ts';
import { quote, some } from '../model/text.ts';
import { isHttp } from '../wire/channel-kinds.ts';
import { listAll } from '../wire/paging.ts';
import { type CallWish, callTool, droppedBecause, toolNamed } from './calls.ts';
import { connectTo } from './connect.ts';
import { contextOf, PLAIN } from './context.ts';
import { evidenceOf, keepLists, nothingSeen } from './evidence.ts';
import { finish } from './failure.ts';
import type { RunOptions } from './options.ts';
import { demandOf, isDenied, outcomeOf } from './outcome.ts';
import { describe, plain } from './summary.ts';
import { explainFailure } from './unreachable.ts';

/**
 * One call, step by step: the handshake, the list, the call.
 * With `raw` the step holds the exact texts of the call.
 * @param wish made once the tools are known, because `--arg path=value` needs the schema
 * @throws Fault (usage) when the adapter has no tool of that name
 */
export async function call(
  name: string,
  wish: (tool: CallRecord['tool']) => CallWish,
  options: RunOptions & { raw: boolean },
): Promise<Run> {
  const startedAt = performance.now();
  const run = emptyRun('call');
  run.target = options.target;
  const connecting = connectTo(options.target, options.open);
  // The rules are loaded while the adapter starts.
  const [connection] = await Promise.all([
    connecting,
    import('../checks/judge.ts'),
    import('../checks/call-rules.ts'),
    import('../checks/gather.ts'),
  ]);
  try {
    const { session, channel, failure } = connection.opened;
    const seen = nothingSeen();
    const raw = { sent: [] as string[], received: [] as string[] };
    let listMs = 0;
    const connectedMs = performance.now() - startedAt;
    if (!failure) {
      keepLists(seen, { tools: await listAll(session, 'tools/list', 'tools') });
      listMs = performance.now() - startedAt - connectedMs;
      const tool = toolNamed(seen.tools, name);
      if (!tool && seen.lists.tools?.exchanges.at(-1)?.outcome === 'answered')
        throw noSuchTool(
          name,
          seen.tools.map((each) => each.name),
        );
      if (isHttp(channel)) channel.setToolHeaders(seen.tools);
      const dropped = tool && (await droppedBecause(tool, session));
      if (dropped)
        throw new Fault(
          'usage',
          `clients over HTTP must not call ${quote(tool.name)}: ${dropped}`,
          'correct the declaration; mcp-adapter check shows where',
        );
      if (options.raw) channel.frames.onFrame = ({ direction }, text) => void (direction === 'out' ? raw.sent : raw.received).push(text);
      seen.calls = [await callTool(session, tool, wish(tool))];
      channel.frames.onFrame = null;
    }
    await connection.close();
    const evidence = evidenceOf(connection, seen);
    describe(run, evidence, options.risks);
    if (evidence.failure) await explainFailure(run, evidence, options);
    else await judgeCall(run, evidence, options, { connectedMs, listMs });
    if (options.raw && run.steps[0]) run.steps[0].raw = raw;
    finish(run, evidence, startedAt, options.open.signal);
    return run;
  } finally {
    await connection.close();
  }
}

async function judgeCall(run: Run, evidence: Evidence, options: RunOptions, times: { connectedMs: number; listMs: number }): Promise<void> {
  const [record] = evidence.calls;
  if (!record) return;
  const { judge, fails } = await import('../checks/judge.ts');
  const { callRules } = await import('../checks/call-rules.ts');
  const findings = judge(await contextOf(evidence, PLAIN, options.secrets), {}, callRules);
  run.findings = plain(findings);
  const step = stepOf(record, times);
  run.steps = [step];
  // More scopes are wanted for this one call than for the handshake.
  if (isDenied(record.exchange)) run.exitCode = EXIT.unauthorized;
  else run.exitCode = step.status === 'failed' || fails(findings, 'error') ? EXIT.findings : EXIT.ok;
}

function stepOf(record: CallRecord, { connectedMs, listMs }: { connectedMs: number; listMs: number }): StepRecord {
  const { exchange } = record;
  const { outcome, code } = outcomeOf(exchange);
  const taskId = member(record.arguments, 'task_id');
  return {
    name: record.name,
    status: outcome === 'ok' ? 'passed' : 'failed',
    tool: record.name,
    outcome,
    code,
    ms: Math.round(exchange.ms),
    taskId: typeof taskId === 'string' ? taskId : null,
    result: isDenied(exchange)
      ? demandOf(exchange)
      : (resultOf(exchange) ?? (exchange.answer ? { error: exchange.answer.error ?? null, message: errorMessage(exchange) } : null)),
    steps: [
      { name: 'connect', ms: Math.round(connectedMs), code: 'ok' },
      { name: 'tools/list', ms: Math.round(listMs), code: 'ok' },
      { name: 'tools/call', ms: Math.round(exchange.ms), code },
      ...stepsIn(resultOf(exchange)),
    ],
  };
}

function noSuchTool(name: string, names: string[]): Fault {
  const quoted = names.map((each) => quote(each));
  const known = names.length ? `it has ${some(quoted, 8)}` : 'it declares no tools';
  return new Fault('usage', `the adapter has no tool ${quote(name)}`, didYouMean(name, names, known));
}
