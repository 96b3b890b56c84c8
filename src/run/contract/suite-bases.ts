import { isObject, type JsonObject } from '../../model/json.ts';
import type { Suite } from '../../suite/suite.ts';
import { referencesIn, render } from '../../suite/template.ts';

/**
 * Arguments that are known to work, by tool: those of the first step of each that expects success and takes nothing from a step before it.
 * @param site the URL of pages that are served already
 */
export function suiteBases(suites: readonly Suite[], site: string | undefined): Map<string, JsonObject> {
  const bases = new Map<string, JsonObject>();
  for (const { task, steps } of suites) {
    const values = new Map([['run', 'contract'], ...(site === undefined ? [] : [['site', site] as const])]);
    const isKnown = (value: unknown) => referencesIn(value).every((name) => values.has(name));
    if (isKnown(task)) values.set('task', String(render(task, values)));
    for (const { tool, arguments: given, expect } of steps) {
      const goesWell = expect.ok !== false && (expect.code === undefined || expect.code === 'ok');
      if (!goesWell || bases.has(tool) || !isKnown(given)) continue;
      const filled = render(given, values);
      if (isObject(filled)) bases.set(tool, filled);
    }
  }
  return bases;
}
