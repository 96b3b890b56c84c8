import { distance } from 'fastest-levenshtein';
import { canonicalJson } from '../model/canonical-json.ts';
import { groupBy } from '../model/group.ts';
import type { JsonObject } from '../model/json.ts';
import { propertiesOf } from '../model/tool.ts';
import { splitWords } from '../model/word-match.ts';

type Tools = ReadonlyMap<string, JsonObject>;

/** So many tools with the same parameters are looked at for one that is gone. */
const MAX_ALIKE = 50;

/**
 * Tools that seem to have got another name: old name → new name. A new tool with the same input schema is taken for the old one; with only
 * the same parameters, or with none at all, its description or most words of its name have to be the same too.
 */
export function renamedTools(gone: Tools, added: Tools): Map<string, string> {
  const renamed = new Map<string, string>();
  const taken = new Set<string>();
  // The surer ones first, so that no other tool takes their name.
  for (const { keyOf, isAlike } of LIKENESSES) {
    const byKey = groupBy(added, ([, tool]) => keyOf(tool));
    for (const [name, tool] of gone) {
      if (renamed.has(name)) continue;
      const alike = (byKey.get(keyOf(tool)) ?? []).filter(([other, its]) => !taken.has(other) && isAlike(name, tool, other, its));
      const distances = alike.slice(0, MAX_ALIKE).map(([other, its]) => ({ other, far: apart(name, tool, other, its) }));
      const [best] = distances.sort((a, b) => a.far - b.far);
      if (!best) continue;
      renamed.set(name, best.other);
      taken.add(best.other);
    }
  }
  return renamed;
}

const LIKENESSES: readonly {
  keyOf: (tool: JsonObject) => string;
  isAlike: (name: string, tool: JsonObject, other: string, its: JsonObject) => boolean;
}[] = [
  { keyOf: schemaKey, isAlike: (_name, tool) => Object.keys(propertiesOf(tool.inputSchema)).length > 0 },
  { keyOf: parametersKey, isAlike: (name, tool, other, its) => sameDescription(tool, its) || sharesWords(name, other) },
];

function schemaKey(tool: JsonObject): string {
  return canonicalJson(tool.inputSchema ?? null);
}

function parametersKey(tool: JsonObject): string {
  return canonicalJson(Object.keys(propertiesOf(tool.inputSchema)).sort());
}

function sharesWords(name: string, other: string): boolean {
  const [words, others] = [new Set(splitWords(name)), new Set(splitWords(other))];
  const shared = [...words].filter((word) => others.has(word));
  return shared.length * 2 > Math.min(words.size, others.size);
}

function sameDescription(tool: JsonObject, other: JsonObject): boolean {
  return typeof tool.description === 'string' && tool.description !== '' && tool.description === other.description;
}

/** How unlike two tools are: by their names, unless they say the same. */
function apart(name: string, tool: JsonObject, other: string, declared: JsonObject): number {
  return sameDescription(tool, declared) ? 0 : 1 + distance(name.slice(0, 100), other.slice(0, 100));
}
