import type { JsonObject } from '../../model/json.ts';

/**
 * The number for a schema that a reader would write: 1 where it fits, else the lowest; null when none is found.
 * @param nth which of several that have to differ, from 0
 */
export function sampleNumber(schema: JsonObject, isInteger: boolean, nth: number): number | null {
  const above = Math.max(limit(schema.minimum, -Infinity), limit(schema.exclusiveMinimum, -Infinity));
  const below = Math.min(limit(schema.maximum, Infinity), limit(schema.exclusiveMaximum, Infinity));
  const step = limit(schema.multipleOf, isInteger ? 1 : 0);
  const wishes = [1, above, above + 1, (above + below) / 2, below, below - 1, 0, -1].filter(Number.isFinite);
  const further = Array.from({ length: nth }, (_, index) => (wishes.find(fits) ?? 0) + (index + 1) * (step || 1));
  const numbers = [...wishes, ...further].flatMap((wish) =>
    step > 0 ? [Math.ceil(wish / step) * step, Math.floor(wish / step) * step] : [wish],
  );
  // Adding 0 makes 0 of -0.
  return [...new Set(numbers.map((number) => number + 0))].filter(fits)[nth] ?? null;

  function fits(number: number): boolean {
    if (isInteger && !Number.isInteger(number)) return false;
    if (number < limit(schema.minimum, -Infinity) || number > limit(schema.maximum, Infinity)) return false;
    return number > limit(schema.exclusiveMinimum, -Infinity) && number < limit(schema.exclusiveMaximum, Infinity);
  }
}

/** Draft-04 wrote `exclusiveMinimum: true`: what is no number limits nothing here. */
function limit(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}
