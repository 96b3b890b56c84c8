import type { Browser } from 'playwright-core';

/** What is wanted of a provider. */
export interface LeaseWish {
  region: string;
  purpose: string;
  account: string | null;
  /** Aborted when the call is cancelled or its time is up. */
  signal: AbortSignal;
  /** Milliseconds that it may take, a whole number. */
  timeoutMs: number;
}

/** A running browser, connected, for one environment. */
export interface Lease {
  /** The provider's name for what it gave: a profile id, `local-3`. */
  id: string;
  browser: Browser;
  /** `new`: the environment makes a context of its own in it; `default`: it is given the one that is there. */
  context: 'new' | 'default';
  /** Who binds the outbound connection. With `provider` the adapter can only look at it, and guard navigations only. */
  egress: 'adapter' | 'provider';
  /** `147.0.7727.0` */
  version: string;
}

/** Where browsers come from. Everything else (guard, warm-up, confirmation, pages, audit) is the same for all. */
export interface Provider {
  readonly name: 'local' | 'cdp' | 'http-profiles';
  /** For `doctor`: whether it could give one, without starting more than it must. */
  check(): Promise<{ ok: boolean; seen: string; todo: string }>;
  /**
   * Safe to repeat after a failure.
   * @throws ToolError `browser_missing`, `env_unavailable`, `env_busy`, `env_provider_error`, `quota_exceeded`
   */
  acquire(wish: LeaseWish): Promise<Lease>;
  /** Gives it back: stops what was started for it alone. Repeating it, and releasing what is gone, is no error. */
  release(lease: Lease): Promise<void>;
  /** Ends what earlier processes on the same state folder left behind; tells how much. */
  sweep(): Promise<number>;
  /** Releases everything and ends what it started. */
  close(): Promise<void>;
}
