import type { Mutation } from './mutation.ts';
import { closed, input, open, says } from './schema-tool.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };

/** One parameter `a`, with another schema. */
function parameter(name: string, before: unknown, after: unknown, expect: Mutation['expect'], witness?: unknown): Mutation {
  return input(name, closed({ a: before }), closed({ a: after }), expect, witness === undefined ? undefined : { a: witness });
}
const A = '/properties/a';

/** Which parameters there are, and which of them are required. */
const names: readonly Mutation[] = [
  input(
    'a parameter is gone from a closed object',
    closed({ a: text, b: whole }),
    closed({ a: text }),
    [says('error', 'param-removed', '/properties/b')],
    { b: 1 },
  ),
  input('a parameter is gone from an open object', open({ a: text, b: whole }), open({ a: text }), [
    says('warning', 'param-removed', '/properties/b'),
  ]),
  input(
    'a parameter is gone, and the object is closed',
    open({ a: text, b: whole }),
    closed({ a: text }),
    [says('error', 'param-removed', '/properties/b'), says('error', 'object-closed', '/additionalProperties')],
    { b: 1 },
  ),
  input('an optional parameter is new', closed({ a: text }), closed({ a: text, b: whole }), [says('info', 'param-added', '/properties/b')]),
  input(
    'a required parameter is new',
    closed({ a: text }),
    closed({ a: text, b: whole }, { required: ['b'] }),
    [says('error', 'required-added', '/properties/b')],
    { a: 'x' },
  ),
  input(
    'a required parameter with a default is new',
    closed({ a: text }),
    closed({ a: text, b: { type: 'integer', default: 1 } }, { required: ['b'] }),
    [says('error', 'required-added', '/properties/b')],
    { a: 'x' },
  ),
  input(
    'an optional parameter became required',
    closed({ a: text }),
    closed({ a: text }, { required: ['a'] }),
    [says('error', 'required-added', A)],
    {},
  ),
  input(
    'a second parameter became required',
    closed({ a: text, b: text }, { required: ['a'] }),
    closed({ a: text, b: text }, { required: ['a', 'b'] }),
    [says('error', 'required-added', '/properties/b')],
    { a: 'x' },
  ),
  input('a required parameter became optional', closed({ a: text }, { required: ['a'] }), closed({ a: text }), [
    says('info', 'constraint-removed', A),
  ]),
  input(
    'a name that is not declared became required',
    open({ a: text }),
    open({ a: text }, { required: ['b'] }),
    [says('error', 'required-added', '/required')],
    { a: 'x' },
  ),
  input('a name that was required is declared', open({ a: text }, { required: ['b'] }), open({ a: text, b: {} }, { required: ['b'] }), [
    says('info', 'param-added', '/properties/b'),
  ]),
  input(
    'an optional parameter was renamed',
    closed({ id: text }),
    closed({ order_id: text }),
    [says('error', 'param-removed', '/properties/id'), says('info', 'param-added', '/properties/order_id')],
    { id: 'x' },
  ),
  input(
    'a required parameter was renamed',
    closed({ id: text }, { required: ['id'] }),
    closed({ order_id: text }, { required: ['order_id'] }),
    [says('error', 'param-removed', '/properties/id'), says('error', 'required-added', '/properties/order_id')],
    { id: 'x' },
  ),
  input(
    'a parameter of an open object was renamed',
    open({ id: text }),
    open({ order_id: text }, { required: ['order_id'] }),
    [says('warning', 'param-removed', '/properties/id'), says('error', 'required-added', '/properties/order_id')],
    { id: 'x' },
  ),
  input(
    'a parameter has another case',
    closed({ orderId: text }),
    closed({ orderid: text }),
    [says('error', 'param-removed', '/properties/orderId'), says('info', 'param-added', '/properties/orderid')],
    { orderId: 'x' },
  ),
  input('a parameter called __proto__ is gone', closed(JSON.parse('{"__proto__": {"type": "string"}, "a": {}}')), closed({ a: {} }), [
    says('error', 'param-removed', '/properties/__proto__'),
  ]),
  input('the object is closed', open({ a: text }), closed({ a: text }), [says('error', 'object-closed', '/additionalProperties')], {
    z: 1,
  }),
  input(
    'the object is closed for what was not evaluated',
    open({ a: text }),
    open({ a: text }, { unevaluatedProperties: false }),
    [says('error', 'object-closed', '/unevaluatedProperties')],
    { z: 1 },
  ),
  input('the object is opened', closed({ a: text }), open({ a: text }), [says('warning', 'object-opened', '/additionalProperties')]),
  input(
    'what is not declared has a type now',
    open({ a: text }),
    open({ a: text }, { additionalProperties: text }),
    [says('error', 'type-changed', '/additionalProperties/type')],
    { z: 1 },
  ),
  input('everything is refused', open({ a: text }), false, [says('error', 'type-changed')], {}),
];

