import { existsSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { ToolError } from '../../kit/tool-error.ts';
import { Fault } from '../../model/fault.ts';
import type { BrowserChoice } from './browser-choice.ts';
import { embeddedChromium, howToGetOne } from './embedded.ts';
import { EMBEDDED } from './embedded-package.ts';
import { SYSTEM_BROWSERS } from './system-browsers.ts';

export interface FindOptions {
  /** From the config: an absolute path, or `embedded`. */
  browser: string | null;
  env: NodeJS.ProcessEnv;
  /** Executables that did not start, with the reason: they are passed over. */
  broken?: ReadonlyMap<string, string>;
  /** `linux-x64` */
  platform?: string;
  exists?(file: string): boolean;
  /** Where Playwright would keep its own Chromium. */
  playwright?(): Promise<string>;
  embedded?(): Promise<BrowserChoice>;
}

/** A browser that was looked for and is not used: what, and why not. */
export interface Attempt {
  what: string;
  why: string;
}

export interface Found {
  choice: BrowserChoice | null;
  /** What came before it in the order. */
  tried: Attempt[];
}

/**
 * Finds a Chromium: the one that the config or MCP_ADAPTER_BROWSER names, and then no other; else one of the system, which the system keeps
 * up to date; else Playwright's own; else the embedded one, which may be unpacked for it.
 */
export async function findBrowser(options: FindOptions): Promise<Found> {
  const { browser, env, exists = existsSync, broken = new Map<string, string>() } = options;
  const platform = options.platform ?? `${process.platform}-${process.arch}`;
  const embedded = options.embedded ?? (() => embeddedChromium({ env, platform }));
  const tried: Attempt[] = [];
  const usable = (what: string, file: string | null): file is string => {
    const why = file === null || !exists(file) ? 'not found' : broken.get(file);
    if (why !== undefined) tried.push({ what, why });
    return why === undefined;
  };

  const named = browser ?? (env.MCP_ADAPTER_BROWSER || null);
  if (named !== null && named !== 'embedded') {
    const what = `the browser that ${browser === null ? 'MCP_ADAPTER_BROWSER' : 'the config'} names`;
    return { choice: usable(what, named) ? choiceOf(named, 'config') : null, tried };
  }
  if (named === null) {
    tried.push({ what: 'MCP_ADAPTER_BROWSER', why: 'unset' });
    for (const { name, commands, files } of SYSTEM_BROWSERS) {
      const places = [...inPath(commands, env, platform, exists), ...files(platform, env)];
      const file = places.find((place) => exists(place) && !broken.has(place)) ?? places.find(exists) ?? null;
      if (usable(name, file)) return { choice: choiceOf(file, 'system'), tried };
    }
    const own = await (options.playwright ?? playwrightChromium)().catch(() => null);
    if (usable('the Chromium of Playwright', own)) return { choice: choiceOf(own, 'playwright'), tried };
  }
  try {
    const choice = await embedded();
    if (usable(EMBEDDED.name, choice.executable)) return { choice, tried };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    tried.push({ what: EMBEDDED.name, why: error.message });
  }
  return { choice: null, tried };
}

/** What a caller is told when there is none: `browser_missing`. */
export function browserMissing(tried: readonly Attempt[], platform = `${process.platform}-${process.arch}`): ToolError {
  const list = tried.map(({ what, why }) => `${what} (${why})`).join('; ');
  return new ToolError('browser_missing', {
    message: `No browser. Tried: ${list}. A person can do one of these: ${howToGetOne(platform)}.`,
  });
}

function choiceOf(executable: string, source: BrowserChoice['source']): BrowserChoice {
  return { executable, env: {}, version: null, source };
}

function inPath(commands: readonly string[], env: NodeJS.ProcessEnv, platform: string, exists: (file: string) => boolean): string[] {
  const { join, delimiter, isAbsolute } = platform.startsWith('win32') ? win32 : posix;
  const ending = platform.startsWith('win32') ? '.exe' : '';
  const folders = (env.PATH ?? '').split(delimiter).filter(isAbsolute);
  return commands.flatMap((command) => folders.map((folder) => join(folder, command + ending))).filter(exists);
}

async function playwrightChromium(): Promise<string> {
  const { chromium } = await import('playwright-core');
  return chromium.executablePath();
}
