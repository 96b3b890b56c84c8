import type { Mutation } from './mutation.ts';
import { closed, open, output, says } from './schema-tool.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const A = '/properties/a';
const field = (name: string, before: unknown, after: unknown, expect: Mutation['expect'], witness?: unknown): Mutation =>
  output(name, open({ a: before }), open({ a: after }), expect, witness === undefined ? undefined : { a: witness });
const kind = (value: string) => closed({ kind: { const: value } }, { required: ['kind'] });

/** What can happen to results: what widens them breaks whoever reads them. */
export const outputMutations: readonly Mutation[] = [
  {
    name: 'output: the schema is gone',
    before: { name: 'a', outputSchema: open({}) },
    after: { name: 'a' },
    expect: [{ ...says('error', 'output-changed'), at: '/outputSchema' }],
  },
  {
    name: 'output: a schema is new',
    before: { name: 'a' },
    after: { name: 'a', outputSchema: open({}) },
    expect: [{ ...says('warning', 'output-schema-added'), at: '/outputSchema' }],
  },
  output('a field is gone', open({ a: text, b: text }), open({ a: text }), [says('error', 'output-changed', '/properties/b')], { b: 1 }),
  output('a field of a closed result is gone', closed({ a: text, b: text }), closed({ a: text }), [
    says('error', 'output-changed', '/properties/b'),
  ]),
  output(
    'a field has another name',
    open({ delivered_at: text }),
    open({ delivered: text }),
    [says('error', 'output-changed', '/properties/delivered_at'), says('info', 'output-added', '/properties/delivered')],
    { delivered_at: 1 },
  ),
  output(
    'a field need not be there any more',
    open({ a: text }, { required: ['a'] }),
    open({ a: text }),
    [says('error', 'output-changed', A)],
    {},
  ),
  output('a field is always there now', open({ a: text }), open({ a: text }, { required: ['a'] }), [says('info', 'output-narrowed', A)]),
  output('an optional field is new', open({ a: text }), open({ a: text, b: text }), [says('info', 'output-added', '/properties/b')]),
  output('a required field is new', open({ a: text }), open({ a: text, b: text }, { required: ['b'] }), [
    says('info', 'output-added', '/properties/b'),
  ]),
  output(
    'fields that are not declared may occur',
    closed({ a: text }),
    open({ a: text }),
    [says('warning', 'output-widened', '/additionalProperties')],
    { z: 1 },
  ),
  output('fields that are not declared do not occur', open({ a: text }), closed({ a: text }), [
    says('info', 'output-narrowed', '/additionalProperties'),
  ]),
  field('integer became number', whole, { type: 'number' }, [says('error', 'output-changed', `${A}/type`)], 1.5),
  field('number became integer', { type: 'number' }, whole, [says('info', 'output-narrowed', `${A}/type`)]),
  field('string became integer', text, whole, [says('error', 'output-changed', `${A}/type`)], 1),
  field('may be null too', text, { type: ['string', 'null'] }, [says('error', 'output-changed', `${A}/type`)], null),
  field('is never null', { type: ['string', 'null'] }, text, [says('info', 'output-narrowed', `${A}/type`)]),
  field('is of any type', text, {}, [says('error', 'output-changed', `${A}/type`)], 1),
  field('a value is new', { enum: ['x'] }, { enum: ['x', 'y'] }, [says('warning', 'output-widened', `${A}/enum`)], 'y'),
  field('a value is gone', { enum: ['x', 'y'] }, { enum: ['x'] }, [says('info', 'output-narrowed', `${A}/enum`)]),
  field('values are no longer listed', { type: 'string', enum: ['x'] }, text, [says('warning', 'output-widened', `${A}/enum`)], 'y'),
  field('values are listed', text, { type: 'string', enum: ['x'] }, [says('info', 'output-narrowed', `${A}/enum`)]),
  field(
    'maximum raised',
    { type: 'integer', maximum: 8 },
    { type: 'integer', maximum: 9 },
    [says('warning', 'output-widened', `${A}/maximum`)],
    9,
  ),
  field('maximum lowered', { type: 'integer', maximum: 9 }, { type: 'integer', maximum: 8 }, [
    says('info', 'output-narrowed', `${A}/maximum`),
  ]),
  field(
    'maxItems removed',
    { type: 'array', maxItems: 1 },
    { type: 'array' },
    [says('warning', 'output-widened', `${A}/maxItems`)],
    [1, 2],
  ),
  field('pattern removed', { type: 'string', pattern: '^A' }, text, [says('warning', 'output-widened', `${A}/pattern`)], 'x'),
  field('pattern added', text, { type: 'string', pattern: '^A' }, [says('info', 'output-narrowed', `${A}/pattern`)]),
  field(
    'format changed',
    { type: 'string', format: 'date' },
    { type: 'string', format: 'date-time' },
    [says('warning', 'output-widened', `${A}/format`)],
    '2026-11-30T00:00:00Z',
  ),
  field('format removed', { type: 'string', format: 'date' }, text, [says('warning', 'output-widened', `${A}/format`)], 'soon'),
  field('default added', text, { type: 'string', default: 'x' }, [says('warning', 'declaration-changed', `${A}/default`)]),
  field('a reference to the network', text, { $ref: 'https://example.invalid/a.json' }, [says('error', 'network-ref', `${A}/$ref`)]),
  field('a field within is gone', open({ x: text, y: text }), open({ x: text }), [says('error', 'output-changed', `${A}/properties/y`)], {
    y: 1,
  }),
  field(
    'a field of the items is gone',
    { type: 'array', items: open({ x: text }) },
    { type: 'array', items: open({}) },
    [says('error', 'output-changed', `${A}/items/properties/x`)],
    [{ x: 1 }],
  ),
  field(
    'a form is new',
    { oneOf: [kind('x'), kind('y')] },
    { oneOf: [kind('x'), kind('y'), kind('z')] },
    [says('warning', 'output-widened', `${A}/oneOf`)],
    { kind: 'z' },
  ),
  field('a form is gone', { oneOf: [kind('x'), kind('y'), kind('z')] }, { oneOf: [kind('x'), kind('y')] }, [
    says('info', 'output-narrowed', `${A}/oneOf`),
  ]),
  field('not removed', { not: { const: 1 } }, {}, [says('warning', 'output-widened', `${A}/not`)], 1),
  field('not added', {}, { not: { const: 1 } }, [says('info', 'output-narrowed', `${A}/not`)]),
];
