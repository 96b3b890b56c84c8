import type { Judged } from '../checks/judge.ts';
import type { Evidence } from '../model/evidence.ts';
import { EXIT } from '../model/fault.ts';
import { emptyRun, type Run, type StepRecord, summarise } from '../model/run.ts';
import { riskOf } from '../model/tool.ts';
import { isHttp } from '../wire/channel-kinds.ts';
import { environmentDifference } from '../wire/environment-difference.ts';
import type { Opened } from '../wire/open.ts';
import { probeArguments, toolNamed } from './calls.ts';
import type { LockOptions } from './changes.ts';
import { type Connection, connectTo } from './connect.ts';
import { contextOf } from './context.ts';
import { capabilitiesOf, evidenceOf, keepLists, nothingSeen } from './evidence.ts';
import { fail, finish } from './failure.ts';
import { readLists } from './lists.ts';
import { makeCalls } from './make-calls.ts';
import { nextCommand } from './next.ts';
import type { CheckOptions } from './options.ts';
import { type Place, placeOf } from './place.ts';
import { type Played, stepOf } from './play.ts';
import { commonProbes } from './probes/common.ts';
import { keepOnce } from './probes/keep-once.ts';
import { secondConnection } from './probes/second-connection.ts';
import { keepingFault } from './refused.ts';
import { describe, plain } from './summary.ts';

/** A check with what `--all` needs of it. */
export interface Checked {
  run: Run;
  evidence: Evidence;
}

/**
 * Starts or reaches an adapter, talks to it as clients do and as none does, and judges everything that was seen.
 * The run says what keeps an agent from using it; nothing is thrown for anything that the adapter does.
 * @param lock what it is compared with too
 */
export async function check(options: CheckOptions, lock: LockOptions | null = null): Promise<Checked> {
  const startedAt = performance.now();
  const run = emptyRun('check');
  run.target = options.target;
  const connecting = connectTo(options.target, options.open);
  // The catalogue is loaded while the adapter starts.
  const [connection, { judge, fails }, { rules }] = await Promise.all([
    connecting,
    import('../checks/judge.ts'),
    import('../checks/index.ts'),
    import('../checks/gather.ts'),
  ]);
  const { evidence, unanswered } = await gather(connection, options);
  if (options.source) await (await import('./source-places.ts')).locate(evidence.tools, options.source);
  const findings = judge(await contextOf(evidence, options, options.secrets), options.settings, rules);
  describe(run, evidence, options.risks);
  run.findings = plain(findings);
  if (lock && !evidence.failure) run.changes = await sinceLock(evidence, options, lock);
  run.steps = unanswered;
  if (evidence.failure) fail(run, evidence, findings);
  else {
    if (options.hosts && !options.open.signal.aborted) run.hosts = await hostLines(evidence, findings, options);
    run.exitCode = fails([...findings, ...run.changes.filter(({ accepted }) => !accepted)], options.failOn) ? EXIT.findings : EXIT.ok;
  }
  await connection.close();
  finish(run, evidence, startedAt, options.open.signal);
  run.summary = summarise(run);
  keepingFault(run, options.keeping);
  const isOnlyChanged = run.exitCode === EXIT.findings && !fails(findings, options.failOn);
  run.next = isOnlyChanged
    ? `mcp-adapter diff ${options.keeping.targetWords}`.trimEnd()
    : await nextCommand(run, evidence.tools, options.keeping.targetWords);
  return { run, evidence };
}

/** What has changed since the lock; nothing can be said of a list that did not come whole, and rules say that it did not. */
async function sinceLock(evidence: Evidence, { open }: CheckOptions, { before, ...options }: LockOptions): Promise<Run['changes']> {
  const { changesSince, spokenBy } = await import('./changes.ts');
  const { declarationOf } = await import('../lock/declared.ts');
  const { isWhole } = await import('./declare.ts');
  if (!isWhole(evidence)) return [];
  const supported = spokenBy(evidence, before.declared.protocol, open);
  return changesSince(before, { ...declarationOf(evidence).declared, supported }, evidence.tools, options);
}

