import type { Mutation } from './mutation.ts';

type Severity = Mutation['expect'][number]['severity'];
type Schema = Record<string, unknown> | boolean;

/** An object schema that takes nothing beside its properties, as most adapters should declare it. */
export function closed(properties: Record<string, unknown>, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { type: 'object', properties, additionalProperties: false, ...more };
}

/** The same without a word on what is not declared. */
export function open(properties: Record<string, unknown>, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { type: 'object', properties, ...more };
}

/** `says('error', 'bound-tightened', '/properties/limit/maximum')`: the place is one within the schema. */
export function says(severity: Severity, rule: string, at = ''): Mutation['expect'][number] {
  return { rule: `diff/${rule}`, severity, at };
}

/** A changed input schema; the witness is a call that the old one allows and the new one refuses. */
export function input(name: string, before: Schema, after: Schema, expect: Mutation['expect'], witness?: unknown): Mutation {
  return mutation('inputSchema', `input: ${name}`, before, after, expect, witness);
}

/** A changed output schema; the witness is a result that the new one allows and the old one refuses. */
export function output(name: string, before: Schema, after: Schema, expect: Mutation['expect'], witness?: unknown): Mutation {
  return mutation('outputSchema', `output: ${name}`, before, after, expect, witness);
}

function mutation(side: string, name: string, before: Schema, after: Schema, expect: Mutation['expect'], witness: unknown): Mutation {
  return {
    name,
    before: { name: 'a', [side]: before },
    after: { name: 'a', [side]: after },
    expect: expect.map((each) => ({ ...each, at: `/${side}${each.at ?? ''}` })),
    ...(witness === undefined ? {} : { witness }),
  };
}
