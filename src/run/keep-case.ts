import { randomBytes } from 'node:crypto';
import { idOf } from '../cases/case-name.ts';
import { keepExact, replaceAt } from '../cases/exact-text.ts';
import { findSteps, type Sequence } from '../cases/find-bindings.ts';
import { macWith, repositoryKey, secretsFile } from '../cases/repository-key.ts';
import { toolFingerprint } from '../cases/schema-changes.ts';
import { hideSecrets, SHORTEST_PART } from '../cases/secrets.ts';
import { withoutSite } from '../cases/site-in.ts';
import { siteName } from '../model/case-site.ts';
import { payloadOf, valueAt } from '../model/envelope.ts';
import type { Expectation } from '../model/expectation.ts';
import { isCi } from '../model/is-ci.ts';
import { bytesOf, isObject, kindOf, pointer } from '../model/json.ts';
import { CASE_FORMAT, type CaseBinding, type CaseStep, type CaseTarget, type SavedCase } from '../model/saved-case.ts';
import { masker } from '../model/secret.ts';
import type { Secret } from '../model/target.ts';
import { changes, inputSchema, riskOf } from '../model/tool.ts';
import type { Suite, SuiteStep } from '../suite/suite.ts';
import { templatesIn } from '../suite/template.ts';
import { caseOutcome } from './case-outcome.ts';
import { gitCommit } from './git-commit.ts';
import { maskedJson } from './masked-json.ts';
import type { Keeping, RunOptions } from './options.ts';
import { type Place, takesGrants } from './place.ts';
import { type Played, taskIdOf } from './play.ts';
import { orRefused } from './refused.ts';
import { type Written, writeCase } from './write-case.ts';

/** A call that is kept, with the calls of the same run before it. */
export interface Kept {
  place: Place;
  /** In order; the call that is kept is the last. */
  played: readonly Played[];
  options: RunOptions;
  keeping: Keeping;
  source: SavedCase['gen']['source'];
  /** Of a generated call: its name within its tool, and what it was made from. */
  generated?: { name: string; gen: SavedCase['gen'] };
  /** As whom it was called, where that was not the target as it is. */
  identity?: string;
  /** The suite it comes from, its step of each call, and what was filled in for its templates. */
  suite?: { suite: Suite; steps: readonly SuiteStep[]; values: ReadonlyMap<string, unknown> };
  /** Which calls belong together and what comes from where, where that is known; else it is found by value. */
  sequence?: Sequence;
}

/** A larger schema is told apart by its fingerprint alone. */
const MAX_SCHEMA = 32 * 1024;

/**
 * Keeps a call as a case: the exact bytes, the earlier calls that it needs, secrets by reference. It is on disk when this resolves.
 * @returns null where nothing may be written, and when the run was cut short: then the adapter may have failed because we ended it. Null too
 *   when it cannot be written, or would have held a secret: `keeping.refused` says so
 */
export function keepCase(kept: Kept): Promise<Written | null> {
  return orRefused(kept.keeping, () => keep(kept));
}

async function keep(kept: Kept): Promise<Written | null> {
  const { keeping, played, options } = kept;
  const target = played.at(-1);
  if (!target || keeping.folder === null || options.open.signal.aborted) return null;
  const sequence = kept.sequence ?? findSteps(played.map(searchable(kept)), played.length - 1, kept.suite?.values);
  const secrets = [...options.secrets, ...secretsFile(keeping.project)];
  const named = new Map<string, string>();
  const steps = await stepsFor(kept, sequence, secrets, named);
  // An adapter may repeat what it was given: then it is not told either, at replay as here.
  const given = [...named].flatMap(([name, value]) => (value.length >= SHORTEST_PART ? [{ name, value }] : []));
  const mask = masker([...secrets, ...given]);
  const { seen } = target;
  const last = given.length ? { ...target, seen: { ...seen, message: mask(seen.message), result: maskedJson(seen.result, mask) } } : target;
  const stderrTail = kept.place.connection.facts()?.stderrTail ?? [];
  const actual = caseOutcome(last, { handles: handlesOf(played, sequence), stderrTail, mask });
  const isFailure = last.mismatches.length > 0;
  const suite = kept.suite?.suite;
  const grants = grantsFor(kept, last, steps);
  const saved: SavedCase = {
    format: CASE_FORMAT,
    id: idOf(last.record.name, slugOf(kept, last, actual.code), actual.fingerprint),
    state: isFailure ? 'open' : 'regression',
    created: new Date().toISOString(),
    seen: 1,
    note: '',
    parent: null,
    target: targetOf(kept, mask),
    env: { node: process.versions.node, os: `${process.platform}-${process.arch}`, tool: keeping.madeBy, git: gitCommit(keeping.project) },
    // Pages that were there already are not the suite's: whoever replays it has them too.
    site: suite?.site && options.site === undefined && usesSite(steps, grants) ? siteName(keeping.folder, suite.site) : null,
    grants,
    steps,
    expect: isFailure ? expectationFor(kept, last, sequence.expects.get(played.length - 1)) : asItWas(last),
    actual,
    compare: { ignore: [...last.ignore] },
    gen: kept.generated?.gen ?? { source: kept.source, ...(suite ? { suite: suite.name, step: last.name } : {}) },
  };
  return writeCase(saved, keeping, secrets);
}