/** The whole conversation, from the lists to the end of the process, and the calls to which no answer came. */
async function gather(connection: Connection, options: CheckOptions): Promise<{ evidence: Evidence; unanswered: StepRecord[] }> {
  const seen = nothingSeen();
  const unanswered: StepRecord[] = [];
  const { opened, target } = connection;
  const { session, channel, failure } = opened;
  if (!failure) {
    options.onEvent({ kind: 'phase', text: 'reading the lists' });
    const capabilities = capabilitiesOf(connection);
    keepLists(seen, await readLists(session, capabilities));
    if (isHttp(channel)) channel.setToolHeaders(seen.tools);
    for (const wish of options.calls) options.onEvent({ kind: 'phase', text: `calling ${wish.name}` });
    const place = placeOf(connection, seen, options.secrets);
    const called = await makeCalls(place, options.calls);
    seen.calls = called.played.map(({ record }) => record);
    for (const [index, played] of called.played.entries())
      if (hasNoAnswer(played)) unanswered.push(await kept(place, called.played.slice(0, index), played, options));
    seen.stdinSharedBy = called.stdinSharedBy;
    if (options.probeArgs) {
      for (const wish of options.calls) {
        const tool = toolNamed(seen.tools, wish.name);
        const allowed = tool && (options.allowWrites || riskOf(tool, options.risks) === 'read');
        if (allowed) seen.calls.push(...(await probeArguments(session, tool, wish)));
      }
    }
    options.onEvent({ kind: 'phase', text: 'asking what no client asks' });
    seen.probes = await commonProbes(session, { capabilities, lists: seen.lists });
    if (target.kind === 'http') seen.probes = { ...seen.probes, ...(await httpQuestions(opened)) };
    options.onEvent({ kind: 'phase', text: 'connecting once more' });
    const [second] = await Promise.all([
      secondConnection(target, session, options.open, options.calls.length > 0),
      target.kind === 'stdio' ? connection.close() : null,
    ]);
    for (const exchange of Object.values(second.probes).flat()) keepOnce(exchange, seen);
    seen.probes = { ...seen.probes, ...second.probes };
    if (second.dual) opened.era = 'dual';
  } else if (target.kind === 'http') {
    seen.probes = await httpQuestions(opened);
  } else if (failure.kind === 'exited' && !target.inheritEnv) {
    failure.environment = await environmentDifference(target, options.open, connection.facts()?.stderrTail ?? []);
  }
  // A server that was started for its URL is still needed by the host lines.
  if (target.kind === 'stdio') await connection.close();
  return { evidence: evidenceOf(connection, seen), unanswered };
}

/** An adapter that answers at all, if with a refusal, has not failed here: rules judge what it says. */
function hasNoAnswer({ seen }: Played): boolean {
  return seen.outcome === 'transport' || seen.outcome === 'timeout';
}

/** Keeps the last of some calls as a case, and tells of it. */
async function kept(place: Place, before: readonly Played[], last: Played, options: CheckOptions): Promise<StepRecord> {
  const { keepCase } = await import('./keep-case.ts');
  const saved = await keepCase({ place, played: [...before, last], options, keeping: options.keeping, source: 'check' });
  return { ...stepOf(last), ...(saved ? { saved } : {}) };
}

async function httpQuestions({ channel, session, handshake, failure }: Opened): Promise<Evidence['probes']> {
  if (!isHttp(channel)) return {};
  const { httpProbes } = await import('./probes/http.ts');
  const { authProbes } = await import('./probes/auth.ts');
  return { ...(failure ? {} : await httpProbes(channel, session)), ...(await authProbes(channel, session, handshake)) };
}

async function hostLines(evidence: Evidence, findings: readonly Judged[], options: CheckOptions): Promise<Run['hosts']> {
  options.onEvent({ kind: 'phase', text: 'asking the SDK clients' });
  const { askHosts } = await import('../hosts/index.ts');
  const { openBytes } = await import('./byte-pipe.ts');
  const target = evidence.target ?? options.target;
  const open = target.kind === 'stdio' ? () => openBytes(target, options.open) : null;
  const headers = target.kind === 'http' ? target.headers : {};
  return askHosts({
    evidence,
    findings: [...findings],
    target,
    open,
    headers,
    timeoutMs: options.open.timeoutMs,
    serverName: options.serverName,
  });
}
