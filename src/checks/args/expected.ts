import type { CallRecord } from '../../model/evidence.ts';
import { childOf, isObject, keysIn, kindOf, member, pointer } from '../../model/json.ts';
import { inputSchema } from '../../model/tool.ts';
import { problemsIn, type SchemaProblem } from '../../schema/verdicts.ts';
import type { Context } from '../rule.ts';

/** An argument that does not fit the schema. */
export interface Misfit extends SchemaProblem {
  /** Its place as people write it: `filter.rows[0]`; empty for the arguments as a whole. */
  name: string;
  /** JSON pointer into the tool, to the parameter it belongs to. */
  place: string;
  /** What was sent there. */
  sent: unknown;
  /** The types the schema takes there; empty when it names none. */
  types: readonly string[];
  /** True when the object around it cannot do without it. */
  required: boolean;
}

/** What the schema has against the arguments of a call; null when the validator could not tell. */
export function problemsOf(call: CallRecord, context: Context): readonly SchemaProblem[] | null {
  return problemsIn(context.schemas.arguments.get(call));
}

/** The arguments that the user sent and that do not fit the schema, each with what the schema wants there. */
export function misfits(call: CallRecord, context: Context): Misfit[] {
  if (call.probe || !call.tool) return [];
  const schema = inputSchema(call.tool);
  return (problemsOf(call, context) ?? []).map((problem) => {
    const tokens = keysIn(problem.at);
    return {
      ...problem,
      name: nameOf(tokens, call.arguments),
      place: placeOf(schema, tokens),
      sent: tokens.reduce<unknown>(childOf, call.arguments),
      types: [...new Set(schemasAt(schema, tokens).flatMap(typesOf))],
      required: schemasAt(schema, tokens.slice(0, -1)).some((each) => isRequired(each, tokens.at(-1) ?? '')),
    };
  });
}

function placeOf(schema: unknown, [first]: string[]): string {
  const declared = first !== undefined && member(member(schema, 'properties'), first) !== undefined;
  return declared ? pointer('inputSchema', 'properties', first) : '/inputSchema';
}

function nameOf(tokens: string[], root: unknown): string {
  let value = root;
  let name = '';
  for (const token of tokens) {
    name += Array.isArray(value) ? `[${token}]` : name ? `.${token}` : token;
    value = childOf(value, token);
  }
  return name;
}

/** The schemas that describe one place of a value, through combinators and local references; bounded against hostile ones. */
function schemasAt(root: unknown, tokens: readonly string[]): unknown[] {
  let schemas = unfold([root], root);
  for (const token of tokens) schemas = unfold(schemas.flatMap((schema) => children(schema, token)).slice(0, 200), root);
  return schemas;
}

function children(schema: unknown, token: string): unknown[] {
  const property = member(member(schema, 'properties'), token);
  const items = member(schema, 'items');
  const prefix = member(schema, 'prefixItems');
  const listed = Array.isArray(items) ? items : prefix;
  const inList = /^\d+$/.test(token) ? ((Array.isArray(listed) ? listed[Number(token)] : undefined) ?? items) : undefined;
  const found = [property, inList].filter(isObject);
  return found.length ? found : [member(schema, 'additionalProperties')].filter(isObject);
}

function unfold(schemas: readonly unknown[], root: unknown): unknown[] {
  const seen = new Set<unknown>(schemas);
  for (const schema of seen) {
    if (seen.size > 200) break;
    for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
      const list = member(schema, keyword);
      if (Array.isArray(list)) for (const each of list.slice(0, 200)) seen.add(each);
    }
    const ref = member(schema, '$ref');
    if (typeof ref === 'string' && ref.startsWith('#')) seen.add(keysIn(ref.slice(1)).reduce<unknown>(childOf, root));
  }
  return [...seen].filter(isObject);
}

function typesOf(schema: unknown): string[] {
  const type = member(schema, 'type');
  const stated = (Array.isArray(type) ? type : [type]).filter((each) => typeof each === 'string');
  const values = member(schema, 'enum');
  if (!stated.length) return Array.isArray(values) ? [...new Set(values.slice(0, 1_000).map(kindOf))] : [];
  return member(schema, 'nullable') === true ? [...stated, 'null'] : stated;
}

function isRequired(schema: unknown, name: string): boolean {
  const required = member(schema, 'required');
  return Array.isArray(required) && required.includes(name);
}
