import { distance } from 'fastest-levenshtein';
import { actionOf } from '../checks/design/action-words.ts';
import { canonicalJson } from '../model/canonical-json.ts';
import { groupBy } from '../model/group.ts';
import { type JsonObject, member } from '../model/json.ts';
import { declaration, propertiesOf, riskOf } from '../model/tool.ts';
import { splitWords } from '../model/word-match.ts';
import { isSame } from './is-same.ts';

type Tools = ReadonlyMap<string, JsonObject>;

/** So many tools with the same parameters are looked at for one that is gone. */
const MAX_ALIKE = 50;
/** Of a longer name, in characters, only the beginning is compared. */
const MAX_NAME = 100;

/**
 * Tools that seem to have got another name: old name → new name. A new tool with the same input schema is taken for the old one when its
 * name, its description, its result or its risk is like that one's; with only the same parameters, or few, its name or its description has to
 * be. One whose name speaks of doing something else (`get_order`, `delete_user`) is another tool.
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
  {
    keyOf: schemaKey,
    isAlike: (name, tool, other, its) =>
      speaksAlike(name, tool, other, its) ||
      (doesAlike(name, other) && (!isPlain(tool) || sameSubject(name, other)) && (sameResult(tool, its) || sameRisk(tool, its))),
  },
  { keyOf: parametersKey, isAlike: speaksAlike },
];

function speaksAlike(name: string, tool: JsonObject, other: string, its: JsonObject): boolean {
  return doesAlike(name, other) && (sameDescription(tool, its) || sharesWords(name, other) || isMisspelt(name, other));
}

/** False for names that speak of different actions. */
function doesAlike(name: string, other: string): boolean {
  const [action, its] = [name, other].map((each) => actionOf(each.slice(0, MAX_NAME))?.action);
  return !action || !its || action === its;
}

/** True for names that share a word beside those for what is done: `find_order` and `get_order`, but not `get_user`. */
function sameSubject(name: string, other: string): boolean {
  const [words, others] = [name, other].map((each) => splitWords(each).filter((word) => !actionOf(word)));
  return words?.some((word) => others?.includes(word)) ?? false;
}

/** True for parameters that many tools have: none at all, or one text, such as an id. */
function isPlain({ inputSchema }: JsonObject): boolean {
  const [first, ...more] = Object.values(propertiesOf(inputSchema));
  return more.length === 0 && (first === undefined || member(first, 'type') === 'string');
}

function sameResult(tool: JsonObject, its: JsonObject): boolean {
  return tool.outputSchema !== undefined && isSame(tool.outputSchema, its.outputSchema);
}

function sameRisk(tool: JsonObject, its: JsonObject): boolean {
  return riskOf(declaration(tool, 0)) === riskOf(declaration(its, 0));
}

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

/** A letter or two apart, such as `list_order` and `list_orders`. */
function isMisspelt(name: string, other: string): boolean {
  const longest = Math.max(name.length, other.length);
  return longest <= MAX_NAME && distance(name, other) <= longest / 8;
}

/** How unlike two tools are: by their names, unless they say the same. */
function apart(name: string, tool: JsonObject, other: string, declared: JsonObject): number {
  return sameDescription(tool, declared) ? 0 : 1 + distance(name.slice(0, MAX_NAME), other.slice(0, MAX_NAME));
}
