import { randomBytes } from 'node:crypto';
import { createExclusive, removeVersion, takeOver } from '../../kit/stores/exclusive-file.ts';
import { isAlive, isOwner, owner } from '../../kit/stores/owner.ts';
import { readStored } from '../../kit/stores/stored-json.ts';
import { isObject } from '../../model/json.ts';

const MAX_BYTES = 4096;

/** The right of one environment, in whatever process, to a saved state: a file that names the process. */
export class StateHold {
  readonly #file: string;
  #id: string | null = null;

  constructor(file: string) {
    this.#file = file;
  }

  /** False when another environment has it. What a dead process held is free. */
  take(): Promise<boolean> {
    return this.#takeBy(async (holder) => (await createExclusive(this.#file, holder)) || this.#succeed(holder));
  }

  /** As `take`, but only what a dead process held. */
  takeLeft(): Promise<boolean> {
    return this.#takeBy((holder) => this.#succeed(holder));
  }

  /** Repeating it is no error. */
  async release(): Promise<void> {
    const id = this.#id;
    if (id === null) return;
    await removeVersion(this.#file, id);
    this.#id = null;
  }

  async #takeBy(taken: (holder: object) => Promise<boolean>): Promise<boolean> {
    if (this.#id !== null) return false;
    const id = randomBytes(16).toString('hex');
    if (!(await taken({ format: 'mcp-adapter/state-hold@1', id, owner: owner() }))) return false;
    this.#id = id;
    return true;
  }

  async #succeed(holder: object): Promise<boolean> {
    const stored = await readStored(this.#file, MAX_BYTES);
    if (stored.kind !== 'json' || !isObject(stored.value)) return false;
    const { id, owner } = stored.value;
    if (typeof id !== 'string' || !/^[0-9a-f]{32}$/.test(id) || !isOwner(owner)) return false;
    return !isAlive(owner) && (await takeOver(this.#file, id, holder));
  }
}