const types: readonly Mutation[] = [
  parameter('number became integer', { type: 'number' }, whole, [says('error', 'type-changed', `${A}/type`)], 1.5),
  parameter('integer became number', whole, { type: 'number' }, [says('info', 'type-widened', `${A}/type`)]),
  parameter('string became integer', text, whole, [says('error', 'type-changed', `${A}/type`)], 'x'),
  parameter('integer became string', whole, text, [says('error', 'type-changed', `${A}/type`)], 1),
  parameter('string became array', text, { type: 'array', items: text }, [says('error', 'type-changed', `${A}/type`)], 'x'),
  parameter('boolean became string', { type: 'boolean' }, text, [says('error', 'type-changed', `${A}/type`)], true),
  parameter('one of two types is gone', { type: ['string', 'integer'] }, text, [says('error', 'type-changed', `${A}/type`)], 1),
  parameter('a second type', text, { type: ['string', 'integer'] }, [says('info', 'type-widened', `${A}/type`)]),
  parameter('a type where there was none', {}, text, [says('error', 'type-changed', `${A}/type`)], 1),
  parameter('no type where there was one', text, {}, [says('info', 'type-widened', `${A}/type`)]),
  parameter('null is no longer taken', { type: ['string', 'null'] }, text, [says('error', 'null-refused', `${A}/type`)], null),
  parameter(
    'null is no longer one of the branches',
    { anyOf: [text, { type: 'null' }] },
    text,
    [says('error', 'null-refused', `${A}/type`)],
    null,
  ),
  parameter('nullable is no longer said', { type: 'string', nullable: true }, text, [says('error', 'null-refused', `${A}/type`)], null),
  parameter('null is no longer listed', { enum: ['x', null] }, { enum: ['x'] }, [says('error', 'null-refused', `${A}/enum`)], null),
  parameter('null is taken too', text, { type: ['string', 'null'] }, [says('info', 'type-widened', `${A}/type`)]),
  parameter('no value is left', text, false, [says('error', 'param-removed', A)], 'x'),
];

