import type { Page } from 'playwright-core';

/** A page that is open in an environment. */
export interface OpenPage {
  /** `p-1`, as the model names it. */
  id: string;
  page: Page;
  /** True for one that a page opened by itself. */
  isPopup: boolean;
  /** Kinds and texts of dialogs that were dismissed since the last look, at most 5; texts cut and cleaned. */
  dialogs: { kind: string; text: string }[];
  /** Set once the renderer has died. */
  crashed: boolean;
  /** A download that was stopped since the last look. */
  download: boolean;
}

/**
 * The pages of one environment: what is opened, what opens itself, what crashes. Dialogs are dismissed, downloads stopped. A page that a tool opens
 * by `context.newPage()` for its own use, and closes again, is none of them.
 */
export interface PageBook {
  /** Opens an empty page; beyond `limits.pages` the oldest popup is closed, else the oldest page. */
  open(): Promise<OpenPage>;
  /**
   * The page of that id; without one the page that was opened last, and a popup only when nothing was ever opened.
   * @throws ToolError `page_not_found`, `page_crashed`, `page_closed`
   */
  get(pageId: string | undefined): OpenPage;
  all(): readonly OpenPage[];
  /** Closes one page on purpose: `get` without an id then means the one that was opened before it. */
  close(open: OpenPage): Promise<void>;
  /**
   * Closes every page that is not somebody else's; the context stays.
   * @returns true when the context is empty now, and stays so: only then it may be given to another task
   */
  closeAll(): Promise<boolean>;
}