/** A call as the search for what fed it wants it. */
function searchable({ suite }: Kept): (played: Played, index: number) => Parameters<typeof findSteps>[0][number] {
  return ({ name, record, seen, expect, mismatches }, index) => {
    const step = suite?.steps[index];
    return {
      tool: record.name,
      name,
      arguments: record.arguments,
      result: seen.result,
      isBasis: mismatches.length ? expect.ok !== false : seen.outcome === 'ok',
      ...(step ? { capture: step.capture, templates: templatesIn(step.arguments), expected: expectedIn(step) } : {}),
    };
  };
}

/** A regular expression keeps the value: with a name in braces in it, it would be none. */
function expectedIn({ expect }: SuiteStep): ReturnType<typeof templatesIn> {
  return templatesIn(expect).filter(({ at }) => !at.endsWith('/regex'));
}

async function stepsFor(
  kept: Kept,
  { steps, binds, expects }: Sequence,
  secrets: readonly Secret[],
  named: Map<string, string>,
): Promise<CaseStep[]> {
  const { played, keeping } = kept;
  let macs: ((value: string) => string) | null = null;
  const made: CaseStep[] = [];
  for (const [at, { index, capture }] of steps.entries()) {
    const call = played[index];
    if (!call) continue;
    const { record, name } = call;
    const bind = binds.get(index) ?? [];
    const schema = record.tool && inputSchema(record.tool);
    const hide = (mac: (value: string) => string) =>
      hideSecrets(record.text, secrets, schema, mac, { bound: bind.map((each) => each.at), named });
    let hidden = hide(() => '');
    if (hidden.secrets.length) {
      macs ??= macWith((await repositoryKey(keeping.project, keeping.env, { create: !isCi(keeping.env) })) ?? randomBytes(32));
      hidden = hide(macs);
    }
    const role = at === steps.length - 1 ? 'target' : 'setup';
    made.push({
      id: `s${at + 1}`,
      role,
      name,
      tool: record.name,
      ...keepExact(hidden.text),
      expect: expectationFor(kept, call, expects.get(index)),
      capture,
      bind,
      secrets: hidden.secrets,
    });
  }
  return made;
}

/** What a failure is called in a suite is its step, what it was generated for, else its code; and whose it is. */
function slugOf({ suite, generated, identity }: Kept, { name, mismatches }: Played, code: string): string {
  const slug = generated?.name ?? (mismatches.length && !suite ? code : name);
  return identity === undefined ? slug : `as-${identity}-${slug}`;
}

function targetOf({ place, played, options, identity }: Kept, mask: (text: string) => string): CaseTarget {
  const { era, revision, transport, server } = place.evidence();
  const tool = played.at(-1)?.record.tool ?? null;
  const schema = tool && inputSchema(tool);
  return {
    transport,
    launch: options.target.name ?? null,
    ...(identity === undefined ? {} : { identity, ...(tool ? { risk: riskOf(tool, options.risks) } : {}) }),
    era,
    protocol: revision,
    server,
    tool_fingerprint: tool && toolFingerprint(tool.raw),
    input_schema: schema && bytesOf(schema) <= MAX_SCHEMA ? maskedJson(schema, mask) : null,
  };
}

/** What differs from run to run: values that were captured, the task. */
function handlesOf(played: readonly Played[], { steps }: Sequence): string[] {
  const captured = steps.flatMap(({ index, capture }) => Object.values(capture).map((at) => valueAt(played[index]?.seen.result, at)));
  const last = played.at(-1);
  return [...captured, last ? taskIdOf(last.record) : null].filter((value) => typeof value === 'string');
}

/** What the suite granted to the tools that are called; for a single call that was let through, the tool itself. */
function grantsFor({ suite, place, options }: Kept, { record, seen }: Played, steps: readonly CaseStep[]): SavedCase['grants'] {
  if (suite) {
    const called = new Set(steps.map(({ tool }) => tool));
    const granted = suite.suite.grants.map(({ tools, origins }) => ({
      tools: tools.filter((tool) => called.has(tool)),
      origins: [...origins],
    }));
    return granted.filter(({ tools }) => tools.length);
  }
  const needed = record.tool && changes(riskOf(record.tool, options.risks)) && takesGrants(place) && seen.code !== 'write_not_enabled';
  return needed ? [{ tools: [record.name], origins: [] }] : [];
}

/** What was expected, as it holds for the same pages at another address, and for other values of what was captured. */
function expectationFor({ suite }: Kept, { expect }: Played, bound: readonly CaseBinding[] = []): Expectation {
  const site = suite?.values.get('site');
  const anywhere = typeof site === 'string' ? withoutSite(expect, site) : expect;
  if (!bound.length) return anywhere;
  const edits = bound.map(({ at, from }) => ({ at, value: from }));
  return JSON.parse(replaceAt(JSON.stringify(anywhere), edits));
}

function usesSite(steps: readonly CaseStep[], grants: SavedCase['grants']): boolean {
  return (
    steps.some(({ bind }) => bind.some(({ from }) => from === 'site' || from.includes('{{site}}'))) ||
    grants.some(({ origins }) => origins.some((origin) => origin.includes('{{site}}')))
  );
}

/** What a call that went well must answer from now on: success with the same code, and the same members of the same kinds. */
function asItWas({ seen }: Played): Expectation {
  const payload = payloadOf(seen.result);
  const kinds = isObject(payload) ? Object.entries(payload).slice(0, 50) : [];
  const json = Object.fromEntries(kinds.map(([key, value]) => [pointer(key), { type: kindOf(value) }]));
  return { ok: true, code: seen.code, ...(kinds.length ? { json: json as Expectation['json'] & object } : {}) };
}
