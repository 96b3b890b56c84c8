import { keepExact } from '../cases/exact-text.ts';
import { minimise } from '../cases/minimise.ts';
import { childOf, keysIn } from '../model/json.ts';
import type { CaseRecord } from '../model/run.ts';
import type { CaseStep, SavedCase } from '../model/saved-case.ts';
import { referencesIn } from '../suite/template.ts';
import type { CaseRun } from './play-case.ts';
import type { ReplayOptions } from './replay.ts';
import { writeCase } from './write-case.ts';

/** How much is spent on one case (replay-and-trust §2.5). */
const MAX_CALLS = 200;
const MAX_MS = 60_000;

/**
 * Looks for the smallest call that fails in the same way, with as few steps before it as that needs, and keeps it beside the case.
 * @param once runs a variant of the case
 * @returns where it was kept; undefined when nothing smaller fails
 */
export async function minimiseCase(
  saved: SavedCase,
  once: (tried: SavedCase) => Promise<CaseRun>,
  options: ReplayOptions,
): Promise<CaseRecord['saved']> {
  const target = saved.steps.at(-1);
  if (!target) return undefined;
  const now = () => (options.open.signal.aborted ? Number.POSITIVE_INFINITY : performance.now());
  const deadlineMs = performance.now() + MAX_MS;
  let calls = MAX_CALLS;
  const smaller = async (tried: SavedCase): Promise<SavedCase> => {
    const { arguments: given, bind, secrets } = tried.steps.at(-1) ?? target;
    const whole = [...bind, ...secrets].map(({ at }) => at);
    const setup = tried.steps.slice(0, -1).map(({ id }) => id);
    const smallest = await minimise(
      { arguments: given, setup },
      async (candidate) => {
        options.onEvent({ kind: 'phase', text: `${saved.id}: looking for the smallest call that fails` });
        const made = variant(tried, candidate);
        return !lacksExpected(made) && (await once(made)).fingerprint === saved.actual.fingerprint;
      },
      { calls, deadlineMs, now, keep: ['/task_id'], whole },
    );
    calls -= smallest.calls;
    const made = variant(tried, smallest);
    // What was bound to a step that is gone is a value like any other now.
    return made.steps.at(-1)?.bind.length === bind.length ? made : smaller(made);
  };
  const found = await smaller(saved);
  if (JSON.stringify(found.steps) === JSON.stringify(saved.steps)) return undefined;
  const gen = { ...saved.gen, source: 'minimise' as const };
  const kept = { ...found, id: `${saved.id}.min`, parent: saved.id, seen: 1, created: new Date().toISOString(), gen };
  return (await writeCase(kept, options.keeping, options.secrets)) ?? undefined;
}

/** The case with other arguments and only some of its set-up; what is bound to a step that is gone keeps its recorded value. */
function variant(saved: SavedCase, candidate: { arguments: unknown; setup: readonly string[] }): SavedCase {
  const kept = saved.steps.filter(({ id, role }) => role === 'target' || candidate.setup.includes(id));
  const ids = new Set(kept.map(({ id }) => id));
  return { ...saved, steps: kept.map((step) => trimmed(step.role === 'target' ? withArguments(step, candidate.arguments) : step, ids)) };
}

/** Without the step that a value of its expectation comes from it is another failure. */
function lacksExpected({ steps, expect }: SavedCase): boolean {
  const names = referencesIn([expect, ...steps.map((step) => step.expect)]).filter((name) => /^s\d+\./.test(name));
  return names.some((name) => !steps.some(({ id }) => name.startsWith(`${id}.`)));
}

/** Arguments that are still those of the step keep their exact text. */
function withArguments(step: CaseStep, args: unknown): CaseStep {
  return args === step.arguments ? step : { ...step, ...keepExact(JSON.stringify(args)) };
}

function trimmed(step: CaseStep, ids: ReadonlySet<string>): CaseStep {
  const isThere = (from: string) => !/^s\d+\./.test(from) || ids.has(from.split('.')[0] ?? '');
  const has = (at: string) => keysIn(at).reduce<unknown>(childOf, step.arguments) !== undefined;
  return {
    ...step,
    bind: step.bind.filter(({ at, from }) => isThere(from) && has(at)),
    secrets: step.secrets.filter(({ at }) => has(at)),
  };
}
