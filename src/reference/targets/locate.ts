import { setTimeout as delay } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { shorten } from '../../model/text.ts';
import type { LocatorSpec } from './target-map.ts';
import { textPattern } from './text-pattern.ts';

/** What a locator stands for on a page, or within an element. Nothing is looked up yet. */
export function locate(scope: Page | Locator, spec: LocatorSpec): Locator {
  if ('role' in spec) return scope.getByRole(spec.role, spec.name === undefined ? {} : { name: textPattern(spec.name), exact: true });
  if ('label' in spec) return scope.getByLabel(textPattern(spec.label), { exact: true });
  if ('placeholder' in spec) return scope.getByPlaceholder(textPattern(spec.placeholder), { exact: true });
  if ('testid' in spec) return scope.getByTestId(spec.testid);
  if ('text' in spec) return scope.getByText(textPattern(spec.text), { exact: true });
  return scope.locator(`css=${spec.css}`);
}

/** What the locators of one thing resolve to. */
export interface Search {
  /** Elements of each locator that was tried, in order; null for one that is no selector. */
  counts: (number | null)[];
  /** The one that won: how many it resolves to is in `counts`. */
  won: { locator: Locator; index: number; spec: LocatorSpec } | null;
}

/** Tries locators in order until one resolves to exactly one element; with `several`, to at least one. */
export async function firstOf(scope: Page | Locator, specs: readonly LocatorSpec[], several = false): Promise<Search> {
  const counts: (number | null)[] = [];
  for (const [index, spec] of specs.entries()) {
    const locator = locate(scope, spec);
    const count = await countOf(locator);
    counts.push(count);
    if (count === 1 || (several && count)) return { counts, won: { locator, index, spec } };
  }
  return { counts, won: null };
}

const PAUSE_MS = 100;

/** The same as `firstOf`, waiting as long as none of the locators finds anything. */
export async function untilFound(scope: Page | Locator, specs: readonly LocatorSpec[], waitMs: number): Promise<Search> {
  const endsAt = performance.now() + waitMs;
  for (;;) {
    const search = await firstOf(scope, specs);
    if (search.counts.some((count) => count) || performance.now() >= endsAt) return search;
    await delay(PAUSE_MS);
  }
}

async function countOf(locator: Locator): Promise<number | null> {
  try {
    return await locator.count();
  } catch (error) {
    // A selector that is none must not hide the locators behind it.
    if (error instanceof Error && /while parsing|is not a valid selector/.test(error.message)) return null;
    throw error;
  }
}

/** The locator that won, for the audit log: `role=button (1 of 3)`. */
export function wordsOf(spec: LocatorSpec, index: number, specs: readonly LocatorSpec[]): string {
  const [way, value] = Object.entries(spec)[0] ?? [];
  return `${way}=${shorten(value ?? '', 80)} (${index + 1} of ${specs.length})`;
}
