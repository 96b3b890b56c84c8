import type { ElementHandle, Locator, Page } from 'playwright-core';
import { ToolError } from '../../kit/tool-error.ts';
import { quote } from '../../model/text.ts';
import { cleanText } from '../pages/clean-text.ts';
import { readRows, readText } from '../reading/read-visible.ts';
import { mustBeActionable } from './actionable.ts';
import { type Held, hold } from './held.ts';
import { firstOf, wordsOf } from './locate.ts';
import { notOne } from './resolve-target.ts';
import type { ListEntry } from './target-map.ts';

/** One item of a list, and what deletes it: these very elements of the page, whatever order the list has later. */
export interface ListItem {
  key: string;
  items: Locator;
  index: number;
  element: ElementHandle;
  remove: Held;
  /** The locator that found `remove`, for the audit log. */
  words: string;
}

/** What a person says of the item that is to be deleted. */
export interface ItemWish {
  list: string;
  key: string;
  expectText: string;
}

/** Items that are looked through. */
const MOST_ITEMS = 1_000;
const MAX_TEXT = 20_000;
const WAIT_MS = 2_000;

/**
 * Finds the one item with that key, and makes sure that it is the one that is meant.
 * @throws ToolError `map_missing` for a list whose map does not say what deletes an item, `item_not_found`, `target_ambiguous`,
 * `confirmation_mismatch`, `target_not_found`, `target_not_actionable`
 */
export async function findItem(page: Page, entry: ListEntry, wish: ItemWish): Promise<ListItem> {
  const { list, key, expectText } = wish;
  if (!entry.delete)
    throw new ToolError('map_missing', {
      message: `the map of the list ${quote(list)} does not say what deletes an item: the operator can add it`,
    });
  const items = await itemsOf(page, entry);
  const matches = items ? await indexesOf(items, entry, key) : [];
  const [index] = matches;
  if (!items || index === undefined)
    throw new ToolError('item_not_found', {
      message: `no item of the list ${quote(list)} on this page has the key ${quote(key)}: list_items tells the keys, and the page on which an item is. Nothing was deleted`,
    });
  if (matches.length > 1)
    throw new ToolError('target_ambiguous', {
      message: `${matches.length} items of the list ${quote(list)} have this key: a person must look. Nothing was deleted`,
      data: { count: matches.length },
    });
  const item = items.nth(index);
  if (!(await shows(item, expectText)))
    throw new ToolError('confirmation_mismatch', {
      message: `the item ${quote(key)} does not show ${quote(expectText)}: read it again with list_items and make sure which one is meant. Nothing was deleted`,
    });
  const search = await firstOf(item, entry.delete);
  const name = `${list}: delete`;
  if (!search.won) throw notOne(`what deletes an item of the list ${quote(list)}`, search);
  await mustBeActionable(search.won.locator, name, 'click', WAIT_MS);
  const [element, remove] = await Promise.all([item.elementHandle({ timeout: WAIT_MS }), hold(search.won.locator, WAIT_MS)]);
  return { key, items, index, element, remove, words: wordsOf(search.won.spec, search.won.index, entry.delete) };
}

/**
 * Looks once more, right before it is deleted: the list may have changed since.
 * @throws ToolError `item_not_found` (retryable)
 */
export async function mustBeSame(
  { items, index, element, remove, key }: ListItem,
  entry: ListEntry,
  { expectText }: ItemWish,
): Promise<void> {
  const item = items.nth(index);
  // A page that has gone on knows nothing of these elements.
  const isSame = await items.evaluateAll(holds, { index, element, remove: remove.element }).catch(() => false);
  if (isSame && (await indexesOf(item, entry, key)).length === 1 && (await shows(item, expectText))) return;
  throw new ToolError('item_not_found', {
    retryable: true,
    message: `the list changed while the item ${quote(key)} was looked for; nothing was deleted. Try again`,
  });
}

/** How many items of the list on this page have the key. */
export async function countOfKey(page: Page, entry: ListEntry, key: string): Promise<number> {
  const items = await itemsOf(page, entry);
  return items ? (await indexesOf(items, entry, key)).length : 0;
}

async function itemsOf(page: Page, entry: ListEntry): Promise<Locator | null> {
  return (await firstOf(page, entry.items, true)).won?.locator ?? null;
}

/** @throws ToolError `list_too_long`: whether another item has the key could not be told */
async function indexesOf(items: Locator, entry: ListEntry, key: string): Promise<number[]> {
  const field = entry.fields[entry.key];
  const { rows, total, cut } = await readRows(items, field ? { key: field } : {}, 0, MOST_ITEMS);
  if (cut || total > rows.length)
    throw new ToolError('list_too_long', {
      message: `the list on this page is too long to be looked through (${total} items): a person must do it`,
    });
  return rows.flatMap((row, index) => (folded(row.key ?? '') === folded(key) ? [index] : []));
}

async function shows(item: Locator, wanted: string): Promise<boolean> {
  const { text } = await readText(item);
  return folded(text).includes(folded(wanted));
}

/** Lines and cells are no part of what a person compares. */
function folded(text: string): string {
  return cleanText(text, MAX_TEXT).replace(/\s+/g, ' ');
}

/** Runs in the page: whether an item is still where it was found, with what deletes it in it. */
function holds(items: Node[], { index, element, remove }: { index: number; element: Node; remove: Node }): boolean {
  if (items[index] !== element) return false;
  for (let at: Node | null = remove; at; at = at.parentNode ?? at.host ?? null) if (at === element) return true;
  return false;
}

/** What the function above uses of the DOM, which the compiler is not told of. */
interface Node {
  parentNode: Node | null;
  /** Of a shadow root. */
  host?: Node;
}
