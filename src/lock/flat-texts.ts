import { ordersIn } from '../checks/trust/orders.ts';
import { isObject } from '../model/json.ts';
import { TEXTS } from './schema/texts.ts';

/**
 * What a schema tells a model, wherever in it, each text once and no `$ref` followed: for a schema that is too large to be read place by
 * place. Of other texts, such as the values of `enum`, those that give orders to the model.
 */
export function flatTexts(schema: unknown): Set<string> {
  const found = new Set<string>();
  const open: { value: unknown; isTold: boolean }[] = [{ value: schema, isTold: false }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, isTold } = next;
    if (typeof value === 'string') {
      if (isTold || ordersIn(value, 'other').length) found.add(value);
    } else if (Array.isArray(value)) for (const child of value) open.push({ value: child, isTold });
    else if (isObject(value)) for (const [key, child] of Object.entries(value)) open.push({ value: child, isTold: TEXTS.has(key) });
  }
  return found;
}
