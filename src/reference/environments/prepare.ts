import type { Steps } from '../../kit/steps.ts';
import { ToolError } from '../../kit/tool-error.ts';
import { nearest } from '../../model/nearest.ts';
import { some } from '../../model/text.ts';
import type { ReferenceConfig, RegionConfig } from '../config/reference-config.ts';
import { closePage } from '../pages/close-pages.ts';
import { createPageBook } from '../pages/create-page-book.ts';
import type { Provider } from '../providers/provider.ts';
import { type Acquired, acquire } from './acquire.ts';
import type { AdmissionParts } from './admission.ts';
import type { Cleanup } from './cleanup.ts';
import type { Environment } from './environment.ts';
import type { Pool } from './pool.ts';
import type { PrepareQuota } from './prepare-quota.ts';
import { type SavedStates, type StateOwner, stateKey } from './saved-states.ts';
import { bindOutbound, type Session, watch } from './session.ts';
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
    // What has opened itself in a context of ours meanwhile is no task's.
    const foreign = session.lease.context === 'default' ? new Set(session.context.pages()) : null;
    const first = acquired.parked ? null : await report.run('warm_up', () => firstVisit(session, region));
    const ip = await report.run('confirm_outbound', async () =>
      confirmOutbound(first ?? (await visitorIn(session.context, session.guard)), config.echo, region),
    );
    const egress = { ip, region: wish.region, checked_at: new Date(now()).toISOString() };
    const pages = await report.run('ready', async () => {
      await Promise.all(session.context.pages().map((page) => (foreign?.has(page) ? null : closePage(page))));
      session.pages ??= createPageBook(session.context, { maxPages: config.limits.pages, foreign });
      await acquired.counted;
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
