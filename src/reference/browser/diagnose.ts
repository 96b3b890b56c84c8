import type { Browser } from 'playwright-core';
import { ToolError } from '../../kit/tool-error.ts';
import { Fault } from '../../model/fault.ts';
import type { BrowserChoice } from './browser-choice.ts';
import { type Attempt, findBrowser } from './find-browser.ts';
import { ageWarning } from './release-date.ts';
import { startBrowser } from './start-browser.ts';

/** What `doctor` tells of the browser. */
export interface BrowserDiagnosis {
  /** Null when there is none, or none that starts. */
  chosen: BrowserChoice | null;
  /** What was passed over, in order. */
  tried: Attempt[];
  /** `147.0.7727.0`; null when none was started. */
  version: string | null;
  launchMs: number | null;
  screenshotOk: boolean;
  ageWarning: string | null;
}

export interface DiagnoseOptions {
  env?: NodeJS.ProcessEnv;
  now?: () => number;
  log?(line: string): void;
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
const SCREENSHOT_MS = 10_000;

/**
 * Finds the browser that the local provider would use, starts it, takes a picture and ends it.
 * @param browser what the config names; null without a config
 */
export async function diagnoseBrowser(browser: string | null, options: DiagnoseOptions = {}): Promise<BrowserDiagnosis> {
  const { env = process.env, now = Date.now, log = () => {} } = options;
  const none = { chosen: null, version: null, launchMs: null, screenshotOk: false, ageWarning: null };
  // First without starting it, so that unpacking does not count as launching.
  const { choice, tried } = await findBrowser({ browser, env });
  if (!choice) return { ...none, tried };
  try {
    const began = performance.now();
    const running = await startBrowser({ browser, env, log });
    const launchMs = Math.round(performance.now() - began);
    try {
      const version = running.browser.version();
      const screenshotOk = await takesPicture(running.browser);
      return { chosen: running.choice, tried: running.tried, version, launchMs, screenshotOk, ageWarning: ageWarning(version, now()) };
    } finally {
      await running.close();
    }
  } catch (error) {
    if (!(error instanceof ToolError || error instanceof Fault)) throw error;
    return { ...none, tried: [...tried, { what: choice.executable, why: error.message }] };
  }
}

async function takesPicture(browser: Browser): Promise<boolean> {
  try {
    const page = await browser.newPage();
    await page.setContent('<h1>mcp-adapter</h1>', { timeout: SCREENSHOT_MS });
    const picture = await page.screenshot({ timeout: SCREENSHOT_MS });
    return picture.subarray(0, PNG.length).equals(PNG);
  } catch {
    return false;
  }
}
