import { kindOf } from '../../model/json.ts';
import { shorten } from '../../model/text.ts';

/** An id as JSON: `3`, `"3"`, `null`. One that is no id is named by its kind, however deep or long it is. */
export function idText(id: unknown): string {
  if (id === undefined) return 'missing';
  return id === null || typeof id === 'number' || typeof id === 'boolean'
    ? `${id}`
    : typeof id === 'string'
      ? `"${shorten(id, 40)}"`
      : `of kind ${kindOf(id)}`;
}

/** What two ids are equal by: type and value. Things that are no ids are all alike. */
export function idKey(id: unknown): string {
  return `${kindOf(id)} ${typeof id === 'object' ? '' : String(id)}`;
}
