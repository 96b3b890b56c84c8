import type { LoadedCase } from '../cases/read-case.ts';
import { schemaChanges, toolFingerprint } from '../cases/schema-changes.ts';
import { detailOf, verdictOf } from '../cases/verdict.ts';
import type { CallRecord } from '../model/evidence.ts';
import { Fault } from '../model/fault.ts';
import { isObject } from '../model/json.ts';
import { replayCommand } from '../model/replay-command.ts';
import type { CaseRecord, Verdict } from '../model/run.ts';
import type { SavedCase } from '../model/saved-case.ts';
import { quote, some } from '../model/text.ts';
import { changes, inputSchema, type Risk, riskOf, type ToolDeclaration } from '../model/tool.ts';
import { toolNamed } from './calls.ts';
import type { CasePlaces } from './case-places.ts';
import { secretsFor } from './case-secrets.ts';
import { type OpenSite, openSite } from './case-site.ts';
import { newTask, tasksOf } from './case-tasks.ts';
import { CUT_SHORT, type Place, takesGrants } from './place.ts';
import { type CaseHost, type CaseRun, playCase } from './play-case.ts';
import { orRefused } from './refused.ts';
import type { ReplayOptions } from './replay.ts';

/** A judged case; `call` is the one that failed, for the diagnosis. */
export interface Judgement {
  record: CaseRecord;
  call: CallRecord | null;
}

/** Runs one case as often as wished, and says what has become of it. Never rejects for anything that the adapter or the file does. */
export async function replayOne(loaded: LoadedCase, places: CasePlaces, options: ReplayOptions): Promise<Judgement> {
  const startedAt = performance.now();
  const judged = loaded.ok ? await judgeCase(loaded.case, loaded.file, places, options) : unreadable(loaded.shown, loaded.why);
  judged.record.file = loaded.shown;
  judged.record.replay = replayCommand(loaded.shown, options.keeping.targetWords);
  judged.record.ms = Math.round(performance.now() - startedAt);
  return judged;
}

async function judgeCase(saved: SavedCase, file: string, places: CasePlaces, options: ReplayOptions): Promise<Judgement> {
  const facts = { isStale: false, schemaChanges: [] as string[] };
  const runs: CaseRun[] = [];
  let why: string | null = null;
  let minimal: CaseRecord['saved'];
  let site: OpenSite | null = null;
  try {
    site = await openSite(file, saved.site, options.site);
    const secrets = await secretsFor(saved, options.keeping, options.secrets);
    const once = (tried: SavedCase): Promise<CaseRun> =>
      places.at(saved.target, async (place, state) => {
        if (!place.isOpen) return notOpen(saved, place);
        const refusal = consent(saved, file, place, options);
        if (refusal) return cannot(refusal);
        Object.assign(facts, staleness(saved, place));
        const tasks = tasksOf(tried, places.isolated || options.sameTaskId ? null : newTask);
        const host: CaseHost = { site: site?.url ?? null, tasks, ...secrets, isStale: facts.isStale };
        const takeBack = await allow(tried, place, state, host);
        try {
          return await playCase(tried, place, host);
        } finally {
          await takeBack();
        }
      });
    while (runs.length < options.runs && !why) {
      const run = options.open.signal.aborted ? null : await once(saved);
      // What failed while we ended the adapter has not failed by itself.
      why = options.open.signal.aborted ? CUT_SHORT : (run?.unreplayable ?? null);
      if (run && !why) runs.push(run);
    }
    const stillFails = !why && verdictOf(runs, saved.actual.fingerprint) === 'still-fails';
    if (stillFails && options.minimise) {
      const { minimiseCase } = await import('./minimise-case.ts');
      minimal = (await orRefused(options.keeping, () => minimiseCase(saved, once, options))) ?? undefined;
    }
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    why = error.message;
  } finally {
    await site?.close();
  }
  return conclude(saved, file, { runs, why, facts, minimal }, options);
}

async function conclude(
  saved: SavedCase,
  file: string,
  seen: { runs: CaseRun[]; why: string | null; facts: { isStale: boolean; schemaChanges: string[] }; minimal: CaseRecord['saved'] },
  options: ReplayOptions,
): Promise<Judgement> {
  const { runs, why, facts, minimal } = seen;
  const verdict: Verdict = why === null ? verdictOf(runs, saved.actual.fingerprint) : 'unreplayable';
  const failing = runs.filter(({ failed }) => failed);
  const last = failing.at(-1)?.played.at(-1);
  const record: CaseRecord = {
    id: saved.id,
    file,
    tool: saved.steps.at(-1)?.tool ?? '',
    verdict,
    runs: runs.length,
    failures: failing.length,
    rebound: runs[0]?.rebound ?? [],
    staleSchema: facts.isStale,
    schemaChanges: facts.schemaChanges,
    detail:
      why ??
      asWhom(saved) +
        detailOf(verdict, saved, {
          runs: runs.length,
          failures: failing.length,
          last: last?.seen ?? null,
          failed: last?.mismatches.map(({ check }) => check) ?? [],
        }),
    ms: 0,
    ...(minimal ? { saved: minimal } : {}),
  };
  const held = await secretsHeld(saved, options);
  if (held) record.detail += `; its file holds ${held} (mcp-adapter cases scan tells where)`;
  if (verdict === 'different-failure') {
    // Most cases are as they were or fixed: what writes files is loaded for the others.
    const { keepDifferent } = await import('./keep-different.ts');
    const other = await orRefused(options.keeping, () => keepDifferent(saved, failing.at(-1), options));
    if (other) record.saved = other;
  }
  if (verdict === 'fixed' && options.accept && saved.state === 'open') {
    const { updateCase } = await import('../cases/case-store.ts');
    record.accepted = (await orRefused(options.keeping, () => updateCase(file, { state: 'regression' }))) !== null;
  }
  return { record, call: last?.record ?? null };
}

