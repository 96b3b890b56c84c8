import type { Exchange } from '../../../src/model/exchange.ts';
import type { Expectation } from '../../../src/model/expectation.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import type { Observation } from '../../../src/model/observation.ts';
import { declaration, type ToolDeclaration } from '../../../src/model/tool.ts';
import { expectationOf } from '../../../src/run/contract/expected.ts';
import type { Failure, Trial } from '../../../src/run/contract/trial.ts';
import { unmet } from '../../../src/run/observe.ts';
import type { Played } from '../../../src/run/play.ts';

const EXCHANGE: Exchange = {
  ...{ method: 'tools/call', sent: null, outcome: 'answered', answer: null, numbers: {}, bytes: 0, line: null, ms: 1, phase: 'call' },
  ...{ tool: null, notifications: [], stderrBytes: 0, http: null, reason: null },
};

const WENT_WELL: Observation = {
  ...{ outcome: 'ok', code: 'ok', jsonrpcCode: null, retryable: null, attempts: null, ms: 1, result: { content: [] }, message: '' },
  ...{ schemaProblem: null, refusesArguments: false, rawException: null, bytes: 1 },
};

/** A tool with this input schema. */
export function toolWith(inputSchema: JsonObject = { type: 'object' }, name = 'list_orders'): ToolDeclaration {
  return declaration({ name, inputSchema }, 0);
}

/** A trial of which a test says what matters to it; a valid call without arguments otherwise. */
export function trialOf(parts: Partial<Trial> = {}): Trial {
  const given = parts.arguments ?? {};
  return {
    name: 'rows/max+1',
    tool: toolWith(),
    kind: 'valid',
    at: null,
    keyword: null,
    about: '',
    arguments: given,
    text: JSON.stringify(given),
    gen: { source: 'boundary' },
    ...parts,
  };
}

/** The call of a trial with what came of it, judged as the run judges it. */
export function playedOf(
  trial: Trial,
  seen: Partial<Observation> = {},
  exchange: Partial<Exchange> = {},
  expect: Expectation = expectationOf(trial),
): Played {
  const { name, tool, arguments: given, text } = trial;
  const observed = { ...WENT_WELL, ...seen };
  const record = { name: tool.name, tool, arguments: given, text, exchange: { ...EXCHANGE, ...exchange }, probe: null };
  return { name, record, seen: observed, expect, ignore: [], mismatches: unmet(expect, observed) };
}

/** A failure with its one call. */
export function failureOf(verdict: Failure['verdict'], trial: Partial<Trial> = {}, seen: Partial<Observation> = {}): Failure {
  const made = trialOf(trial);
  return { verdict, trial: made, played: [playedOf(made, seen)], what: 'fails' };
}
