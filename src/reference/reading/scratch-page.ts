import type { BrowserContext, Page } from 'playwright-core';
import { ToolError } from '../../kit/tool-error.ts';
import { checkUrl } from '../guard/check-url.ts';
import type { GuardPolicy } from '../guard/policy.ts';
import { stopAtChallenge } from '../pages/challenge.ts';
import { httpError } from '../pages/classify.ts';
import { closePage } from '../pages/close-pages.ts';
import { readyOf } from '../pages/ready.ts';
import { settle } from '../pages/settle.ts';
import type { TargetMaps } from '../targets/target-map.ts';

const SETTLE_MS = 3_000;

/** A page of the same context (cookies, storage, guard) beside the task's own ones. */
export interface ScratchPage {
  /**
   * Goes to an address by GET.
   * @returns null when the time was not enough
   * @throws ToolError `http_error`, `human_verification_required`, `url_blocked` (it led to another site); what the browser says
   */
  visit(url: string, timeoutMs: number): Promise<Page | null>;
  close(): Promise<void>;
}

/** It is opened by the first visit. The task's own pages do not know of it. */
export function scratchPage(context: BrowserContext, policy: GuardPolicy, maps: TargetMaps): ScratchPage {
  let page: Page | null = null;
  return {
    async visit(url, timeoutMs) {
      const endsAt = performance.now() + timeoutMs;
      checkUrl(url, policy);
      page ??= await context.newPage();
      const response = await page.goto(url, { waitUntil: 'domcontentloaded', timeout: timeoutMs }).catch((error: unknown): 'late' => {
        if (error instanceof Error && error.name === 'TimeoutError') return 'late';
        throw error;
      });
      if (response === 'late') return null;
      mustStayOn(url, page, policy);
      const status = response?.status() ?? 200;
      if (status >= 400) throw httpError(status);
      await stopAtChallenge(page);
      const left = endsAt - performance.now();
      if (left > 0) await settle(page, { ready: readyOf(page, maps), timeoutMs: Math.min(left, SETTLE_MS) });
      return page;
    },
    async close() {
      if (page) await closePage(page);
    },
  };
}

function mustStayOn(url: string, page: Page, policy: GuardPolicy): void {
  if (checkUrl(page.url(), policy).origin === new URL(url).origin) return;
  throw new ToolError('url_blocked', {
    message: 'the next page of the list led to another site, and a list is read on one site only: ask for fewer pages (max_pages)',
  });
}