const bounds: readonly Mutation[] = [
  parameter(
    'maximum lowered',
    { type: 'integer', maximum: 100 },
    { type: 'integer', maximum: 50 },
    [says('error', 'bound-tightened', `${A}/maximum`)],
    100,
  ),
  parameter('maximum raised', { type: 'integer', maximum: 50 }, { type: 'integer', maximum: 100 }, [
    says('info', 'bound-loosened', `${A}/maximum`),
  ]),
  parameter('maximum added', whole, { type: 'integer', maximum: 50 }, [says('error', 'bound-tightened', `${A}/maximum`)], 100),
  parameter(
    'minimum raised',
    { type: 'number', minimum: 0 },
    { type: 'number', minimum: 1 },
    [says('error', 'bound-tightened', `${A}/minimum`)],
    0,
  ),
  parameter('minimum lowered', { type: 'number', minimum: 1 }, { type: 'number', minimum: 0 }, [
    says('info', 'bound-loosened', `${A}/minimum`),
  ]),
  parameter('minimum added', whole, { type: 'integer', minimum: 1 }, [says('error', 'bound-tightened', `${A}/minimum`)], 0),
  parameter('minimum removed', { type: 'integer', minimum: 1 }, whole, [says('info', 'bound-loosened', `${A}/minimum`)]),
  parameter(
    'maximum became exclusive',
    { type: 'number', maximum: 5 },
    { type: 'number', exclusiveMaximum: 5 },
    [says('error', 'bound-tightened', `${A}/exclusiveMaximum`)],
    5,
  ),
  parameter(
    'exclusive minimum added',
    { type: 'number' },
    { type: 'number', exclusiveMinimum: 0 },
    [says('error', 'bound-tightened', `${A}/exclusiveMinimum`)],
    0,
  ),
  parameter(
    'exclusive maximum lowered',
    { type: 'number', exclusiveMaximum: 5 },
    { type: 'number', exclusiveMaximum: 4 },
    [says('error', 'bound-tightened', `${A}/exclusiveMaximum`)],
    4.5,
  ),
  parameter('minLength added', text, { type: 'string', minLength: 1 }, [says('error', 'bound-tightened', `${A}/minLength`)], ''),
  parameter(
    'minLength raised',
    { type: 'string', minLength: 1 },
    { type: 'string', minLength: 2 },
    [says('error', 'bound-tightened', `${A}/minLength`)],
    'x',
  ),
  parameter(
    'maxLength lowered',
    { type: 'string', maxLength: 9 },
    { type: 'string', maxLength: 8 },
    [says('error', 'bound-tightened', `${A}/maxLength`)],
    '123456789',
  ),
  parameter('maxLength removed', { type: 'string', maxLength: 9 }, text, [says('info', 'bound-loosened', `${A}/maxLength`)]),
  parameter('minItems added', { type: 'array' }, { type: 'array', minItems: 1 }, [says('error', 'bound-tightened', `${A}/minItems`)], []),
  parameter(
    'maxItems lowered',
    { type: 'array', maxItems: 3 },
    { type: 'array', maxItems: 2 },
    [says('error', 'bound-tightened', `${A}/maxItems`)],
    [1, 2, 3],
  ),
  parameter('maxItems raised', { type: 'array', maxItems: 2 }, { type: 'array', maxItems: 3 }, [
    says('info', 'bound-loosened', `${A}/maxItems`),
  ]),
  parameter('maxItems removed', { type: 'array', maxItems: 3 }, { type: 'array' }, [says('error', 'bound-removed', `${A}/maxItems`)]),
  parameter(
    'minProperties added',
    { type: 'object' },
    { type: 'object', minProperties: 1 },
    [says('error', 'bound-tightened', `${A}/minProperties`)],
    {},
  ),
  parameter(
    'maxProperties added',
    { type: 'object' },
    { type: 'object', maxProperties: 1 },
    [says('error', 'bound-tightened', `${A}/maxProperties`)],
    { x: 1, y: 2 },
  ),
  parameter(
    'both bounds of one parameter',
    { type: 'integer', minimum: 1, maximum: 9 },
    { type: 'integer', minimum: 2, maximum: 10 },
    [says('error', 'bound-tightened', `${A}/minimum`), says('info', 'bound-loosened', `${A}/maximum`)],
    1,
  ),
  input('the maximum of a number of pages removed', closed({ max_pages: { type: 'integer', maximum: 20 } }), closed({ max_pages: whole }), [
    says('error', 'bound-removed', '/properties/max_pages/maximum'),
  ]),
  input('the maximum of a time-out removed', closed({ timeout_ms: { type: 'integer', maximum: 20 } }), closed({ timeout_ms: whole }), [
    says('error', 'bound-removed', '/properties/timeout_ms/maximum'),
  ]),
  input(
    'the maximum of a limit is that of its type',
    closed({ limit: { type: 'integer', maximum: 20 } }),
    closed({ limit: { type: 'integer', maximum: 2147483647 } }),
    [says('error', 'bound-removed', '/properties/limit/maximum')],
  ),
  input('the maximum of a year removed', closed({ year: { type: 'integer', maximum: 3000 } }), closed({ year: whole }), [
    says('info', 'bound-loosened', '/properties/year/maximum'),
  ]),
];

