import { isObject, type JsonObject, member } from '../../model/json.ts';

/** A copy of a value with another in one place. Members are made where they are missing, `__proto__` as one like any other. */
export function replaced(value: unknown, keys: readonly string[], by: unknown): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return by;
  if (!Array.isArray(value)) return { ...(isObject(value) ? value : {}), [key]: replaced(member(value, key), rest, by) };
  const items: unknown[] = value;
  return Object.assign([...items], { [key]: replaced(items[Number(key)], rest, by) });
}

/** The same for arguments. */
export function replacedIn(base: JsonObject, keys: readonly string[], by: unknown): JsonObject {
  const value = replaced(base, keys, by);
  return isObject(value) ? value : base;
}

/** The JSON text of a value, with `json` as it is in one place, which is there. */
export function textWith(value: unknown, keys: readonly string[], json: string): string {
  const [key, ...rest] = keys;
  if (key === undefined) return json;
  const inside = (name: string, each: unknown) => (name === key ? textWith(each, rest, json) : JSON.stringify(each));
  if (Array.isArray(value)) return `[${value.map((each, index) => inside(String(index), each)).join(',')}]`;
  const members = Object.entries(isObject(value) ? value : {}).map(([name, each]) => `${JSON.stringify(name)}:${inside(name, each)}`);
  return `{${members.join(',')}}`;
}
