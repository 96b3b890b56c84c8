import { describe, expect, test } from 'vitest';
import { Fault } from '../../src/model/fault.ts';
import { referencesIn, render, templatesIn } from '../../src/suite/template.ts';

const values = new Map<string, unknown>([
  ['text', 'a b'],
  ['number', 4.5],
  ['truth', false],
  ['nothing', null],
  ['list', [1, 'x']],
  ['object', { a: 1 }],
  ['tricky', '$& $1 {{text}}'],
  ['s1.env_id', 'e-1'],
]);

describe('templates are filled in', () => {
  test.each([
    ['a text alone', '{{text}}', 'a b'],
    ['with spaces inside', '{{ text }}', 'a b'],
    ['a number alone keeps its type', '{{number}}', 4.5],
    ['a truth value alone', '{{truth}}', false],
    ['null alone', '{{nothing}}', null],
    ['a list alone', '{{list}}', [1, 'x']],
    ['an object alone', '{{object}}', { a: 1 }],
    ['within other text', '<{{text}}|{{number}}|{{truth}}>', '<a b|4.5|false>'],
    ['a space around makes it other text', ' {{number}}', ' 4.5'],
    ['two without anything between', '{{number}}{{number}}', '4.54.5'],
    ['what is filled in is not looked at again', '<{{tricky}}>', '<$& $1 {{text}}>'],
    ['a name with a dot', '{{s1.env_id}}', 'e-1'],
    ['a third brace stays', '{{{text}}}', '{a b}'],
    ['no name within', '{{7*7}} {{}} {{ a b }} {{', '{{7*7}} {{}} {{ a b }} {{'],
    ['deep in objects and lists, keys untouched', { '{{text}}': [{ x: '{{text}}' }] }, { '{{text}}': [{ x: 'a b' }] }],
    ['what is no text', [1, null, true], [1, null, true]],
  ])('%s', (_, template, filled) => {
    expect(render(template, values)).toEqual(filled);
  });

  test('a member called __proto__ stays a member', () => {
    expect(JSON.stringify(render(JSON.parse('{"__proto__": {"x": "{{text}}"}}'), values))).toBe('{"__proto__":{"x":"a b"}}');
  });

  test.each([
    ['a list within text', 'x{{list}}', 'array'],
    ['an object within text', 'x{{object}}', 'object'],
    ['null within text', 'x{{nothing}}', 'null'],
    ['a name without a value', '{{unknown}}', 'no value'],
  ])('%s is a fault', (_, template, word) => {
    expect(() => render(template, values)).toThrow(Fault);
    expect(() => render(template, values)).toThrow(word);
  });
});

describe('templates are found', () => {
  const value = { a: '{{x}}/{{ y }}', 'b/c': ['none', { d: '{{x}}', n: 1 }], '{{key}}': null };

  test('the names, each once and in order', () => {
    expect(referencesIn(value)).toEqual(['x', 'y']);
    expect(referencesIn('{{a}}')).toEqual(['a']);
    expect(referencesIn({ n: 1 })).toEqual([]);
  });

  test('the texts, with their places', () => {
    expect(templatesIn(value)).toEqual([
      { at: '/a', text: '{{x}}/{{ y }}' },
      { at: '/b~1c/1/d', text: '{{x}}' },
    ]);
    expect(templatesIn('{{x}}')).toEqual([{ at: '', text: '{{x}}' }]);
  });

  test('megabytes of braces are looked through', () => {
    for (const hostile of ['{'.repeat(2_000_000), '{{a'.repeat(700_000), `{{${' '.repeat(2_000_000)}`, `{{${'a'.repeat(2_000_000)}`])
      expect(referencesIn(hostile)).toEqual([]);
  });
});
