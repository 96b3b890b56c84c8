import { canonicalJson } from '../model/canonical-json.ts';
import { isObject, type JsonObject, member, pointer } from '../model/json.ts';
import { quote } from '../model/text.ts';
import { sourceOf } from './schema/source.ts';
import { TEXT, VALUE_TEXTS } from './schema/texts.ts';
import { type Described, describedIn, entriesOf, listOf } from './text-places.ts';

/** A text of a declaration that a model may read. */
export interface DeclaredText {
  /** What it belongs to, the same whether a `$ref` leads there or not. */
  place: string;
  keyword: string;
  /** For people, as in `description of "limit"`; empty for the tool itself. */
  of: string;
  /** JSON pointer to where it stands. */
  at: string;
  text: string;
}

export interface DeclaredTexts {
  texts: DeclaredText[];
  /** Every place that there is, with texts or without. */
  places: Set<string>;
  /** Texts of definitions that nothing refers to, which a model may read all the same. */
  loose: DeclaredText[];
  /** Schemas that are too large or too deep to be read to their end. */
  unread: Set<Side>;
}

export const SIDES = ['inputSchema', 'outputSchema'] as const;
export type Side = (typeof SIDES)[number];

/** A `$ref` can stand for a large schema many times over. */
const MAX_SCHEMAS = 20_000;
const MAX_DEPTH = 250;

/** Every text of a declaration and of these of its schemas, with `$ref`s followed. Nothing is in a tool that is not there (null). */
export function textsOf(tool: JsonObject | null, sides: readonly Side[]): DeclaredTexts {
  const found: DeclaredTexts = { texts: [], places: new Set(), loose: [], unread: new Set() };
  if (!tool) return found;
  found.places.add('').add('/annotations');
  add(found, { place: '', keyword: 'title', of: '', at: '/title' }, tool.title);
  add(found, { place: '', keyword: 'description', of: '', at: '/description' }, tool.description);
  const title = { place: '/annotations', keyword: 'title', of: 'the annotations', at: '/annotations/title' };
  add(found, title, member(tool.annotations, 'title'));
  for (const side of sides) addSchema(found, tool[side], side);
  return found;
}

function add(found: DeclaredTexts, where: Omit<DeclaredText, 'text'>, value: unknown): void {
  if (value === undefined) return;
  // What should be a text and is none reaches a model as JSON.
  const text = typeof value === 'string' ? value : canonicalJson(value);
  if (text !== '') found.texts.push({ ...where, text });
}

function addSchema(found: DeclaredTexts, root: unknown, side: Side): void {
  const { targets } = sourceOf(root, side);
  const visited = new Set<unknown>();
  const definitions: Described[] = [];
  let left = MAX_SCHEMAS;
  visit({ schema: root, at: `/${side}`, place: `/${side}`, name: '' }, [], 0);
  const used = found.texts.length;
  // While these are read, those within them are added.
  for (const each of definitions) if (!visited.has(each.schema)) visit(each, [], 0);
  found.loose.push(...found.texts.splice(used));

  /** `through` are the references that led here. */
  function visit(here: Described, through: readonly string[], depth: number): void {
    const { schema, at, place, name } = here;
    if (schema !== undefined) found.places.add(place);
    if (!isObject(schema)) return;
    if (left-- <= 0 || depth > MAX_DEPTH) {
      found.unread.add(side);
      return;
    }
    visited.add(schema);
    addOwn(found, schema, here, side);
    for (const keyword of ['$defs', 'definitions'])
      for (const [key, child] of entriesOf(schema[keyword]))
        definitions.push({ schema: child, at: at + pointer(keyword, key), place: `/${side}/$defs`, name: `$defs.${key}` });
    const target = targets.get(schema);
    if (target && !through.includes(target.at)) visit({ ...target, place, name }, [...through, target.at], depth + 1);
    for (const each of describedIn(schema, here)) visit(each, through, depth + 1);
  }
}

/** The texts of one schema, without those of the schemas in it. */
function addOwn(found: DeclaredTexts, schema: JsonObject, { at, place, name }: Described, side: Side): void {
  const [whole, kind] = side === 'inputSchema' ? ['the input schema', ''] : ['the result', 'result field '];
  const of = name === '' ? whole : `${kind}${quote(name, 60)}`;
  const text = (keyword: string, value: unknown) => add(found, { place, keyword, of, at: at + pointer(keyword) }, value);
  for (const keyword of TEXT) text(keyword, schema[keyword]);
  for (const [index, each] of listOf(schema.examples).entries())
    add(found, { place, keyword: 'example', of, at: at + pointer('examples', index) }, each);
  const values = listOf(schema.enum);
  const placeOf = (value: unknown) => `${place}=${canonicalJson(value ?? null)}`;
  for (const keyword of VALUE_TEXTS) {
    if (!Array.isArray(schema[keyword])) text(keyword, schema[keyword]);
    for (const [index, each] of listOf(schema[keyword]).entries())
      add(found, { place: placeOf(values[index]), keyword, of, at: at + pointer(keyword, index) }, each);
  }
  // A value is a place of its own: one that is new is compared as a value, and as a text only where it speaks to the model.
  const stated = ['const', 'default'].filter((keyword) => schema[keyword] !== undefined);
  const all = [
    ...values.map((value, index) => ({ value, path: pointer('enum', index) })),
    ...stated.map((keyword) => ({ value: schema[keyword], path: pointer(keyword) })),
  ];
  for (const { value, path } of all) {
    found.places.add(placeOf(value));
    if (typeof value === 'string') add(found, { place: placeOf(value), keyword: 'value', of, at: at + path }, value);
  }
}
