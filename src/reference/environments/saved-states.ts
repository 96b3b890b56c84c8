import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, BrowserContextOptions } from 'playwright-core';
import { removeOwned, replaceOwned } from '../../kit/stores/exclusive-file.ts';
import { namesIn, sweepLeftovers } from '../../kit/stores/leftovers.ts';
import { readStored } from '../../kit/stores/stored-json.ts';
import { orTimeUp } from '../../kit/time-up.ts';
import { bytesOf, isObject } from '../../model/json.ts';
import { size } from '../../model/text.ts';
import { StateHold } from './state-hold.ts';

/** Whose cookies and local storage they are. */
export interface StateOwner {
  principal: string;
  region: string;
  purpose: string;
  account: string | null;
}

/** Cookies and storage, as Playwright gives and takes them. */
export type SavedState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

const MAX_BYTES = 10 * 1024 * 1024;
const MAX_STATES = 200;
const MAX_FILES = 10_000;
const SAVE_MS = 5_000;

/** Cookies and storage by owner, as files `browser-state/<key>.json` of the state folder. Whoever touches one holds it. */
export class SavedStates {
  readonly #folder: string;
  readonly #log: (line: string) => void;

  constructor(state: string, log: (line: string) => void) {
    this.#folder = join(state, 'browser-state');
    this.#log = log;
  }

  /** The right to a state, to be taken. */
  hold(key: string): StateHold {
    return new StateHold(join(this.#folder, `${key}.lock`));
  }

  /** Gives back what processes that have died held; tells how many that were. */
  async sweep(): Promise<number> {
    await sweepLeftovers(this.#folder);
    let [looked, given] = [0, 0];
    for await (const name of namesIn(this.#folder)) {
      if (looked++ >= MAX_FILES) break;
      if (!name.endsWith('.lock')) continue;
      const hold = new StateHold(join(this.#folder, name));
      if (!(await hold.takeLeft())) continue;
      await hold.release();
      given++;
    }
    return given;
  }

  /** What was saved; null when nothing was, or it is damaged. */
  async load(key: string): Promise<SavedState | null> {
    const file = this.#file(key);
    const stored = await readStored(file, MAX_BYTES);
    if (stored.kind === 'json' && isSavedState(stored.value)) return stored.value;
    if (stored.kind !== 'missing') this.#log(`${file} is damaged: the environment begins without cookies`);
    return null;
  }

  /**
   * Saves what a context has, within `limitMs`.
   * @returns the version that was saved; null when it could not be: then what was saved before is still there
   */
  async save(key: string, context: BrowserContext, limitMs = SAVE_MS): Promise<string | null> {
    try {
      const state = await orTimeUp(context.storageState({ indexedDB: true }), limitMs);
      const bytes = bytesOf(state);
      if (bytes >= MAX_BYTES) throw new Error(`it has ${size(bytes)}`);
      await replaceOwned(this.#file(key), state);
      await this.#makeRoom(key);
      return await this.version(key);
    } catch (error) {
      this.#log(`the state of an environment could not be saved: ${error}`);
      return null;
    }
  }

  /** Names the state as it stands on disk; null when there is none. A file that was replaced has another version. */
  async version(key: string): Promise<string | null> {
    const facts = await stat(this.#file(key), { bigint: true }).catch(() => null);
    return facts && `${facts.ino} ${facts.mtimeNs}`;
  }

  async discard(key: string): Promise<void> {
    await removeOwned(this.#file(key)).catch((error: unknown) => this.#log(`the state of an environment could not be removed: ${error}`));
  }

  #file(key: string): string {
    return join(this.#folder, `${key}.json`);
  }

  /** Accounts are made up by the caller, so the states that were not saved for longest go. */
  async #makeRoom(kept: string): Promise<void> {
    const names = (await readdir(this.#folder)).filter(
      (name) => name.endsWith('.json') && !name.startsWith('.') && name !== `${kept}.json`,
    );
    if (names.length < MAX_STATES) return;
    const files = await Promise.all(
      names.map(async (name) => {
        const file = join(this.#folder, name);
        return { file, at: (await stat(file).catch(() => null))?.mtimeMs ?? 0 };
      }),
    );
    const oldest = files.sort((a, b) => a.at - b.at).slice(0, names.length - MAX_STATES + 1);
    for (const { file } of oldest) await removeOwned(file);
  }
}

/** A name that is safe for files and says nothing. */
export function stateKey({ principal, region, purpose, account }: StateOwner): string {
  return createHash('sha256')
    .update(JSON.stringify([principal, region, purpose, account]))
    .digest('hex')
    .slice(0, 40);
}

function isSavedState(value: unknown): value is SavedState {
  return isObject(value) && Array.isArray(value.cookies) && Array.isArray(value.origins);
}
