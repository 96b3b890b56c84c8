import type { BrowserContext } from 'playwright-core';
import type { Guard } from '../guard/guard.ts';
import type { PageBook } from '../pages/page-book.ts';
import type { Lease } from '../providers/provider.ts';

/** What the echo showed. */
export interface Egress {
  ip: string;
  region: string;
  /** RFC 3339 */
  checked_at: string;
}

/** A browser environment that belongs to one task of one principal. */
export interface Environment {
  /** `env-…`, as the model names it. */
  readonly id: string;
  readonly region: string;
  readonly purpose: string;
  readonly account: string | null;
  readonly principal: string;
  readonly task: string;
  readonly provider: string;
  readonly lease: Lease;
  readonly context: BrowserContext;
  /** Null where the provider binds the outbound connection: then only navigations are guarded. */
  readonly guard: Guard | null;
  readonly pages: PageBook;
  readonly egress: Egress;
  /** Milliseconds of the wall clock. */
  readonly createdAt: number;
  readonly expiresAt: number;
  usedAt: number;
  /** False once its browser, context or connection is gone. */
  isAlive(): boolean;
  /** Runs one thing at a time in this environment, in the order asked. */
  exclusive<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

/** Finds the environment that a call names. */
export interface EnvironmentLookup {
  /**
   * @throws ToolError `env_not_found`, `env_forbidden` (another task's, or another principal's), `env_lost` (it ended: prepare again)
   */
  find(envId: string, caller: { principal: string }, task: string): Environment;
}
