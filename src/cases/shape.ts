import { isObject, kindOf, pointer } from '../model/json.ts';

/** What is wrong with a value, and where in it. */
export interface ShapeProblem {
  /** JSON pointer. */
  at: string;
  /** `must be a text, not number` */
  message: string;
}

/** Looks whether a value is what it must be; null when it is. */
export type Check = (value: unknown) => ShapeProblem | null;

/** A value that `accepts` takes, `wanted` in words. */
export function is(wanted: string, accepts: (value: unknown) => boolean): Check {
  return (value) =>
    accepts(value) ? null : { at: '', message: value === undefined ? 'is missing' : `must be ${wanted}, not ${seen(value)}` };
}

export const text = is('a text', (value) => typeof value === 'string');
export const boolean = is('true or false', (value) => typeof value === 'boolean');
export const number = is('a number', (value) => typeof value === 'number');
export const natural = is('a whole number from 0 on', (value) => Number.isSafeInteger(value) && Number(value) >= 0);
export const present = is('there', (value) => value !== undefined);

export function oneOf(...words: string[]): Check {
  return is(`one of ${words.join(', ')}`, (value) => words.some((word) => word === value));
}

export function orNull(check: Check): Check {
  return (value) => (value === null ? null : check(value));
}

export function optional(check: Check): Check {
  return (value) => (value === undefined ? null : check(value));
}

/** An object with these members; others are not looked at. */
export function object(members: Record<string, Check>): Check {
  const entries = Object.entries(members);
  return (value) => {
    if (!isObject(value)) return ANY_OBJECT(value);
    for (const [key, check] of entries) {
      const problem = check(Object.hasOwn(value, key) ? value[key] : undefined);
      if (problem) return within(key, problem);
    }
    return null;
  };
}

/** An object with members of any name. */
export function mapOf(check: Check): Check {
  return (value) => {
    if (!isObject(value)) return ANY_OBJECT(value);
    for (const key of Object.keys(value)) {
      const problem = check(value[key]);
      if (problem) return within(key, problem);
    }
    return null;
  };
}

export function listOf(check: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return A_LIST(value);
    for (const [index, item] of value.entries()) {
      const problem = check(item);
      if (problem) return within(index, problem);
    }
    return null;
  };
}

const ANY_OBJECT = is('an object', isObject);
const A_LIST = is('a list', Array.isArray);

function within(key: string | number, { at, message }: ShapeProblem): ShapeProblem {
  return { at: pointer(key) + at, message };
}

function seen(value: unknown): string {
  return typeof value === 'string'
    ? `the text ${JSON.stringify(value.slice(0, 40))}`
    : typeof value === 'number'
      ? String(value)
      : kindOf(value);
}