const constraints: readonly Mutation[] = [
  parameter('pattern added', text, { type: 'string', pattern: '^A-' }, [says('error', 'constraint-added', `${A}/pattern`)], 'x'),
  parameter(
    'pattern changed',
    { type: 'string', pattern: '^A-' },
    { type: 'string', pattern: '^B-' },
    [says('error', 'constraint-added', `${A}/pattern`)],
    'A-1',
  ),
  parameter('pattern removed', { type: 'string', pattern: '^A-' }, text, [says('info', 'constraint-removed', `${A}/pattern`)]),
  parameter('format added', text, { type: 'string', format: 'email' }, [says('warning', 'constraint-added', `${A}/format`)]),
  parameter('format changed', { type: 'string', format: 'date' }, { type: 'string', format: 'date-time' }, [
    says('warning', 'constraint-added', `${A}/format`),
  ]),
  parameter('format removed', { type: 'string', format: 'date' }, text, [says('info', 'constraint-removed', `${A}/format`)]),
  parameter('multipleOf added', whole, { type: 'integer', multipleOf: 5 }, [says('error', 'constraint-added', `${A}/multipleOf`)], 1),
  parameter(
    'multipleOf is a multiple of what it was',
    { type: 'number', multipleOf: 0.1 },
    { type: 'number', multipleOf: 0.5 },
    [says('error', 'constraint-added', `${A}/multipleOf`)],
    0.1,
  ),
  parameter('multipleOf is a part of what it was', { type: 'number', multipleOf: 0.5 }, { type: 'number', multipleOf: 0.1 }, [
    says('info', 'constraint-removed', `${A}/multipleOf`),
  ]),
  parameter(
    'multipleOf became finer for half of the values',
    { type: 'integer', multipleOf: 3 },
    { type: 'integer', multipleOf: 2 },
    [says('error', 'constraint-added', `${A}/multipleOf`)],
    3,
  ),
  parameter(
    'uniqueItems added',
    { type: 'array' },
    { type: 'array', uniqueItems: true },
    [says('error', 'constraint-added', `${A}/uniqueItems`)],
    [1, 1],
  ),
  parameter('uniqueItems removed', { type: 'array', uniqueItems: true }, { type: 'array' }, [
    says('info', 'constraint-removed', `${A}/uniqueItems`),
  ]),
  parameter(
    'contains added',
    { type: 'array' },
    { type: 'array', contains: { const: 1 } },
    [says('error', 'constraint-added', `${A}/contains`)],
    [],
  ),
  parameter(
    'minContains raised',
    { type: 'array', contains: { const: 1 } },
    { type: 'array', contains: { const: 1 }, minContains: 2 },
    [says('error', 'constraint-added', `${A}/contains`)],
    [1],
  ),
  parameter('contains removed', { type: 'array', contains: { const: 1 } }, { type: 'array' }, [
    says('info', 'constraint-removed', `${A}/contains`),
  ]),
  parameter(
    'names have to match',
    { type: 'object' },
    { type: 'object', propertyNames: { pattern: '^x-' } },
    [says('error', 'constraint-added', `${A}/propertyNames/pattern`)],
    { y: 1 },
  ),
  parameter(
    'one member asks for another',
    { type: 'object' },
    { type: 'object', dependentRequired: { x: ['y'] } },
    [says('error', 'constraint-added', `${A}/dependentRequired/x`)],
    { x: 1 },
  ),
  parameter('one member no longer asks for another', { type: 'object', dependencies: { x: ['y'] } }, { type: 'object' }, [
    says('info', 'constraint-removed', `${A}/dependencies/x`),
  ]),
];