/** Who calls, and what should become of it: the code of a refusal alone does not say whether it is wanted. */
function asWhom({ target: { identity }, expect: { denied } }: SavedCase): string {
  if (identity === undefined) return '';
  const wanted = denied === undefined ? '' : denied ? ', who should be denied it' : ', who should be let through';
  return `as ${quote(identity)}${wanted}: `;
}

/** The names of known secrets that a foreign hand, or an earlier one that did not know them, has left in the file; null for none. */
async function secretsHeld(saved: SavedCase, { secrets }: ReplayOptions): Promise<string | null> {
  if (!secrets.length) return null;
  const { scanForSecrets } = await import('../cases/scan.ts');
  const found = scanForSecrets(JSON.stringify(saved), secrets).filter(({ known }) => known);
  return found.length ? some([...new Set(found.map(({ name }) => name))]) : null;
}

/** Why the case may not be run, if nobody has agreed to what it calls (contracts §2, `--allow-writes`). */
function consent(saved: SavedCase, file: string, { seen }: Place, options: ReplayOptions): string | null {
  if (options.allowWrites || options.named.has(file)) return null;
  const risky = saved.steps.flatMap(({ tool }) => {
    const declared = toolNamed(seen.tools, tool);
    const risk = declared ? riskOf(declared, options.risks) : hiddenRisk(saved);
    return risk && changes(risk) ? [`${quote(tool)} is of risk ${risk}`] : [];
  });
  if (!risky.length) return null;
  return `not run: ${some([...new Set(risky)])}; name the file of the case, use --allow-writes, or set "risks" in mcp-adapter.json`;
}

/** The risk of a tool that is not listed: from an identity it may be hidden, and is called all the same. Otherwise it is not called. */
function hiddenRisk({ target: { identity, risk = 'destructive' } }: SavedCase): Risk | null {
  return identity === undefined ? null : risk;
}

/** What has become of the declaration since the case was recorded. */
function staleness(saved: SavedCase, { seen }: Place): { isStale: boolean; schemaChanges: string[] } {
  const tool = toolNamed(seen.tools, saved.steps.at(-1)?.tool ?? '');
  const { tool_fingerprint: before, input_schema: schema } = saved.target;
  if (!tool || before === null || fingerprintOf(tool) === before) return { isStale: false, schemaChanges: [] };
  return { isStale: true, schemaChanges: isObject(schema) ? schemaChanges(schema, inputSchema(tool)) : [] };
}

// A thousand cases may ask for that of one tool.
const fingerprints = new WeakMap<ToolDeclaration, string>();

function fingerprintOf(tool: ToolDeclaration): string {
  const fingerprint = fingerprints.get(tool) ?? toolFingerprint(tool.raw);
  fingerprints.set(tool, fingerprint);
  return fingerprint;
}

/** Grants what was granted when the case was recorded, to the adapter that was started for it. */
async function allow(saved: SavedCase, place: Place, state: string | null, host: CaseHost): Promise<() => Promise<void>> {
  if (!saved.grants.length || state === null || !takesGrants(place)) return async () => {};
  const values = new Map(host.site === null ? [] : [['site', host.site]]);
  const { grantTo } = await import('./grant-to.ts');
  const takeBack = await Promise.all(
    [...host.tasks.values()].map((task) => grantTo(state, task, saved.grants, values, saved.steps.length)),
  );
  return async () => {
    for (const each of takeBack) await each();
  };
}

/** An identity that is not let in at all is denied every tool. */
function notOpen({ target: { identity }, expect }: SavedCase, { connection }: Place): CaseRun {
  if (identity === undefined) return cannot('the adapter did not start');
  const isShutOut = connection.opened.failure?.kind === 'unauthorized';
  if (isShutOut && expect.denied) return { ...cannot(''), unreplayable: null };
  return cannot(`it cannot connect as ${quote(identity)}${isShutOut ? ': the adapter does not let it in' : ''}`);
}

function cannot(unreplayable: string): CaseRun {
  return { unreplayable, failed: false, fingerprint: null, played: [], rebound: [], handles: [] };
}

function unreadable(shown: string, why: string): Judgement {
  const record: CaseRecord = {
    id: shown,
    file: shown,
    tool: '',
    verdict: 'unreplayable',
    runs: 0,
    failures: 0,
    rebound: [],
    staleSchema: false,
    schemaChanges: [],
    detail: why,
    ms: 0,
  };
  return { record, call: null };
}
