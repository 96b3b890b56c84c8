import type { RequestListener } from 'node:http';
import { afterEach } from 'vitest';
import type { Guard } from '../../../src/reference/guard/guard.ts';
import type { GuardPolicy } from '../../../src/reference/guard/policy.ts';
import { startGuard } from '../../../src/reference/guard/start-guard.ts';
import { type Running, serving } from './servers.ts';

const opened: { close(): Promise<void> }[] = [];

/** To be called once by a test file that keeps something. */
export function closeAfterEach(): void {
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((each) => each.close()));
  });
}

/** What is opened is closed after the test; closing it before does no harm. */
export async function keep<T extends { close(): Promise<void> }>(opening: Promise<T>): Promise<T> {
  const each = await opening;
  opened.push(each);
  return each;
}

export function serve(answer: RequestListener): Promise<Running> {
  return keep(serving(answer));
}

/** A guard that lets pages use the target, by its address. */
export function guardFor(target: Running): Promise<Guard> {
  return keep(startGuard({ policy: policyWith(target.host), upstream: null }));
}

export function policyWith(...privateHosts: string[]): GuardPolicy {
  return { allowHosts: null, denyHosts: [], privateHosts };
}

export function portOf(guard: Guard): number {
  return Number(new URL(guard.url).port);
}
