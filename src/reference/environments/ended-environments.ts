import { ToolError } from '../../kit/tool-error.ts';

/** What is remembered of an environment that has ended. */
export interface Ended {
  principal: string;
  task: string;
  /** As a sentence goes on after "the environment": `was released`. */
  why: string;
  /** The key of its state; null for one that had none to save. */
  stateKey: string | null;
  /** The version of the state that was saved of it; null when none was. */
  version: string | null;
}

const REMEMBERED = 500;

/** The last 500 environments that ended, so that a late call can be told what became of them. */
export class EndedEnvironments {
  readonly #ended = new Map<string, Ended>();

  add(envId: string, ended: Ended): void {
    this.#ended.set(envId, ended);
    const [oldest] = this.#ended.keys();
    if (this.#ended.size > REMEMBERED && oldest !== undefined) this.#ended.delete(oldest);
  }

  get(envId: string): Ended | undefined {
    return this.#ended.get(envId);
  }
}

export function lost(envId: string, why: string): ToolError {
  return new ToolError('env_lost', { retryable: true, message: `environment ${envId} ${why}: call prepare_environment again` });
}

export function isSaved(ended: Ended | undefined): boolean {
  return ended !== undefined && ended.version !== null;
}
