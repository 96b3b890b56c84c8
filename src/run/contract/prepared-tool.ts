import { replaceAt } from '../../cases/exact-text.ts';
import { follow } from '../../model/follow-pointer.ts';
import { isObject, type JsonObject } from '../../model/json.ts';
import type { ToolDeclaration } from '../../model/tool.ts';
import { templatesIn } from '../../suite/template.ts';
import type { Place } from '../place.ts';
import type { Played } from '../play.ts';
import { withKey } from './keys.ts';
import { type Prepared, prepareOn, type WayHost } from './prepared-way.ts';
import { isPlain, type SuiteWay } from './suite-bases.ts';
import type { Trial } from './trial.ts';

/** So often what a tool is called with is made anew because it was gone or used up. */
const MAX_ANEW = 20;

/** After so many tries that failed, or did not help, no more are made. */
const MAX_FAILURES = 2;
const MAX_IN_VAIN = 3;

/** Codes of what is not there any more, or was used up by the calls before. */
const GONE =
  /(?:^|_)(?:not_found|unknown|expired|lost|gone|released|closed|ended|revoked|quota|limit|exceeded|exhausted|full|too_many|busy|conflict)(?:_|$)/;

/** A call as it is made now. */
export interface Ready {
  /** As it was asked for, and with what was prepared for it. */
  asked: Trial;
  trial: Trial;
  prepared: Prepared | null;
}

/** The tool under test: what its arguments name is made by steps of a suite, once on each adapter, and anew when it is gone. */
export class PreparedTool {
  readonly tool: ToolDeclaration;
  /** Null where nothing has to be made. */
  readonly way: SuiteWay | null;
  /** Calls that went well. */
  wentWell = 0;
  /** What the last call that was not wrong in itself answered instead. */
  lastCode = '';
  /** Why nothing could be prepared the last time; empty when it could. */
  why = '';
  readonly #host: WayHost;
  #steps: SuiteWay['needed'] = [];
  /** The arguments that the cases are made from: what is equal to them is exchanged for what there is now. */
  #base: JsonObject | null = null;
  #now: Prepared | null = null;
  #preparing: Promise<void> | null = null;
  #failures = 0;
  #anew = 0;
  /** The codes for which calls were made again, and how often each came again in a row. */
  readonly #again = new WeakMap<Trial, string>();
  readonly #inVain = new Map<string, number>();

  constructor(tool: ToolDeclaration, way: SuiteWay | undefined, host: WayHost) {
    this.tool = tool;
    this.way = way && !isPlain(way) ? way : null;
    this.#host = host;
  }

  /** Makes these steps, and gives the arguments with which the tool can be called then; null where that fails. */
  async begin(place: Place, steps: SuiteWay['needed']): Promise<JsonObject | null> {
    this.#steps = steps;
    this.#base = null;
    this.#now = null;
    this.#failures = 0;
    const given = (await this.#prepared(place))?.arguments;
    // The task is that of the steps: what they have made is nobody else's.
    this.#base = given ? { ...withKey(given), ...('task_id' in given ? { task_id: given.task_id } : {}) } : null;
    return this.#base;
  }

  /** The call with what there is now; on an adapter that was started since the last one the steps are made first. */
  async ready(place: Place, asked: Trial): Promise<Ready> {
    const base = this.#base;
    if (!base || !this.way || asked.tool !== this.tool) return { asked, trial: asked, prepared: null };
    const prepared = await this.#prepared(place);
    if (!prepared) return { asked, trial: asked, prepared };
    const edits = this.#handles(base, asked).map((at) => ({ at, value: follow(prepared.arguments, at).value }));
    return { asked, trial: withValues(asked, edits), prepared };
  }

  /** True where the task of its calls is that of the steps which prepared them. */
  get hasTask(): boolean {
    return this.#base !== null && 'task_id' in this.#base;
  }

  /** Notes how a call ended. */
  judged({ asked }: Ready, { seen }: Played): void {
    if (asked.tool !== this.tool) return;
    const before = this.#again.get(asked);
    if (before !== undefined) this.#inVain.set(before, seen.code === before ? (this.#inVain.get(before) ?? 0) + 1 : 0);
    if (seen.outcome === 'ok') this.wentWell++;
    else if (asked.kind === 'valid') this.lastCode = seen.code;
  }

  /** True when a call should be made again, because what it names went well before and is gone; what was prepared is forgotten then. */
  isGone({ asked, prepared }: Ready, { seen }: Played): boolean {
    if (asked.tool !== this.tool) return false;
    if (!this.wentWell || seen.outcome !== 'tool_error' || !GONE.test(seen.code)) return false;
    if (!this.#namesWhatWasPrepared(asked) || this.#anew >= MAX_ANEW || (this.#inVain.get(seen.code) ?? 0) >= MAX_IN_VAIN) return false;
    this.#again.set(asked, seen.code);
    // Beside it another call may have met the same.
    if (prepared === this.#now) {
      this.#anew++;
      this.#now = null;
    }
    return true;
  }

  /** Places in the arguments that hold what was prepared. */
  get #places(): string[] {
    return templatesIn(this.way?.target.arguments).flatMap(({ at }) => (at === '/step_id' ? [] : [at]));
  }

  /** Where the arguments of a call are still those that were prepared. */
  #handles(base: JsonObject, { arguments: given }: Trial): string[] {
    const same = (at: string) => JSON.stringify(follow(given, at).value) === JSON.stringify(follow(base, at).value);
    return this.#places.filter((at) => follow(given, at).found && same(at));
  }

  /** False for a call that tests just this: what it names was never there. */
  #namesWhatWasPrepared(asked: Trial): boolean {
    return !this.#base || !this.way || this.#handles(this.#base, asked).length === this.#places.length;
  }

  /** Calls that need it at the same time wait for the same. */
  async #prepared(place: Place): Promise<Prepared | null> {
    while (this.way && this.#now?.place !== place && this.#failures < MAX_FAILURES) {
      this.#preparing ??= this.#prepare(place, this.way).finally(() => {
        this.#preparing = null;
      });
      await this.#preparing;
    }
    return this.#now;
  }

  async #prepare(place: Place, way: SuiteWay): Promise<void> {
    const made = await prepareOn(place, way, this.#steps, this.#host);
    this.#now = typeof made === 'string' ? null : made;
    this.why = typeof made === 'string' ? made : '';
    if (!this.#now) this.#failures++;
  }
}

function withValues(trial: Trial, edits: readonly { at: string; value: unknown }[]): Trial {
  if (!edits.length) return trial;
  const text = replaceAt(trial.text, edits);
  const value: unknown = JSON.parse(text);
  return { ...trial, text, arguments: isObject(value) ? value : {} };
}
