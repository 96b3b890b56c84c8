import { follow } from '../model/follow-pointer.ts';
import { childOf, isObject, type JsonObject, member } from '../model/json.ts';

/** More schemas for one place than an honest declaration has. */
const MAX_SCHEMAS = 200;

/**
 * Tells by the keys that lead to a value whether its schema, or that of something it is in, marks it as a secret: `writeOnly: true` or
 * `x-mcp-adapter-secret: true`. References within the schema are followed.
 */
export function secretMarks(schema: unknown): (keys: readonly string[]) => boolean {
  if (!isObject(schema) || !holdsMark(schema)) return () => false;
  return (keys) => {
    let here = expanded([schema], schema);
    if (here.some(isMarked)) return true;
    for (const key of keys) {
      here = expanded(
        here.flatMap((each) => below(each, key)),
        schema,
      );
      if (here.some(isMarked)) return true;
    }
    return false;
  };
}

function isMarked(schema: JsonObject): boolean {
  return schema.writeOnly === true || schema['x-mcp-adapter-secret'] === true;
}

/** Most schemas mark nothing, and need no walk for each value. */
function holdsMark(schema: unknown): boolean {
  let level = [schema];
  for (let count = 0; level.length && count < 100_000; count += level.length) {
    if (level.some((each) => isObject(each) && isMarked(each))) return true;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return false;
}

/** The schemas and those that they are put together of. */
function expanded(schemas: readonly unknown[], root: JsonObject): JsonObject[] {
  const found = new Set<JsonObject>();
  const open = [...schemas];
  while (open.length && found.size < MAX_SCHEMAS) {
    const schema = open.pop();
    if (!isObject(schema) || found.has(schema)) continue;
    found.add(schema);
    for (const key of ['allOf', 'anyOf', 'oneOf']) {
      const parts = member(schema, key);
      if (Array.isArray(parts)) open.push(...parts.slice(0, MAX_SCHEMAS));
    }
    open.push(member(schema, 'then'), member(schema, 'else'));
    const ref = member(schema, '$ref');
    if (typeof ref === 'string' && ref.startsWith('#')) open.push(follow(root, ref.slice(1)).value);
  }
  return [...found];
}

/** The schemas of what stands at a key of a value that the schema describes. */
function below(schema: JsonObject, key: string): unknown[] {
  const own = member(member(schema, 'properties'), key);
  const items = member(schema, 'items');
  const item = /^\d+$/.test(key) ? [childOf(member(schema, 'prefixItems'), key), Array.isArray(items) ? items[Number(key)] : items] : [];
  return [own ?? member(schema, 'additionalProperties'), ...item];
}
