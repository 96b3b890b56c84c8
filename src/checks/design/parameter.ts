import { isObject, type JsonObject, keysIn, member } from '../../model/json.ts';
import { inputSchema, type ToolDeclaration } from '../../model/tool.ts';
import { usedParts } from '../schema/references.ts';

/** One parameter of a tool, at the root of its input schema or nested. */
export interface Parameter {
  /** The property's own name. */
  name: string;
  /** With the names around it, for people: `options.timeout`. */
  path: string;
  /** JSON pointer into the tool. */
  at: string;
  /** Its schema, local references followed. */
  schema: JsonObject;
  description: string;
}

const known = new WeakMap<ToolDeclaration, Parameter[]>();

/** Every named parameter, nested ones included, in document order. Definitions that nothing refers to are left out. */
export function allParameters(tool: ToolDeclaration): Parameter[] {
  const before = known.get(tool);
  if (before) return before;
  const root = inputSchema(tool);
  const found = root ? parametersOf(tool, root) : [];
  known.set(tool, found);
  return found;
}

function parametersOf(tool: ToolDeclaration, root: JsonObject): Parameter[] {
  return usedParts(tool).flatMap(({ at, schema, property }) => {
    if (property === null) return [];
    const resolved = resolve(schema, root);
    const text = member(schema, 'description') ?? member(resolved, 'description');
    return [{ name: property, path: pathOf(at), at, schema: resolved, description: typeof text === 'string' ? text : '' }];
  });
}

/** The JSON types a schema allows, as far as it names them: its own `type`, and those of its anyOf, oneOf and allOf branches. */
export function typesOf(schema: JsonObject): Set<string> {
  const types = new Set<string>();
  for (const part of parts(schema)) {
    const type = member(part, 'type');
    for (const each of Array.isArray(type) ? type : [type]) if (typeof each === 'string') types.add(each);
  }
  return types;
}

/** The schema itself and the branches it combines, two levels deep. */
export function parts(schema: JsonObject, depth = 2): JsonObject[] {
  const branches = ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => {
    const list = member(schema, keyword);
    return Array.isArray(list) ? list.filter(isObject) : [];
  });
  return depth === 0 ? [schema] : [schema, ...branches.slice(0, 50).flatMap((branch) => parts(branch, depth - 1))];
}

/** True when only listed values are allowed. */
export function isClosed(schema: JsonObject): boolean {
  return parts(schema).some((part) => Array.isArray(member(part, 'enum')) || 'const' in part);
}

/** Follows `#/…` references; what cannot be followed stays as it is. */
function resolve(schema: JsonObject, root: JsonObject): JsonObject {
  let current = schema;
  for (let steps = 0; steps < 8; steps++) {
    const ref = member(current, '$ref');
    if (typeof ref !== 'string' || !ref.startsWith('#/')) break;
    const target = keysIn(ref.slice(1)).reduce<unknown>(member, root);
    if (!isObject(target)) break;
    const { $ref: _followed, ...rest } = current;
    current = { ...target, ...rest };
  }
  return current;
}

/** `/inputSchema/properties/a/items/properties/b` is `a.b`. */
function pathOf(at: string): string {
  const tokens = keysIn(at);
  return tokens.filter((_, index) => tokens[index - 1] === 'properties' && tokens[index - 2] !== 'properties').join('.');
}
