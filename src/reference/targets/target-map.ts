import type { AriaRole } from './aria-roles.ts';

/**
 * One way to find an element. Names, labels, placeholders and texts are compared whole, white space folded; `/log ?in/i` is a regular expression
 * that may match a part. `role` is found by its accessible name, `label` by the label of a field, `testid` by `data-testid`.
 */
export type LocatorSpec =
  | { role: AriaRole; name?: string }
  | { label: string }
  | { placeholder: string }
  | { testid: string }
  | { text: string }
  | { css: string };

export type TargetKind = 'button' | 'link' | 'field' | 'form' | 'region' | 'text';

/** A thing on a page by the name that the model uses. The first locator that resolves to exactly one wins. */
export interface TargetEntry {
  kind: TargetKind;
  locators: readonly LocatorSpec[];
}

/** A list on a page. */
export interface ListEntry {
  /** Its items. */
  items: readonly LocatorSpec[];
  /** The field by which an item is named in `delete_item`. */
  key: string;
  /** Where within an item a field stands: a CSS selector, its text or one of its attributes. */
  fields: Record<string, { css: string; attribute?: string }>;
  /** The link to the next page, followed by its `href`. */
  next?: readonly LocatorSpec[];
  /** Within an item: what deletes it. */
  delete?: readonly LocatorSpec[];
  /** On the page afterwards: what confirms it. */
  confirm?: readonly LocatorSpec[];
}

/** What is known of the pages at one path of an origin. */
export interface PageMap {
  /** `/orders.html`, or with `*` for anything but a slash and `**` for anything. */
  path: string;
  /** Present once the page can be used. */
  ready?: readonly LocatorSpec[];
  targets: Readonly<Record<string, TargetEntry>>;
  lists: Readonly<Record<string, ListEntry>>;
}

/** A target map file: `mcp-adapter/targets@1`. */
export interface TargetMapFile {
  format: 'mcp-adapter/targets@1';
  /** Left out where the config names it. */
  origin?: string;
  pages: readonly PageMap[];
}

/** The maps of all files. */
export interface TargetMaps {
  /** What is known of the page at this URL: everything of all entries whose path fits, the first by name winning; null when none fits. */
  mapFor(url: string): PageMap | null;
  /** Of every origin, for `doctor --targets`. */
  readonly pages: readonly { file: string; origin: string; map: PageMap }[];
}
