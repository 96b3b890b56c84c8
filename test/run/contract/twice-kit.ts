import { resolve } from 'node:path';
import type { Exchange } from '../../../src/model/exchange.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import type { ToolDeclaration } from '../../../src/model/tool.ts';
import { expectationOf } from '../../../src/run/contract/expected.ts';
import type { ContractOptions, Failure, Tester, Trial } from '../../../src/run/contract/trial.ts';
import { verdictOf } from '../../../src/run/contract/verdict-of.ts';
import { openPlace, type Place } from '../../../src/run/place.ts';
import { type Played, play } from '../../../src/run/play.ts';

export const ADAPTER = resolve('fixtures/adapters/orders-faults.mjs');

/** What a layer is given: every call goes to one adapter, and nothing is made twice that the layer does not make twice. */
export interface PlainTester extends Tester {
  readonly subject: { last: Place | null };
  readonly failures: Failure[];
  /** Every trial, in order. */
  readonly made: Trial[];
}

/** Options of a run that keeps its cases in `folder`, or none. */
export function contractOptions(
  over: Partial<ContractOptions> = {},
  env: Record<string, string> = {},
  folder: string | null = null,
): ContractOptions {
  return {
    target: { kind: 'stdio', command: process.execPath, args: [ADAPTER], env, inheritEnv: false },
    secrets: [],
    risks: {},
    onEvent: () => {},
    open: {
      info: { name: 'test', version: '1.0.0' },
      era: 'legacy',
      protocol: null,
      capabilities: [],
      startTimeoutMs: 20_000,
      timeoutMs: 5_000,
      env: { PATH: process.env.PATH },
      signal: new AbortController().signal,
    },
    tools: [],
    runs: 60,
    seed: 1,
    allowWrites: true,
    settings: {},
    failOn: 'error',
    bases: new Map(),
    identities: [],
    keeping: { folder, project: folder ?? '.', cwd: folder ?? '.', madeBy: 'test', targetWords: '', env: {}, refused: [] },
    ...over,
  };
}

/** Works on a tool of the adapter of faults, with one of them. */
export async function onAdapter<T>(
  fault: string,
  name: string,
  work: (tester: PlainTester, tool: ToolDeclaration) => Promise<T>,
  { folder = null, ...over }: Partial<ContractOptions> & { folder?: string | null } = {},
): Promise<T> {
  const options = contractOptions(over, fault ? { FAULT: fault } : {}, folder);
  const place = await openPlace(options);
  const tool = place.seen.tools.find((each) => each.name === name);
  try {
    if (!tool) throw new Error(`no tool ${name}`);
    return await work(testerOn(place, options), tool);
  } finally {
    await place.close();
  }
}

function testerOn(place: Place, options: ContractOptions): PlainTester {
  const [failures, made]: [Failure[], Trial[]] = [[], []];
  let last: Promise<unknown> = Promise.resolve();
  const tester: PlainTester = {
    options,
    subject: { last: place },
    failures,
    made,
    // One after the other, as a tester does with what changes something.
    play(trial, expect) {
      made.push(trial);
      const wish = { name: trial.tool.name, arguments: trial.arguments, text: trial.text };
      const played = last.then(() => play(place, trial.tool, wish, { name: trial.name, expect }));
      last = played;
      return played;
    },
    async attempt(trial) {
      const played = await tester.play(trial, expectationOf(trial));
      const seen = played && verdictOf(played, null);
      return seen && { ...seen, trial, played: [played] };
    },
    found: (failure) => void failures.push(failure),
  };
  return tester;
}

/** A tester without any adapter: `verdict` says how the arguments fail. */
export function imaginary(
  verdict: (args: JsonObject, trial: Trial) => Failure['verdict'] | null,
  over: Partial<ContractOptions> = {},
): PlainTester {
  const [failures, made]: [Failure[], Trial[]] = [[], []];
  return {
    options: contractOptions(over),
    subject: { last: null },
    failures,
    made,
    play: async () => null,
    async attempt(trial) {
      made.push(trial);
      const seen = verdict(trial.arguments, trial);
      return seen && { verdict: seen, trial, played: [], what: 'fails' };
    },
    found: (failure) => void failures.push(failure),
  };
}

/** A tester whose calls are all answered with success, by what `answer` makes of their arguments, in order. */
export function answered(answer: (args: JsonObject, index: number) => JsonObject): PlainTester {
  const tester = imaginary(() => null);
  return {
    ...tester,
    async play(trial, expect) {
      const structuredContent = answer(trial.arguments, tester.made.length);
      tester.made.push(trial);
      const seen: Played['seen'] = {
        ...{ outcome: 'ok', code: 'ok', jsonrpcCode: null, retryable: null, attempts: null, ms: 1, message: '' },
        ...{ schemaProblem: null, refusesArguments: false, rawException: null, bytes: 1 },
        result: { content: [], structuredContent },
      };
      const record = {
        name: trial.tool.name,
        tool: trial.tool,
        arguments: trial.arguments,
        text: trial.text,
        exchange: NO_EXCHANGE,
        probe: null,
      };
      return { name: trial.name, record, seen, expect, ignore: [], mismatches: [] };
    },
  };
}

const NO_EXCHANGE: Exchange = {
  ...{ method: 'tools/call', sent: null, outcome: 'answered', answer: null, numbers: {}, bytes: 0, line: null, ms: 1, phase: 'call' },
  ...{ tool: null, notifications: [], stderrBytes: 0, http: null, reason: null },
};
