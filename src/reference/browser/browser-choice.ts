/** A Chromium that can be started. */
export interface BrowserChoice {
  /** Absolute. */
  executable: string;
  /** What it needs in its environment beside the usual. */
  env: Record<string, string>;
  /** As far as it is known without starting it: that of the package it came in. */
  version: string | null;
  source: 'config' | 'system' | 'playwright' | 'embedded';
}