const values: readonly Mutation[] = [
  parameter('a value is gone', { enum: ['x', 'y'] }, { enum: ['x'] }, [says('error', 'enum-narrowed', `${A}/enum`)], 'y'),
  parameter('a value is new', { enum: ['x'] }, { enum: ['x', 'y'] }, [says('info', 'enum-widened', `${A}/enum`)]),
  parameter(
    'a value is another',
    { enum: ['x', 'y'] },
    { enum: ['x', 'z'] },
    [says('error', 'enum-narrowed', `${A}/enum`), says('info', 'enum-widened', `${A}/enum`)],
    'y',
  ),
  parameter(
    'a value has another case',
    { type: 'string', enum: ['Open'] },
    { type: 'string', enum: ['open'] },
    [says('error', 'enum-narrowed', `${A}/enum`), says('info', 'enum-widened', `${A}/enum`)],
    'Open',
  ),
  parameter('values are listed where none were', text, { type: 'string', enum: ['x'] }, [says('error', 'enum-narrowed', `${A}/enum`)], 'y'),
  parameter('values are no longer listed', { type: 'string', enum: ['x'] }, text, [says('info', 'enum-widened', `${A}/enum`)]),
  parameter('const added', text, { type: 'string', const: 'x' }, [says('error', 'enum-narrowed', `${A}/const`)], 'y'),
  parameter(
    'const changed',
    { const: 'x' },
    { const: 'y' },
    [says('error', 'enum-narrowed', `${A}/const`), says('info', 'enum-widened', `${A}/const`)],
    'x',
  ),
  parameter(
    'one of several constants is gone',
    { oneOf: [{ const: 'x' }, { const: 'y' }] },
    { oneOf: [{ const: 'x' }, { const: 'z' }] },
    [says('error', 'enum-narrowed', `${A}/oneOf`), says('info', 'enum-widened', `${A}/oneOf`)],
    'y',
  ),
  parameter(
    'listed numbers are outside of the bounds that stand there now',
    { type: 'integer', enum: [1, 50] },
    { type: 'integer', maximum: 9 },
    [says('error', 'enum-narrowed', `${A}/type`), says('info', 'enum-widened', `${A}/enum`)],
    50,
  ),
  parameter('listed texts have to match a pattern now', { type: 'string', enum: ['x'] }, { type: 'string', pattern: '^y' }, [
    says('info', 'enum-widened', `${A}/enum`),
    says('warning', 'schema-undecided', `${A}/pattern`),
  ]),
];

const notes: readonly Mutation[] = [
  parameter('default changed', { type: 'integer', default: 20 }, { type: 'integer', default: 10 }, [
    says('warning', 'default-changed', `${A}/default`),
  ]),
  parameter('default added', whole, { type: 'integer', default: 10 }, [says('warning', 'default-changed', `${A}/default`)]),
  parameter('default removed', { type: 'integer', default: 10 }, whole, [says('warning', 'default-changed', `${A}/default`)]),
  parameter('a header is new', text, { type: 'string', 'x-mcp-header': 'Region' }, [says('error', 'header-changed', `${A}/x-mcp-header`)]),
  parameter('a header is another', { type: 'string', 'x-mcp-header': 'Region' }, { type: 'string', 'x-mcp-header': 'Area' }, [
    says('error', 'header-changed', `${A}/x-mcp-header`),
  ]),
  parameter('a header is gone', { type: 'string', 'x-mcp-header': 'Region' }, text, [says('error', 'header-changed', `${A}/x-mcp-header`)]),
  input('a secret goes into a header', closed({ api_key: text }), closed({ api_key: { type: 'string', 'x-mcp-header': 'Key' } }), [
    says('error', 'secret-header', '/properties/api_key/x-mcp-header'),
  ]),
  parameter('a keyword that nobody knows', text, { type: 'string', 'x-group': 'main' }, [
    says('warning', 'declaration-changed', `${A}/x-group`),
  ]),
  parameter('deprecated', text, { type: 'string', deprecated: true }, [says('warning', 'declaration-changed', `${A}/deprecated`)]),
  parameter('a reference to the network', text, { $ref: 'https://example.invalid/a.json' }, [says('error', 'network-ref', `${A}/$ref`)]),
  parameter(
    'a reference to another place of the network',
    { $ref: 'https://example.invalid/a.json' },
    { $ref: 'https://example.invalid/b.json' },
    [says('error', 'network-ref', `${A}/$ref`)],
  ),
  parameter('a reference that leads nowhere', text, { $ref: '#/$defs/none' }, [says('warning', 'schema-undecided', `${A}/$ref`)]),
];

/** What can happen to the parameters of a tool. */
export const inputMutations: readonly Mutation[] = [...names, ...types, ...bounds, ...constraints, ...values, ...notes];
