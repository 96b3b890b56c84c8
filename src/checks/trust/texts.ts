import type { Evidence } from '../../model/evidence.ts';
import { isObject, member, pointer } from '../../model/json.ts';
import { quote } from '../../model/text.ts';
import type { ToolDeclaration } from '../../model/tool.ts';
import { partsOf, SIDES } from '../schema/parts.ts';

/** A text of the adapter's that a model reads. */
export interface AdapterText {
  /** Null for what belongs to the adapter as a whole, to a resource or a prompt. */
  tool: string | null;
  kind: 'name' | 'title' | 'description' | 'value' | 'instructions';
  /** The place for people: `description`, `default of "region"`. */
  where: string;
  /** JSON pointer into the tool. */
  at?: string;
  text: string;
}

const known = new WeakMap<Evidence, AdapterText[]>();

/** Every text of the adapter's declarations that reaches a model, in the order of the lists. */
export function adapterTexts(evidence: Evidence): AdapterText[] {
  const before = known.get(evidence);
  if (before) return before;
  const texts = evidence.tools.flatMap(toolTexts);
  if (evidence.instructions) texts.push({ tool: null, kind: 'instructions', where: 'server instructions', text: evidence.instructions });
  for (const kind of ['prompts', 'resources', 'resourceTemplates'] as const) {
    const word = kind === 'prompts' ? 'prompt' : 'resource';
    for (const item of evidence.lists[kind]?.items ?? []) texts.push(...itemTexts(item, word));
  }
  known.set(evidence, texts);
  return texts;
}

/** Names, titles, descriptions, enum values, defaults, constants and examples of one tool. */
function toolTexts(tool: ToolDeclaration): AdapterText[] {
  const found: AdapterText[] = [];
  const add = (kind: AdapterText['kind'], where: string, at: string, value: unknown) => {
    if (typeof value === 'string' && value) found.push({ tool: tool.name, kind, where, at, text: value });
  };
  add('name', 'name', '/name', member(tool.raw, 'name'));
  add('title', 'title', '/title', member(tool.raw, 'title'));
  add('title', 'title', '/annotations/title', member(member(tool.raw, 'annotations'), 'title'));
  add('description', 'description', '/description', member(tool.raw, 'description'));
  for (const part of SIDES) {
    for (const { at, schema, property } of partsOf(tool, part)) {
      const of = property === null ? part : quote(property, 60);
      if (property !== null) add('name', `parameter name ${of}`, at, property);
      add('title', `title of ${of}`, at + pointer('title'), schema.title);
      add('description', `description of ${of}`, at + pointer('description'), schema.description);
      for (const keyword of ['enum', 'default', 'const', 'examples', 'example']) {
        for (const { value, tokens } of strings(schema[keyword])) {
          add('value', `${keyword} of ${of}`, at + pointer(keyword, ...tokens), value);
        }
      }
    }
  }
  return found;
}

function itemTexts(item: unknown, word: string): AdapterText[] {
  const name = member(item, 'name');
  const of = typeof name === 'string' ? `${word} ${quote(name, 60)}` : word;
  const args = member(item, 'arguments');
  const parts = [item, ...(Array.isArray(args) ? args : [])];
  return parts.flatMap((part) =>
    (['name', 'title', 'description'] as const).flatMap((kind) => {
      const text = member(part, kind);
      return typeof text === 'string' && text ? [{ tool: null, kind, where: `${kind} of ${of}`, text }] : [];
    }),
  );
}

/** The most values that are looked at within one keyword. */
const MAX_VALUES = 2_000;

/** The strings within a value, with the pointer tokens that lead to them. */
function strings(value: unknown): { value: string; tokens: (string | number)[] }[] {
  const found: { value: string; tokens: (string | number)[] }[] = [];
  const open: { value: unknown; tokens: (string | number)[] }[] = [{ value, tokens: [] }];
  for (let seen = 0; seen < open.length && seen < MAX_VALUES; seen++) {
    const next = open[seen];
    if (!next) break;
    if (typeof next.value === 'string') found.push({ value: next.value, tokens: next.tokens });
    else if (Array.isArray(next.value))
      for (const [index, each] of next.value.slice(0, MAX_VALUES).entries()) open.push({ value: each, tokens: [...next.tokens, index] });
    else if (isObject(next.value))
      for (const [key, each] of Object.entries(next.value)) open.push({ value: each, tokens: [...next.tokens, key] });
  }
  return found;
}
