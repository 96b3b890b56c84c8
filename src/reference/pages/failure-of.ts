import { setTimeout as sleep } from 'node:timers/promises';
import { ToolError } from '../../kit/tool-error.ts';
import type { Environment } from '../environments/environment.ts';
import { classify, type Facts } from './classify.ts';
import type { OpenPage } from './page-book.ts';

/** A stopped navigation is told a moment before the crash, the download or the end of the browser that stopped it. */
const BEAT_MS = 100;

export interface Failing extends Pick<Facts, 'during' | 'sent'> {
  environment: Pick<Environment, 'isAlive' | 'guard'>;
  open: Pick<OpenPage, 'crashed' | 'download'> | null;
  /** Where the page was going; null for wherever. */
  url: string | null;
  /** `performance.now()` when it was begun. */
  since: number;
}

/** What went wrong on a page of an environment, by everything that is known of it. */
export async function failureOf(error: unknown, { environment, open, url, since, during, sent }: Failing): Promise<ToolError> {
  if (error instanceof ToolError) return error;
  await sleep(BEAT_MS);
  return classify(error, {
    connected: environment.isAlive(),
    crashed: open?.crashed ?? false,
    download: open?.download ?? false,
    guard: environment.guard?.failureFor(url, since) ?? null,
    during,
    sent,
  });
}
