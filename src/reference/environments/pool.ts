import { randomBytes } from 'node:crypto';
import { orTimeUp } from '../../kit/time-up.ts';
import { ToolError } from '../../kit/tool-error.ts';
import type { ReferenceLimits } from '../config/reference-config.ts';
import type { PageBook } from '../pages/page-book.ts';
import { Queue } from '../queue.ts';
import { Cleanup, Endings } from './cleanup.ts';
import { type Ended, EndedEnvironments, isSaved, lost } from './ended-environments.ts';
import type { Egress, Environment } from './environment.ts';
import { type Ending, finish } from './finish.ts';
import { Parking } from './parking.ts';
import { type SavedStates, stateKey } from './saved-states.ts';
import type { Session } from './session.ts';

export interface Live {
  environment: Environment;
  session: Session;
  queue: Queue;
}

export interface PoolOptions {
  limits: ReferenceLimits;
  states: SavedStates;
  /** The provider's name. */
  provider: string;
  now(): number;
  log(line: string): void;
  onLoss(envId: string, why: string): void;
}

const MINUTE_MS = 60_000;
/** For work that runs in an environment which is past its time. */
const DRAIN_MS = 60_000;
const SAVE_AT_CLOSE_MS = 1_000;
const CLOSE_MS = 1_200;

/** The environments that tasks have, what is parked, and what is known of those that have ended. */
export class Pool {
  readonly parking: Parking;
  readonly #options: PoolOptions;
  readonly #live = new Map<string, Live>();
  readonly #ended = new EndedEnvironments();
  readonly #making = new Set<Cleanup>();
  readonly #endings: Endings;
  #isClosed = false;

  constructor(options: PoolOptions) {
    const { limits, states, now, log } = options;
    this.#options = options;
    this.#endings = new Endings(log);
    this.parking = new Parking({ limits, states, endings: this.#endings, now });
  }

  get live(): Live[] {
    return [...this.#live.values()];
  }

  /** What an environment that is being made has to give back, when it fails or the pool is closed. */
  making(): { cleanup: Cleanup; made(): void } {
    this.#throwIfClosed();
    const cleanup = new Cleanup(this.#options.log);
    this.#making.add(cleanup);
    return { cleanup, made: () => void this.#making.delete(cleanup) };
  }

  /** A session that is ready becomes an environment. */
  add(session: Session, pages: PageBook, task: string, egress: Egress): Environment {
    this.#throwIfClosed();
    const { owner, lease, context, guard } = session;
    const { limits, provider, now } = this.#options;
    const id = `env-${randomBytes(6).toString('hex')}`;
    const queue = new Queue();
    const createdAt = now();
    const environment: Environment = {
      ...{ ...owner, id, task, provider, lease, context, guard, pages, egress, createdAt },
      expiresAt: createdAt + limits.lifetimeMinutes * MINUTE_MS,
      usedAt: createdAt,
      isAlive: () => this.#live.has(id) && session.isAlive(),
      exclusive: (signal, work) =>
        queue.run(signal, async () => {
          // It may have ended while this waited, and its context may be another task's by now.
          if (!this.#live.has(id)) throw this.#lost(id);
          environment.usedAt = now();
          try {
            return await work();
          } finally {
            environment.usedAt = now();
          }
        }),
    };
    this.#live.set(id, { environment, session, queue });
    return environment;
  }

  /** @throws ToolError `env_not_found`, `env_forbidden`, `env_lost` */
  find(envId: string, principal: string, task: string): Live {
    const live = this.#live.get(envId);
    const known = live?.environment ?? this.#ended.get(envId);
    if (!known)
      throw new ToolError('env_not_found', {
        message: `there is no environment ${envId}: list_environments shows yours, prepare_environment makes one`,
      });
    if (known.principal !== principal || known.task !== task)
      throw new ToolError('env_forbidden', { message: `environment ${envId} belongs to another task: prepare one of your own` });
    if (live?.session.isAlive()) return live;
    if (live) this.lose(live.session);
    throw this.#lost(envId);
  }

  /** What is remembered of an environment that is no longer there. */
  ended(envId: string): Ended | undefined {
    return this.#ended.get(envId);
  }

  /** When an environment ends if nobody uses it any more, in milliseconds of the wall clock. */
  endsAt({ expiresAt, usedAt }: Environment): number {
    return Math.min(expiresAt, usedAt + this.#options.limits.idleMinutes * MINUTE_MS);
  }

  /**
   * Ends an environment once what runs in it is through.
   * @returns whether its state was saved
   * @throws the signal's reason, while it has to wait
   */
  async release(live: Live, ending: Ending, signal: AbortSignal): Promise<boolean> {
    const { environment, queue } = live;
    return queue.run(signal, async () => {
      if (!this.#live.has(environment.id)) return isSaved(this.#ended.get(environment.id));
      return this.#finish(live, this.#retire(live, 'was released'), ending);
    });
  }

  /** Ends what is past its time. What has to be closed is closed in its own time. */
  sweep(): void {
    const { lifetimeMinutes, idleMinutes } = this.#options.limits;
    const at = this.#options.now();
    for (const live of this.live) {
      const { environment, queue } = live;
      if (at >= environment.expiresAt) this.#expire(live, `was there for ${lifetimeMinutes} minutes, which is the limit`);
      else if (queue.isIdle && at >= this.endsAt(environment)) this.#expire(live, `was not used for ${idleMinutes} minutes`);
    }
    this.parking.sweep();
  }

  /** The browser, the context or the connection of a session is gone. */
  lose(session: Session): void {
    const why = 'lost its browser';
    const live = this.live.find((each) => each.session === session);
    if (live) {
      this.#retire(live, why);
      this.#options.onLoss(live.environment.id, why);
    }
    this.parking.drop(session);
    this.#endings.behind(session.close());
  }

  /** Ends everything, in little more than a second; states are saved as far as they are quick. Repeating it is no error. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const live of this.live)
      this.#endings.behind(this.#finish(live, this.#retire(live, 'ended with the adapter'), 'save', SAVE_AT_CLOSE_MS));
    for (const parked of this.parking.all) this.parking.close(parked);
    for (const cleanup of this.#making) this.#endings.behind(cleanup.run());
    await orTimeUp(this.#endings.settled(), CLOSE_MS).catch(() => {});
  }

  #expire(live: Live, why: string): void {
    const ended = this.#retire(live, why);
    const finish = () => this.#finish(live, ended, 'save');
    this.#endings.behind(live.queue.run(AbortSignal.timeout(DRAIN_MS), finish).catch(() => live.session.close()));
  }

  /** From here on nobody finds it. */
  #retire({ environment, session }: Live, why: string): Ended {
    const { id, principal, task } = environment;
    const ended = { principal, task, why, stateKey: session.hold && stateKey(session.owner), version: null };
    this.#live.delete(id);
    this.#ended.add(id, ended);
    return ended;
  }

  #finish(live: Live, ended: Ended, ending: Ending, saveMs?: number): Promise<boolean> {
    const { states, now } = this.#options;
    return finish(live, ended, ending, { states, parking: this.parking, now }, () => !this.#isClosed, saveMs);
  }

  #lost(envId: string): ToolError {
    return lost(envId, this.#ended.get(envId)?.why ?? 'has ended');
  }

  #throwIfClosed(): void {
    if (this.#isClosed) throw new ToolError('stopping', { retryable: true, message: 'the adapter is stopping' });
  }
}
