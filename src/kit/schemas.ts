import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { isObject, type JsonObject } from '../model/json.ts';

/** A JSON Schema (2020-12) whose root is an object. `const` typed, so that arguments are typed by it. */
export type JsonSchema = { readonly type: 'object'; readonly [keyword: string]: unknown };

/** Any Standard Schema that can say itself as JSON Schema, such as zod 4. */
export type StandardSchema = StandardSchemaWithJSON;

export type AnySchema = JsonSchema | StandardSchema;

/** The type of the values that a schema describes. Keywords that TypeScript cannot express are left to the validation at run time. */
export type ValueOf<S> = S extends StandardSchema
  ? StandardSchemaWithJSON.InferOutput<S>
  : S extends { readonly const: infer C }
    ? C
    : S extends { readonly enum: readonly (infer E)[] }
      ? E
      : S extends { readonly type: 'object' }
        ? ObjectOf<S>
        : S extends { readonly type: 'array' }
          ? S extends { readonly items: infer I }
            ? ValueOf<I>[]
            : unknown[]
          : S extends { readonly type: 'string' }
            ? string
            : S extends { readonly type: readonly (infer T)[] }
              ? T extends string
                ? ValueOf<Omit<S, 'type'> & { readonly type: T }>
                : unknown
              : S extends { readonly anyOf: readonly (infer Each)[] } | { readonly oneOf: readonly (infer Each)[] }
                ? ValueOf<Each>
                : S extends { readonly type: 'number' | 'integer' }
                  ? number
                  : S extends { readonly type: 'boolean' }
                    ? boolean
                    : S extends { readonly type: 'null' }
                      ? null
                      : unknown;

type ObjectOf<S> = S extends { readonly properties: infer P }
  ? Flat<
      { -readonly [K in keyof P as K extends RequiredOf<S> ? K : never]: ValueOf<P[K]> } & {
        -readonly [K in keyof P as K extends RequiredOf<S> ? never : K]?: ValueOf<P[K]> | undefined;
      }
    >
  : S extends { readonly additionalProperties: infer Each extends object }
    ? Record<string, ValueOf<Each>>
    : Record<string, unknown>;

type RequiredOf<S> = S extends { readonly required: readonly (infer R)[] } ? R : never;
type Flat<T> = { [K in keyof T]: T[K] };

export function isStandard(schema: AnySchema): schema is StandardSchema {
  return '~standard' in schema;
}

/**
 * The schema as JSON Schema; for a Standard Schema what it accepts (`input`) or gives (`output`).
 * @throws TypeError when the library cannot say it as JSON Schema, or the root is no object
 */
export function asJsonSchema(schema: AnySchema, side: 'input' | 'output'): JsonObject {
  const json: unknown = isStandard(schema) ? schema['~standard'].jsonSchema[side]({ target: 'draft-2020-12' }) : schema;
  if (!isObject(json) || json.type !== 'object') throw new TypeError(`the ${side} schema must be of type object`);
  return json;
}
