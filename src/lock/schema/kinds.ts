import { kindOf } from '../../model/json.ts';

/** What a JSON value can be. */
export const KINDS = ['null', 'boolean', 'number', 'string', 'array', 'object'] as const;
export type Kind = (typeof KINDS)[number];

/** The kind that a name of a type stands for: whole numbers are numbers. Undefined for no such name. */
export function kindsOfType(name: unknown): Kind | undefined {
  return name === 'integer' ? 'number' : KINDS.find((kind) => kind === name);
}

export function kindOfValue(value: unknown): Kind | undefined {
  return kindsOfType(kindOf(value));
}
