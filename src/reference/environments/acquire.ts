import type { Lease } from '../providers/provider.ts';
import { type Admission, admit } from './admission.ts';
import type { Cleanup } from './cleanup.ts';
import type { PrepareWish, Preparing } from './prepare.ts';
import type { Session } from './session.ts';
import { stateUnavailable } from './state-unavailable.ts';
import type { StepReport } from './step-report.ts';

export type Acquired = { parked: Session; counted: Promise<void> } | (Admission & { parked: null; lease: Lease; counted: Promise<void> });

const RETRIES = 2;

/**
 * The step `acquire`: a parked session, or a place and a browser for a new one. `counted` must have resolved before the environment is
 * anybody's: that it counts for the quota is written while the browser goes on.
 */
export function acquire(wish: PrepareWish, report: StepReport, cleanup: Cleanup, parts: Preparing): Promise<Acquired> {
  const { region, purpose, account } = wish;
  let admission: Admission | undefined;
  let counted = Promise.resolve();
  const work = async (signal: AbortSignal): Promise<Acquired> => {
    await parts.swept();
    if (!admission) {
      admission = await admitted(wish, cleanup, signal, parts);
      counted = parts.quota.take(purpose);
      counted.catch(() => {});
    }
    if (admission.parked) return { ...admission, counted };
    const lease = await parts.provider.acquire({ region, purpose, account, signal, timeoutMs: report.left });
    await cleanup.add(() => parts.provider.release(lease));
    return { ...admission, lease, counted };
  };
  return report.run('acquire', work, { retries: RETRIES });
}

async function admitted(wish: PrepareWish, cleanup: Cleanup, signal: AbortSignal, { pool, admission }: Preparing): Promise<Admission> {
  // The answer of an earlier call did not reach the task: nobody else will ever use what it made.
  for (const live of pool.live)
    if (live.environment.principal === wish.principal && live.environment.task === wish.task) await pool.release(live, 'park', signal);
  return admit(wish, cleanup, admission).catch((error: unknown) => {
    throw stateUnavailable(error);
  });
}
