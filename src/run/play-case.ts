import { exactTextOf, replaceAt, textHash } from '../cases/exact-text.ts';
import { fingerprintOf } from '../cases/fingerprint.ts';
import { showSecrets } from '../cases/secrets.ts';
import { withSite } from '../cases/site-in.ts';
import { valueAt } from '../model/envelope.ts';
import type { Expectation } from '../model/expectation.ts';
import { childOf, isObject, type JsonObject, keysIn } from '../model/json.ts';
import type { CaseStep, SavedCase } from '../model/saved-case.ts';
import { quote } from '../model/text.ts';
import { inputSchema, type ToolDeclaration } from '../model/tool.ts';
import { judgeSchemas } from '../schema/judge-schemas.ts';
import { problemsIn } from '../schema/verdicts.ts';
import { referencesIn, render, templatesIn } from '../suite/template.ts';
import { limitsOf } from './calls.ts';
import { endOf, type Place, toolAt } from './place.ts';
import { type Played, play, taskIdOf } from './play.ts';

/** What a case is played with. */
export interface CaseHost {
  /** The URL at which the case's pages are served; null when it needs none. */
  site: string | null;
  /** Every task of the case and the name by which it goes now: its own, or a new one where others use the adapter's state too. */
  tasks: ReadonlyMap<string, string>;
  /** The value of a secret by its name. */
  lookup: (name: string) => string | undefined;
  /** The keyed hash of a secret; null without the key of the repository. */
  mac: ((value: string) => string) | null;
  /** The tool's declaration has changed since: arguments that it refuses now cannot be met. */
  isStale: boolean;
  /** Changes the arguments of the case's own call before they are sent. */
  edit?: (text: string, tool: ToolDeclaration | null) => string;
}

/** One run of a case. */
export interface CaseRun {
  /** Why it could not be run, in words. */
  unreplayable: string | null;
  failed: boolean;
  fingerprint: string | null;
  /** The calls in order; the last is the case's own. */
  played: Played[];
  /** Places of the case's own arguments whose values were made anew. */
  rebound: string[];
  /** Values that differ from run to run. */
  handles: string[];
}

/** Makes the calls of a case in order: the same bytes, except for what is bound. Stops at a step of the set-up that fails. */
export async function playCase(saved: SavedCase, place: Place, host: CaseHost): Promise<CaseRun> {
  const values = new Map<string, unknown>(host.site === null ? [] : [['site', host.site]]);
  const run: CaseRun = { unreplayable: null, failed: false, fingerprint: null, played: [], rebound: [], handles: [] };
  for (const step of saved.steps) {
    const ended = endOf(place);
    const made = ended ? { why: ended } : textFor(step, values, host);
    if ('why' in made) return { ...run, unreplayable: made.why };
    const { tool, fault } = await toolAt(place, step.tool);
    // From whom a tool is hidden, that one is denied it: the call itself shows it.
    const isHidden = tool === null && saved.target.identity !== undefined;
    if (fault && !isHidden) return { ...run, unreplayable: `${fault.message}; ${fault.hint}` };
    const text = step.role === 'target' && host.edit ? host.edit(made.text, tool) : made.text;
    const args: unknown = JSON.parse(text);
    const expect = expectationOf(step.role === 'target' ? saved.expect : step.expect, values, host);
    const { timeoutMs } = place.session;
    // What is only expected to be answered is not awaited for longer than it may take.
    const limits = expect.answered ? limitsOf(Math.min(expect.max_ms ?? timeoutMs, timeoutMs)) : {};
    const wish = { name: step.tool, arguments: isObject(args) ? args : {}, text, ...limits };
    const played = await play(place, tool, wish, {
      name: step.name,
      expect,
      ignore: step.role === 'target' ? saved.compare.ignore : [],
    });
    run.played.push(played);
    if (step.role === 'setup') {
      const lacking = played.mismatches.length ? failedSetup(step, played) : capture(step, played, values);
      if (lacking) return { ...run, unreplayable: lacking };
      continue;
    }
    run.rebound = made.rebound;
    if (host.isStale && !played.mismatches.length) await refuseStale(played, tool, wish.arguments);
  }
  const last = run.played.at(-1);
  // The address of the pages is told by its port alone, at recording as here.
  const captured = [...values].flatMap(([name, value]) => (name === 'site' ? [] : [value]));
  run.handles = [...captured, last ? taskIdOf(last.record) : null].filter((value) => typeof value === 'string');
  if (!last?.mismatches.length) return run;
  const failed = last.mismatches.map(({ check }) => check);
  return { ...run, failed: true, fingerprint: fingerprintOf(last.seen, failed, run.handles) };
}

