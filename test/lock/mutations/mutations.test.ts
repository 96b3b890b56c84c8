import { afterAll, describe, expect, it } from 'vitest';
import { compareDeclarations } from '../../../src/lock/compare-declarations.ts';
import { diffRules } from '../../../src/lock/diff-rules.ts';
import type { Declared, Difference } from '../../../src/lock/difference.ts';
import { compareSchemas } from '../../../src/lock/schema/compare-schemas.ts';
import { isObject, type JsonObject, member } from '../../../src/model/json.ts';
import type { Mutation } from './mutation.ts';
import { combinedMutations } from './schema-combined.ts';
import { inputMutations } from './schema-inputs.ts';
import { nestedMutations } from './schema-nested.ts';
import { schemaNoOps } from './schema-noops.ts';
import { outputMutations } from './schema-outputs.ts';
import { listMutations, listNoOps } from './tools-lists.ts';
import { textMutations, textNoOps } from './tools-texts.ts';

const ofSchemas = [...inputMutations, ...nestedMutations, ...combinedMutations, ...outputMutations];
const ofTools = [...listMutations, ...textMutations];
const noOps = [...listNoOps, ...textNoOps];

let right = 0;
let quiet = 0;
afterAll(() => {
  const mutations = `${right} of ${ofSchemas.length + ofTools.length} mutations are classified as by hand`;
  console.info(`${mutations}; ${quiet} of ${schemaNoOps.length + noOps.length} changes that change nothing raise nothing`);
});

describe('a changed schema', () => {
  it.each(ofSchemas)('is classified as by hand: $name', ({ before, after, expect: expected }) => {
    expect(schemaChanges(before, after)).toEqual(sorted(expected));
    right++;
  });
});

describe('a schema in other words', () => {
  it.each(schemaNoOps)('raises nothing in either direction: $name', ({ before, after }) => {
    expect(schemaChanges(before, after)).toEqual([]);
    expect(schemaChanges(after, before)).toEqual([]);
    quiet++;
  });
});

describe('a changed declaration', () => {
  it.each(ofTools)('is classified as by hand: $name', async ({ before, after, expect: expected }) => {
    expect(await changes(before, after, expected)).toEqual(sorted(expected));
    right++;
  });
});

describe('a declaration in other words', () => {
  it.each(noOps)('raises nothing: $name', async ({ before, after }) => {
    expect(await changes(before, after)).toEqual([]);
    quiet++;
  });
});

it('the second opinion finds nothing that comparing the schemas did not, but for what that leaves open', async () => {
  const named = (side: 'before' | 'after') => ({ tools: ofSchemas.map((each, index) => ({ ...each[side], name: `t${index}` })) });
  const found = await compareDeclarations(declared(named('before')), declared(named('after')));
  const unlike = ofSchemas.flatMap((each, index) => {
    const all = shown(found.filter(({ tool }) => tool === `t${index}`));
    const isOpen = each.expect.some(({ rule }) => rule === 'diff/schema-undecided');
    return isOpen || JSON.stringify(all) === JSON.stringify(sorted(each.expect)) ? [] : [{ name: each.name, all }];
  });
  expect(unlike).toEqual([]);
});

it('there are at least 150 changes of a known classification, and 50 that change nothing', () => {
  expect(ofSchemas.length + ofTools.length).toBeGreaterThanOrEqual(150);
  expect(schemaNoOps.length + noOps.length).toBeGreaterThanOrEqual(50);
});

function schemaChanges(before: Mutation['before'], after: Mutation['after']): Mutation['expect'] {
  return shown([
    ...compareSchemas('a', before.inputSchema, after.inputSchema, 'input'),
    ...compareSchemas('a', before.outputSchema, after.outputSchema, 'output'),
  ]);
}

/** Places are compared where the table names them. */
async function changes(
  before: Mutation['before'],
  after: Mutation['after'],
  expected: Mutation['expect'] = [],
): Promise<Mutation['expect']> {
  const found = shown(await compareDeclarations(declared(before), declared(after)));
  const isPlaced = (rule: string) => expected.some((each) => each.rule === rule && each.at !== undefined);
  return sorted(found.map(({ at, ...change }) => (at !== undefined && isPlaced(change.rule) ? { ...change, at } : change)));
}

function declared(side: JsonObject): Declared {
  const { tools = [side], server, protocol, supported } = side;
  const all = Array.isArray(tools) ? tools.filter(isObject) : [];
  return {
    protocol: typeof protocol === 'string' ? protocol : null,
    supported: Array.isArray(supported) ? supported : [],
    server: isObject(server) ? { name: String(server.name), version: String(server.version) } : null,
    tools: new Map(all.map(({ _meta, ...tool }) => [String(member(tool, 'name')), tool])),
  };
}

function shown(found: readonly Difference[]): Mutation['expect'] {
  return sorted(
    found.map(({ rule, severity, at }) => {
      const described = diffRules.find(({ id }) => id === `diff/${rule}`);
      return { rule: `diff/${rule}`, severity: severity ?? described?.severity ?? 'info', ...(at === null ? {} : { at }) };
    }),
  );
}

function sorted(all: Mutation['expect']): Mutation['expect'] {
  const key = ({ rule, severity, at = '' }: Mutation['expect'][number]) => `${rule} ${severity} ${at}`;
  return [...all]
    .sort((a, b) => (key(a) < key(b) ? -1 : 1))
    .map(({ rule, severity, at }) => ({ rule, severity, ...(at === undefined ? {} : { at }) }));
}
