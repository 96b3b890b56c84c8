import { isObject, type JsonObject, member, pointer } from '../../model/json.ts';
import { inputSchema, type ToolDeclaration } from '../../model/tool.ts';
import { type SubSchema, walk } from '../../schema/walk.ts';

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
  const found = root ? parametersOf(root) : [];
  known.set(tool, found);
  return found;
}

function parametersOf(root: JsonObject): Parameter[] {
  const base = pointer('inputSchema');
  const schemas = walk(root, base);
  const used = usedDefinitions(schemas);
  return schemas.flatMap(({ at, schema, property }) => {
    const definition = definitionOf(at);
    if (property === null || (definition && !used.has(definition))) return [];
    const resolved = resolve(schema, root);
    const text = member(schema, 'description') ?? member(resolved, 'description');
    return [{ name: property, path: pathOf(at), at, schema: resolved, description: typeof text === 'string' ? text : '' }];
  });
}

/** The definitions that the schema refers to, directly or by way of others, as pointers into the tool. */
function usedDefinitions(schemas: readonly SubSchema[]): Set<string> {
  const refs = new Map<string, string[]>();
  for (const { at, schema } of schemas) {
    const ref = member(schema, '$ref');
    if (typeof ref !== 'string' || !ref.startsWith('#/')) continue;
    const owner = definitionOf(at) ?? '';
    const target = definitionOf(pointer('inputSchema') + ref.slice(1));
    if (target) refs.set(owner, [...(refs.get(owner) ?? []), target]);
  }
  const used = new Set<string>();
  const open = [''];
  for (let owner = open.pop(); owner !== undefined; owner = open.pop()) {
    for (const target of refs.get(owner) ?? []) {
      if (used.has(target)) continue;
      used.add(target);
      open.push(target);
    }
  }
  return used;
}

/** The definition a place lies in: `/inputSchema/$defs/Line`. */
function definitionOf(at: string): string | undefined {
  return /^\/inputSchema\/(?:\$defs|definitions)\/[^/]*/.exec(at)?.[0];
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
    let target: unknown = root;
    for (const token of ref.slice(2).split('/')) target = member(target, token.replaceAll('~1', '/').replaceAll('~0', '~'));
    if (!isObject(target)) break;
    const { $ref: _followed, ...rest } = current;
    current = { ...target, ...rest };
  }
  return current;
}

/** `/inputSchema/properties/a/items/properties/b` is `a.b`. */
function pathOf(at: string): string {
  const tokens = at.split('/').slice(1);
  const names = tokens.filter((_, index) => tokens[index - 1] === 'properties' && !['properties'].includes(tokens[index - 2] ?? ''));
  return names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~')).join('.');
}