/** The text to send: the recorded bytes, checked, then the secrets, then what is bound. */
function textFor(
  step: CaseStep,
  values: ReadonlyMap<string, unknown>,
  host: CaseHost,
): { text: string; rebound: string[] } | { why: string } {
  const exact = exactTextOf(step);
  if (textHash(exact) !== step.wire_sha256) return { why: `the arguments of ${quote(step.name)} are not those that were recorded` };
  let text = exact;
  if (step.secrets.length) {
    if (!host.mac) return { why: NO_KEY };
    const shown = showSecrets(exact, step.secrets, host.lookup, host.mac);
    if ('missing' in shown) return { why: `the secret ${shown.missing} is not set: set it, or write it into .mcp-adapter/secrets.env` };
    if ('differs' in shown) return { why: `the secret ${shown.differs} has another value than when the case was recorded` };
    text = shown.text;
  }
  const edits: { at: string; value: unknown }[] = [];
  for (const { at, from } of step.bind) {
    const value = bound(from, values);
    if (value === undefined) return { why: `${quote(at)} of ${quote(step.name)} is bound to ${from}, which is not there` };
    edits.push({ at, value });
  }
  const task = host.tasks.size ? childOf(JSON.parse(text), 'task_id') : undefined;
  const renamed = typeof task === 'string' ? host.tasks.get(task) : undefined;
  if (renamed !== undefined && renamed !== task) edits.push({ at: '/task_id', value: renamed });
  return { text: edits.length ? replaceAt(text, edits) : text, rebound: edits.map(({ at }) => at) };
}

/** What is expected here: of these pages, and of what was captured. */
function expectationOf(recorded: Expectation, values: ReadonlyMap<string, unknown>, { site }: CaseHost): Expectation {
  const expect = site === null ? recorded : withSite(recorded, site);
  const edits = templatesIn(expect).flatMap(({ at, text }) => {
    const value = bound(text, values);
    // Braces that name nothing of the case are what is expected.
    return value === undefined ? [] : [{ at, value }];
  });
  return edits.length ? JSON.parse(replaceAt(JSON.stringify(expect), edits)) : expect;
}

const NO_KEY = 'it holds secrets, and the key that checks them is not here: copy .mcp-adapter/key, or set MCP_ADAPTER_KEY';

/** `s1.env_id` as it is, or a text with names in braces. */
function bound(from: string, values: ReadonlyMap<string, unknown>): unknown {
  const template = from.includes('{{') ? from : `{{${from}}}`;
  return referencesIn(template).every((name) => values.get(name) !== undefined) ? render(template, values) : undefined;
}

function failedSetup(step: CaseStep, { seen, mismatches }: Played): string {
  const words = seen.message && ` (${quote(seen.message)})`;
  return `the step before it, ${quote(step.name)}, failed: ${seen.code === 'ok' ? (mismatches[0]?.message ?? '') : seen.code + words}`;
}

/** Takes what later steps are bound to; says what is not there. */
function capture(step: CaseStep, { seen }: Played, values: Map<string, unknown>): string | null {
  for (const [name, pointer] of Object.entries(step.capture)) {
    const value = valueAt(seen.result, pointer);
    if (value === undefined) return `the result of ${quote(step.name)} has nothing at ${pointer} any more, which a later step needs`;
    values.set(`${step.id}.${name}`, value);
  }
  return null;
}

/** Arguments that the changed schema refuses are not "fixed" by an adapter that takes them. */
async function refuseStale(played: Played, tool: ToolDeclaration | null, args: JsonObject): Promise<void> {
  const schema = tool && inputSchema(tool);
  const [verdict] = schema ? await judgeSchemas([{ schema, value: args }]) : [];
  const [problem] = problemsIn(verdict) ?? [];
  if (!problem) return;
  const name = keysIn(problem.at).join('.') || 'the arguments';
  played.seen = { ...played.seen, outcome: 'schema_violation', code: 'stale_arguments' };
  played.mismatches.push({
    check: 'input_schema',
    message: `the schema refuses ${quote(name)} now (${problem.keyword}), and the adapter takes it`,
  });
}
