import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isObject, member } from '../../src/model/json.ts';
import { readYaml } from './run-steps.ts';

const action = readYaml('action.yml');
const steps = member(member(action, 'runs'), 'steps');
const guide = readFileSync('docs/ci.md', 'utf8');

test('no expression stands in a script of the action, where an input could become a command', () => {
  const scripts = Array.isArray(steps) ? steps.map((step) => String(member(step, 'run') ?? '')).filter(Boolean) : [];
  expect(scripts).toHaveLength(1);
  expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
});

test('every input of the action reaches something, and nothing is used that is no input', () => {
  const used = [...readFileSync('action.yml', 'utf8').matchAll(/\binputs\.([\w-]+)/g)].map(([, name]) => name);
  expect(new Set(used)).toEqual(new Set(names('inputs')));
});

test.each(['inputs', 'outputs'])('the guide names all %s of the action', (kind) => {
  expect(names(kind).filter((name) => !guide.includes(`| \`${name}\``))).toEqual([]);
});

function names(key: string): string[] {
  const object = member(action, key);
  return isObject(object) ? Object.keys(object) : [];
}
