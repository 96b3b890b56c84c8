import { Fault } from '../../model/fault.ts';
import { changes, type Risk, riskOf, type ToolDeclaration } from '../../model/tool.ts';
import { grantTo } from '../grant-to.ts';
import { type Place, takesGrants } from '../place.ts';

/** Calls that one grant lasts for, some less than it could. */
const CALLS_A_GRANT = 900;

/** What was granted on one adapter, through its state folder. */
export class GrantBook {
  readonly #state: string;
  readonly #risks: Record<string, Risk>;
  /** How often each task has called a tool with its grant. */
  readonly #uses = new Map<string, number>();

  constructor(state: string, risks: Record<string, Risk>) {
    this.#state = state;
    this.#risks = risks;
  }

  /** Grants a tool that changes something to the task of a call, where the adapter takes grants. A task that cannot be named gets none. */
  async grant(place: Place, tool: ToolDeclaration, task: unknown): Promise<void> {
    if (typeof task !== 'string' || !changes(riskOf(tool, this.#risks)) || !takesGrants(place)) return;
    const key = JSON.stringify([tool.name, task]);
    const uses = this.#uses.get(key) ?? 0;
    this.#uses.set(key, uses + 1);
    if (uses % CALLS_A_GRANT !== 0) return;
    try {
      await grantTo(this.#state, task, [{ tools: [tool.name], origins: [] }], new Map(), CALLS_A_GRANT + 100);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
    }
  }
}
