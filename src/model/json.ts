/** Any value that JSON can hold, as it came from the wire: nothing about it is known yet. */
export type JsonObject = Record<string, unknown>;

/** True for a JSON object; arrays and null are none. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The member of an object, or undefined when `value` is no object. Own members only, so `__proto__` is safe. */
export function member(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** A JSON pointer (RFC 6901) made of its tokens: `pointer('a/b', 0)` is `/a~1b/0`. */
export function pointer(...tokens: (string | number)[]): string {
  return tokens.map((token) => `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The keys that a JSON pointer is made of: `keysIn('/a~1b/0')` is `['a/b', '0']`. */
export function keysIn(at: string): string[] {
  return at
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The member of an object, or the item of a list: one step of a JSON pointer. */
export function childOf(value: unknown, key: string): unknown {
  return Array.isArray(value) ? value[Number(key)] : member(value, key);
}

/** What a value is, in the words of JSON: `null`, `array`, `object`, `string`, `number`, `boolean`, or `nothing`. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** UTF-8 bytes of the JSON text of a value. */
export function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '');
}

/** Tokens of a text of so many bytes, as every report counts them: ceil(UTF-8 bytes / 4). */
export function tokensOf(bytes: number): number {
  return Math.ceil(bytes / 4);
}

/** True when objects and lists stand more than `levels` deep in each other. Without recursion, so that no value is too deep for it. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let level: object[] = typeof value === 'object' && value !== null ? [value] : [];
  for (let depth = 1; level.length; depth++) {
    if (depth > levels) return true;
    const deeper: object[] = [];
    for (const container of level)
      for (const each of Object.values(container)) if (typeof each === 'object' && each !== null) deeper.push(each);
    level = deeper;
  }
  return false;
}

/**
 * The value with what is nested deeper than `levels` replaced by a text. Changes the value in place: it is for what has just been
 * parsed, because validators, printers and rules recurse, and a hostile message must not end them.
 */
export function withoutDepths<T>(value: T, levels: number): T {
  let containers: unknown[] = [value];
  for (let depth = 0; containers.length; depth++) {
    const deeper: unknown[] = [];
    for (const container of containers) {
      if (typeof container !== 'object' || container === null) continue;
      for (const [key, child] of Object.entries(container)) {
        if (typeof child !== 'object' || child === null) continue;
        if (depth >= levels) Reflect.set(container, key, `(nested deeper than ${levels} levels)`);
        else deeper.push(child);
      }
    }
    containers = deeper;
  }
  return value;
}
