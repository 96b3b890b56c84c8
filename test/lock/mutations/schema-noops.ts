import type { Mutation } from './mutation.ts';
import { closed, input, open } from './schema-tool.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const same = (name: string, before: Parameters<typeof input>[1], after: Parameters<typeof input>[2]): Mutation =>
  input(name, before, after, []);
const parameter = (name: string, before: unknown, after: unknown): Mutation => same(name, closed({ a: before }), closed({ a: after }));
const tree = (name: string) => ({ [name]: open({ next: { $ref: `#/$defs/${name}` } }) });

/** Other words for the same promise. */
export const schemaNoOps: readonly Mutation[] = [
  same(
    'another order of members',
    { type: 'object', properties: { a: text, b: whole } },
    { properties: { b: whole, a: text }, type: 'object' },
  ),
  same(
    'another order of required',
    closed({ a: text, b: text }, { required: ['a', 'b'] }),
    closed({ a: text, b: text }, { required: ['b', 'a'] }),
  ),
  parameter('another order of enum', { enum: ['x', 'y'] }, { enum: ['y', 'x'] }),
  parameter('another order of types', { type: ['string', 'null'] }, { type: ['null', 'string'] }),
  parameter(
    'another order of branches',
    { anyOf: [closed({ x: text }), closed({ y: text })] },
    { anyOf: [closed({ y: text }), closed({ x: text })] },
  ),
  parameter('another order of allOf', { allOf: [{ maxLength: 3 }, text] }, { allOf: [text, { maxLength: 3 }] }),
  parameter('a list of one type', { type: ['string'] }, text),
  parameter('const for an enum of one', { const: 'x' }, { enum: ['x'] }),
  parameter('a type beside values that are all of it', { enum: ['x', 'y'] }, { type: 'string', enum: ['x', 'y'] }),
  parameter('a value twice', { enum: ['x', 'y', 'x'] }, { enum: ['x', 'y'] }),
  parameter('a value that the type refuses anyway', { type: 'string', enum: ['x', 1] }, { type: 'string', enum: ['x'] }),
  parameter(
    'constants for an enum',
    {
      oneOf: [
        { const: 'x', title: 'X' },
        { const: 'y', title: 'Y' },
      ],
    },
    { enum: ['x', 'y'] },
  ),
  parameter('whole numbers that are listed', { type: 'number', enum: [1, 2] }, { type: 'integer', enum: [1, 2] }),
  parameter('both booleans for the type', { enum: [true, false] }, { type: 'boolean' }),
  parameter('nullable for a type null', { type: 'string', nullable: true }, { type: ['string', 'null'] }),
  parameter(
    'a branch null for a type null',
    { anyOf: [{ type: 'string', maxLength: 3 }, { type: 'null' }] },
    { type: ['string', 'null'], maxLength: 3 },
  ),
  parameter('a constant null for a type null', { anyOf: [text, { const: null }] }, { type: ['string', 'null'] }),
  parameter('anyOf for a list of types', { anyOf: [text, whole] }, { type: ['string', 'integer'] }),
  parameter('oneOf for anyOf of other types', { oneOf: [text, whole] }, { anyOf: [text, whole] }),
  parameter('anyOf of one', { anyOf: [text] }, text),
  parameter('oneOf of one', { oneOf: [text] }, text),
  parameter('allOf of one', { allOf: [text] }, text),
  parameter('allOf for what stands side by side', { allOf: [text, { minLength: 1 }] }, { type: 'string', minLength: 1 }),
  same(
    'allOf of two objects for one',
    open({ a: { allOf: [open({ x: text }), open({ y: whole }, { required: ['y'] })] } }),
    open({ a: open({ x: text, y: whole }, { required: ['y'] }) }),
  ),
  parameter('integer for a number that is a multiple of 1', { type: 'number', multipleOf: 1 }, whole),
  parameter('an exclusive bound of whole numbers', { type: 'integer', exclusiveMinimum: 0 }, { type: 'integer', minimum: 1 }),
  parameter(
    'the old form of an exclusive bound',
    { type: 'number', minimum: 0, exclusiveMinimum: true },
    { type: 'number', exclusiveMinimum: 0 },
  ),
  parameter(
    'an exclusive bound that is denied in the old form',
    { type: 'number', minimum: 0, exclusiveMinimum: false },
    { type: 'number', minimum: 0 },
  ),
  parameter(
    'a bound that another one makes needless',
    { type: 'number', minimum: 0, exclusiveMinimum: 5 },
    { type: 'number', exclusiveMinimum: 5 },
  ),
  parameter('lengths of at least 0', { type: 'string', minLength: 0 }, text),
  parameter('lists of at least 0', { type: 'array', minItems: 0, uniqueItems: false }, { type: 'array' }),
  parameter('objects of at least 0', { type: 'object', minProperties: 0 }, { type: 'object' }),
  parameter('a bound of another type', { type: 'string', maximum: 5 }, text),
  parameter('additionalProperties that say what holds anyway', open({ x: text }, { additionalProperties: true }), open({ x: text })),
  parameter('additionalProperties of any kind', open({ x: text }, { additionalProperties: {} }), open({ x: text })),
  parameter('unevaluatedProperties for additionalProperties', closed({ x: text }), open({ x: text }, { unevaluatedProperties: false })),
  parameter('not anything for false', open({ x: text }, { additionalProperties: { not: {} } }), closed({ x: text })),
  parameter('required that asks for nothing', open({ x: text }, { required: [] }), open({ x: text })),
  parameter('properties without one', open({}), { type: 'object' }),
  parameter('true for a schema that asks for nothing', true, {}),
  parameter('items of any kind', { type: 'array', items: {} }, { type: 'array' }),
  parameter(
    'a list of places in the old form',
    { type: 'array', items: [text, whole], additionalItems: false },
    { type: 'array', prefixItems: [text, whole], items: false },
  ),
  parameter('contains none', { type: 'array', contains: text, minContains: 0 }, { type: 'array' }),
  parameter('an if without consequences', { type: 'string', if: { maxLength: 3 } }, text),
  parameter('a flag that is off', { type: 'string', deprecated: false, readOnly: false }, text),
  parameter(
    'dependencies in the old form',
    { type: 'object', dependencies: { x: ['y'] } },
    { type: 'object', dependentRequired: { x: ['y'] } },
  ),
  same('a type at the root, where only objects come', { properties: { a: text } }, open({ a: text })),
  same('a $ref for what stands there', closed({ a: { $ref: '#/$defs/t' } }, { $defs: { t: text } }), closed({ a: text })),
  same(
    'a definition under another name',
    closed({ a: { $ref: '#/$defs/t' } }, { $defs: { t: text } }),
    closed({ a: { $ref: '#/definitions/u' } }, { definitions: { u: text } }),
  ),
  same('a definition that nothing refers to', closed({ a: text }), closed({ a: text }, { $defs: { t: whole } })),
  same(
    'an $anchor for a pointer',
    closed({ a: { $ref: '#/$defs/t' } }, { $defs: { t: text } }),
    closed({ a: { $ref: '#t' } }, { $defs: { t: { $anchor: 't', ...text } } }),
  ),
  same(
    'a $ref by its $id',
    closed({ a: { $ref: 't.json' } }, { $id: 'https://example.invalid/a.json', $defs: { t: { $id: 't.json', ...text } } }),
    closed({ a: text }),
  ),
  same(
    'a $ref in the only branch of allOf',
    closed({ a: { allOf: [{ $ref: '#/$defs/t' }], default: 'x' } }, { $defs: { t: text } }),
    closed({ a: { $ref: '#/$defs/t', default: 'x' } }, { $defs: { t: text } }),
  ),
  same(
    'a $ref to the root schema of a chain',
    closed({ a: { $ref: '#/$defs/t' } }, { $defs: { t: { $ref: '#/$defs/u' }, u: text } }),
    closed({ a: text }),
  ),
  same(
    'a recursive definition under another name',
    closed({ a: { $ref: '#/$defs/x' } }, { $defs: tree('x') }),
    closed({ a: { $ref: '#/$defs/y' } }, { $defs: tree('y') }),
  ),
  same(
    'a recursive definition, once unrolled',
    closed({ a: { $ref: '#/$defs/x' } }, { $defs: tree('x') }),
    closed({ a: open({ next: { $ref: '#/$defs/x' } }) }, { $defs: tree('x') }),
  ),
  same(
    'the dialect said, which is the default',
    open({ a: text }),
    open({ a: text }, { $schema: 'https://json-schema.org/draft/2020-12/schema' }),
  ),
  same(
    'a reference to the network that was there',
    closed({ a: { $ref: 'https://example.invalid/a.json' }, b: text }),
    closed({ b: text, a: { $ref: 'https://example.invalid/a.json' } }),
  ),
  same(
    'the same not',
    closed({ a: { type: 'string', not: { enum: ['x', 'y'] } } }),
    closed({ a: { not: { enum: ['y', 'x'] }, type: 'string' } }),
  ),
  same('a property that no call can have, in a closed object', closed({ a: text, b: false }), closed({ a: text })),
];
