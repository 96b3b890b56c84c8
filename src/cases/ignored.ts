import { payloadOf } from '../model/envelope.ts';
import type { Expectation, Matcher } from '../model/expectation.ts';
import { isObject, keysIn } from '../model/json.ts';
import type { Observation } from '../model/observation.ts';

/** An expectation and what is held against it, both without the places that two runs need not have in common. */
export function withoutIgnored(
  expect: Expectation,
  seen: Observation,
  ignore: readonly string[],
): { expect: Expectation; seen: Observation } {
  const payload = payloadOf(seen.result);
  if (!ignore.length || !isObject(seen.result) || payload === undefined) return { expect, seen };
  const json = Object.entries(expect.json ?? {}).flatMap(([at, matcher]): [string, Matcher][] => {
    if (ignore.some((each) => at === each || at.startsWith(`${each}/`))) return [];
    const within = ignore.flatMap((each) => (each.startsWith(`${at}/`) ? [each.slice(at.length)] : []));
    return [[at, without(matcher, within) as Matcher]];
  });
  return {
    expect: { ...expect, ...(expect.json ? { json: Object.fromEntries(json) } : {}) },
    seen: { ...seen, result: { ...seen.result, structuredContent: without(payload, ignore) } },
  };
}

function without(value: unknown, pointers: readonly string[]): unknown {
  return pointers.reduce((left, at) => cut(left, keysIn(at)), value);
}

/** A copy without what stands at a path. An item of a list becomes null, so that those behind it keep their places. */
function cut(value: unknown, [key, ...path]: readonly string[]): unknown {
  if (key === undefined) return value;
  if (Array.isArray(value)) return value.map((each, index) => (String(index) !== key ? each : path.length ? cut(each, path) : null));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => (name !== key ? [[name, each]] : path.length ? [[name, cut(each, path)]] : [])),
  );
}
