import type { Locator } from 'playwright-core';
import { ToolError } from '../../kit/tool-error.ts';
import { cleanLine, cleanText } from '../pages/clean-text.ts';
import { type ReadResult, type ReadWish, readInPage } from './read-in-page.ts';

const MAX_CHARS = 1_000_000;
const MAX_NODES = 50_000;
const MAX_MS = 5_000;
/** Of a field of a list item, before it is cleaned. */
const MAX_FIELD = 2_000;

/** Text as a person sees it, cleaned of what is invisible. */
export interface VisibleText {
  text: string;
  /** There was more than can be read. */
  cut: boolean;
}

/** Reads the text of the element that the locator finds: at most 1,000,000 characters, 50,000 nodes and 5 s. */
export async function readText(root: Locator): Promise<VisibleText> {
  const { rows, cut } = await read(root, { fields: { text: { css: '' } }, from: 0, max: 1, maxChars: MAX_CHARS });
  const [row] = rows;
  if (!row)
    throw new ToolError('target_not_found', { message: 'it went from the page while it was read: describe_page shows what is there now' });
  return { text: cleanText(row.text ?? '', MAX_CHARS), cut };
}

/** Reads fields of the elements that the locator finds, each on one line; within the same limits, 2,000 characters a field. */
export async function readRows(items: Locator, fields: ReadWish['fields'], from: number, max: number): Promise<ReadResult> {
  const result = await read(items, { fields, from, max, maxChars: MAX_FIELD });
  const clean = (row: Record<string, string>) =>
    Object.fromEntries(Object.entries(row).map(([field, value]) => [field, cleanLine(value, MAX_FIELD)]));
  return { ...result, rows: result.rows.map(clean) };
}

async function read(locator: Locator, wish: Omit<ReadWish, 'maxNodes' | 'maxMs'>): Promise<ReadResult> {
  const { rows, total, cut } = await locator.evaluateAll(readInPage, { ...wish, maxNodes: MAX_NODES, maxMs: MAX_MS });
  // The page may have replaced what that uses, so only what was asked for is taken.
  const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, wish.maxChars) : '');
  const taken = (row: Record<string, unknown>) => Object.fromEntries(Object.keys(wish.fields).map((name) => [name, textOf(row[name])]));
  return { rows: rows.slice(0, wish.max).map(taken), total: Number(total), cut: cut === true };
}
