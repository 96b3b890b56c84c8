import type { Mutation } from './mutation.ts';
import { closed, input, open, says } from './schema-tool.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const A = '/properties/a';
const kind = (value: string, more: Record<string, unknown> = {}) => closed({ kind: { const: value }, ...more }, { required: ['kind'] });
/** Written so that nothing takes it for a promise. */
const when = (condition: unknown, consequence: unknown) =>
  Object.fromEntries([
    ['if', condition],
    ['then', consequence],
  ]);
const oneOf = (...branches: unknown[]) => closed({ a: { oneOf: branches } });
const anyOf = (...branches: unknown[]) => closed({ a: { anyOf: branches } });

/** `anyOf`, `oneOf`, `allOf`, `not` and `if`: told where the structure tells it, and left open where it does not. */
export const combinedMutations: readonly Mutation[] = [
  input('anyOf has a type more', anyOf(text, whole), anyOf(text, whole, { type: 'boolean' }), [says('info', 'type-widened', `${A}/anyOf`)]),
  input('anyOf has a type less', anyOf(text, whole), anyOf(text, { type: 'null' }), [says('error', 'type-changed', `${A}/anyOf`)], {
    a: 1,
  }),
  input(
    'anyOf of types is narrowed in one of them',
    anyOf({ type: 'string', maxLength: 9 }, whole),
    anyOf({ type: 'string', maxLength: 8 }, whole),
    [says('error', 'bound-tightened', `${A}/anyOf/0/maxLength`)],
    { a: '123456789' },
  ),
  input('a type became a choice that has it', closed({ a: text }), anyOf(text, whole), [says('info', 'type-widened', `${A}/anyOf`)]),
  input('a marked form is new', oneOf(kind('x'), kind('y')), oneOf(kind('x'), kind('y'), kind('z')), [
    says('info', 'type-widened', `${A}/oneOf`),
  ]),
  input(
    'a marked form is gone',
    oneOf(kind('x'), kind('y'), kind('z')),
    oneOf(kind('x'), kind('y')),
    [says('error', 'type-changed', `${A}/oneOf`)],
    { a: { kind: 'z' } },
  ),
  input(
    'a marked form asks for more',
    oneOf(kind('x'), kind('y', { q: text })),
    oneOf(kind('x'), closed({ kind: { const: 'y' }, q: text }, { required: ['kind', 'q'] })),
    [says('error', 'required-added', `${A}/oneOf/1/properties/q`)],
    { a: { kind: 'y' } },
  ),
  input('an object became one of two forms', closed({ a: kind('x') }), oneOf(kind('x'), kind('y')), [
    says('info', 'type-widened', `${A}/oneOf`),
  ]),
  input('one of two forms is left', oneOf(kind('x'), kind('y')), closed({ a: kind('x') }), [says('error', 'type-changed', A)], {
    a: { kind: 'y' },
  }),
  input(
    'a form that is not marked is new in anyOf',
    anyOf(closed({ x: text }), closed({ y: text })),
    anyOf(closed({ x: text }), closed({ y: text }), closed({ z: text })),
    [says('info', 'type-widened', `${A}/anyOf`)],
  ),
  input(
    'a form that is not marked is gone from anyOf',
    anyOf(closed({ x: text }), closed({ y: text })),
    anyOf(closed({ x: text }), closed({ z: text })),
    [says('warning', 'schema-undecided', `${A}/anyOf`)],
  ),
  input(
    'a form that is not marked is loosened in anyOf',
    anyOf(closed({ x: { type: 'string', maxLength: 1 } }), closed({ y: text })),
    anyOf(closed({ x: { type: 'string', maxLength: 2 } }), closed({ y: text })),
    [says('info', 'bound-loosened', `${A}/anyOf/0/properties/x/maxLength`)],
  ),
  input(
    'a form that is not marked is new in oneOf',
    oneOf(closed({ x: text }), closed({ y: text })),
    oneOf(closed({ x: text }), closed({ y: text }), closed({ z: text })),
    [says('warning', 'schema-undecided', `${A}/oneOf`)],
  ),
  input(
    'anyOf became oneOf of forms that overlap',
    anyOf(closed({ x: text }), closed({ y: text })),
    oneOf(closed({ x: text }), closed({ y: text })),
    [says('warning', 'schema-undecided', `${A}/oneOf`)],
  ),
  input(
    'one of two has to be given',
    closed({ x: text, y: text }),
    closed({ x: text, y: text }, { anyOf: [{ required: ['x'] }, { required: ['y'] }] }),
    [says('warning', 'schema-undecided', '/anyOf')],
  ),
  input(
    'one of two need not be given any more',
    closed({ x: text, y: text }, { anyOf: [{ required: ['x'] }, { required: ['y'] }] }),
    closed({ x: text, y: text }),
    [says('info', 'constraint-removed', '/anyOf')],
  ),
  input(
    'a third may be given instead',
    closed({ x: text, y: text, z: text }, { anyOf: [{ required: ['x'] }, { required: ['y'] }] }),
    closed({ x: text, y: text, z: text }, { anyOf: [{ required: ['x'] }, { required: ['y'] }, { required: ['z'] }] }),
    [says('info', 'type-widened', '/anyOf')],
  ),
  input('not added', closed({ a: text }), closed({ a: { type: 'string', not: { const: 'x' } } }), [
    says('warning', 'schema-undecided', `${A}/not`),
  ]),
  input('not changed', closed({ a: { type: 'string', not: { const: 'x' } } }), closed({ a: { type: 'string', not: { const: 'y' } } }), [
    says('warning', 'schema-undecided', `${A}/not`),
  ]),
  input('not removed', closed({ a: { type: 'string', not: { const: 'x' } } }), closed({ a: text }), [
    says('info', 'constraint-removed', `${A}/not`),
  ]),
  input('if added', closed({ a: text, b: text }), closed({ a: text, b: text }, { ...when({ required: ['a'] }, { required: ['b'] }) }), [
    says('warning', 'schema-undecided', '/if'),
  ]),
  input(
    'then changed',
    closed({ a: text, b: text }, { ...when({ required: ['a'] }, {}) }),
    closed({ a: text, b: text }, { ...when({ required: ['a'] }, { required: ['b'] }) }),
    [says('warning', 'schema-undecided', '/if')],
  ),
  input('if removed', closed({ a: text, b: text }, { ...when({ required: ['a'] }, { required: ['b'] }) }), closed({ a: text, b: text }), [
    says('info', 'constraint-removed', '/if'),
  ]),
  input(
    'allOf asks for one thing more',
    closed({ a: { allOf: [text, { maxLength: 9 }] } }),
    closed({ a: { allOf: [text, { maxLength: 9 }, { pattern: '^x' }] } }),
    [says('error', 'constraint-added', `${A}/allOf/2/pattern`)],
    { a: 'y' },
  ),
  input('allOf asks for one thing less', closed({ a: { allOf: [text, { maxLength: 9 }] } }), closed({ a: { allOf: [text] } }), [
    says('info', 'bound-loosened', `${A}/allOf/1/maxLength`),
  ]),
  input(
    'a $ref got something beside it',
    closed({ a: { $ref: '#/$defs/t' } }, { $defs: { t: text } }),
    closed({ a: { $ref: '#/$defs/t', minLength: 1 } }, { $defs: { t: text } }),
    [says('error', 'bound-tightened', `${A}/minLength`)],
    { a: '' },
  ),
  input(
    'a $ref leads to another definition',
    closed({ a: { $ref: '#/$defs/t' } }, { $defs: { t: text, w: whole } }),
    closed({ a: { $ref: '#/$defs/w' } }, { $defs: { t: text, w: whole } }),
    [says('error', 'type-changed', '/$defs/w/type')],
    { a: 'x' },
  ),
  input(
    'a definition that two parameters use is told once',
    closed({ a: { $ref: '#/$defs/t' }, b: { $ref: '#/$defs/t' } }, { $defs: { t: text } }),
    closed({ a: { $ref: '#/$defs/t' }, b: { $ref: '#/$defs/t' } }, { $defs: { t: { type: 'string', maxLength: 3 } } }),
    [says('error', 'bound-tightened', '/$defs/t/maxLength')],
    { a: '1234' },
  ),
  input(
    'one member brings a schema',
    closed({ a: text, b: text }),
    closed({ a: text, b: text }, { dependentSchemas: { a: { required: ['b'] } } }),
    [says('warning', 'schema-undecided', '/dependentSchemas')],
  ),
  input('members named by a pattern are new', closed({ a: text }), closed({ a: text }, { patternProperties: { '^x-': text } }), [
    says('info', 'param-added', '/patternProperties/^x-'),
  ]),
  input(
    'members named by a pattern are gone',
    closed({ a: text }, { patternProperties: { '^x-': text } }),
    closed({ a: text }),
    [says('error', 'param-removed', '/patternProperties/^x-')],
    { 'x-y': 'z' },
  ),
  input(
    'members named by a pattern have a type in an open object',
    open({ a: text }),
    open({ a: text }, { patternProperties: { '^x-': text } }),
    [says('warning', 'schema-undecided', '/patternProperties/^x-')],
  ),
];
