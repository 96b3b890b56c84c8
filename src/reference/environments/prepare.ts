import type { Steps } from '../../kit/steps.ts';
import { ToolError } from '../../kit/tool-error.ts';
import { nearest } from '../../model/nearest.ts';
import { some } from '../../model/text.ts';
import type { ReferenceConfig, RegionConfig } from '../config/reference-config.ts';
import { createPageBook } from '../pages/create-page-book.ts';
import type { Lease, Provider } from '../providers/provider.ts';
import { type Admission, type AdmissionParts, admit } from './admission.ts';
import type { Cleanup } from './cleanup.ts';
import type { Environment } from './environment.ts';
import type { Pool } from './pool.ts';
import type { PrepareQuota } from './prepare-quota.ts';
import { type SavedStates, type StateOwner, stateKey } from './saved-states.ts';
import { bindOutbound, type Session, watch } from './session.ts';
import { stateUnavailable } from './state-unavailable.ts';
import { type ReportedStep, StepReport } from './step-report.ts';
import { confirmOutbound, type Visitor, visitorIn, warmUp } from './visit.ts';

/** What a task asks for. */
export interface PrepareWish extends StateOwner {
  task: string;
  /** Milliseconds for all of it. */
  timeoutMs: number;
}

export interface Prepared {
  environment: Environment;
  /** True for the context of an earlier environment of the same owner. */
  reused: boolean;
  steps: readonly ReportedStep[];
  /** Milliseconds of the wall clock, if nobody uses it. */
  endsAt: number;
}

export interface Preparing {
  config: ReferenceConfig;
  provider: Provider;
  states: SavedStates;
  quota: PrepareQuota;
  admission: AdmissionParts;
  pool: Pool;
  /** Resolves once what dead processes left is gone. */
  swept(): Promise<void>;
  now(): number;
  log(line: string): void;
}

const ACQUIRE_RETRIES = 2;

/**
 * Prepares an environment: choose_region → acquire → bind_outbound → warm_up → confirm_outbound → ready; one that is used again is not
 * bound and warmed up anew. What was made is given back when anything fails, or the call is cancelled.
 * @throws ToolError with `data.steps`: `region_unknown`, `quota_exceeded`, `env_busy`, `warmup_failed`, `egress_…`, and those of the
 * provider
 */
export async function prepare(wish: PrepareWish, steps: Steps, parts: Preparing): Promise<Prepared> {
  const { config, pool, quota, now } = parts;
  const { cleanup, made } = pool.making();
  const report = new StepReport(steps, wish.timeoutMs);
  report.endsWith(cleanup.over);
  try {
    const region = await report.run('choose_region', async () => {
      const chosen = regionOf(config, wish.region);
      await quota.check(wish.purpose);
      return chosen;
    });
    const acquired = await acquire(wish, report, cleanup, parts);
    const session = acquired.parked ?? (await bind(acquired, wish, region, report, cleanup, parts));
    if (acquired.parked) report.endsWith(session.over);
    const before = new Set(session.context.pages());
    const first = acquired.parked ? null : await report.run('warm_up', () => firstVisit(session, region));
    const ip = await report.run('confirm_outbound', async () =>
      confirmOutbound(first ?? (await visitorIn(session.context, session.guard)), config.echo, region),
    );
    const egress = { ip, region: wish.region, checked_at: new Date(now()).toISOString() };
    const pages = await report.run('ready', async () => {
      await Promise.all(session.context.pages().map((page) => (before.has(page) ? null : page.close())));
      session.pages ??= createPageBook(session.context, { maxPages: config.limits.pages });
      return session.pages;
    });
    const environment = pool.add(session, pages, wish.task, egress);
    return { environment, reused: acquired.parked !== null, steps: report.records, endsAt: pool.endsAt(environment) };
  } catch (error) {
    await cleanup.run();
    throw report.failure(error);
  } finally {
    made();
  }
}

function regionOf({ regions }: ReferenceConfig, name: string): RegionConfig {
  const region = Object.hasOwn(regions, name) ? regions[name] : undefined;
  if (region) return region;
  const names = Object.keys(regions);
  const close = nearest(name, names);
  throw new ToolError('region_unknown', {
    message: `there is no such region; there are ${some(names, 20)}${close ? ` (nearest: ${close})` : ''}`,
    data: { regions: names.slice(0, 50) },
  });
}

type Acquired = { parked: Session } | (Admission & { parked: null; lease: Lease });

/** A parked session, or a place and a browser for a new one. */
function acquire(wish: PrepareWish, report: StepReport, cleanup: Cleanup, parts: Preparing): Promise<Acquired> {
  const { region, purpose, account } = wish;
  let admission: Admission | undefined;
  const work = async (signal: AbortSignal): Promise<Acquired> => {
    await parts.swept();
    if (!admission) {
      admission = await admitted(wish, cleanup, signal, parts);
      await parts.quota.take(purpose);
    }
    if (admission.parked) return admission;
    const lease = await parts.provider.acquire({ region, purpose, account, signal, timeoutMs: report.left });
    await cleanup.add(() => parts.provider.release(lease));
    return { ...admission, lease };
  };
  return report.run('acquire', work, { retries: ACQUIRE_RETRIES });
}

async function admitted(wish: PrepareWish, cleanup: Cleanup, signal: AbortSignal, { pool, admission }: Preparing): Promise<Admission> {
  // The answer of an earlier call did not reach the task: nobody else will ever use what it made.
  for (const live of pool.live)
    if (live.environment.principal === wish.principal && live.environment.task === wish.task) await pool.release(live, 'park', signal);
  return admit(wish, cleanup, admission).catch((error: unknown) => {
    throw stateUnavailable(error);
  });
}

function bind(
  { seat, hold, lease }: Exclude<Acquired, { parked: Session }>,
  { principal, region: regionName, purpose, account }: PrepareWish,
  region: RegionConfig,
  report: StepReport,
  cleanup: Cleanup,
  { config, states, pool, now, log }: Preparing,
): Promise<Session> {
  const owner = { principal, region: regionName, purpose, account };
  return report.run('bind_outbound', async () => {
    const saved = hold && lease.context === 'new' ? await states.load(stateKey(owner)) : null;
    const { guard, context } = await bindOutbound(lease, region, config, saved, cleanup, log).catch((cause: unknown) => {
      if (cause instanceof ToolError) throw cause;
      throw new ToolError('env_unavailable', { retryable: true, message: 'the browser gave no environment: ask again in a while', cause });
    });
    const session: Session = {
      ...{ owner, seat, hold, lease, context, guard, pages: null, createdAt: now(), over: cleanup.over },
      isAlive: () => !cleanup.over.aborted && lease.browser.isConnected(),
      close: () => cleanup.run(),
    };
    const stop = watch(context, lease.browser, () => {
      log(`the browser of an environment (${lease.id}) has ended`);
      pool.lose(session);
    });
    await cleanup.add(stop);
    return session;
  });
}

async function firstVisit({ context, guard }: Session, region: RegionConfig): Promise<Visitor> {
  const visitor = await visitorIn(context, guard);
  await warmUp(visitor, region);
  return visitor;
}
