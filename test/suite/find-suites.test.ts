import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Fault } from '../../src/model/fault.ts';
import { findSuites } from '../../src/suite/find-suites.ts';
import { folderWith } from './suite-folder.ts';

const FILES = {
  'smoke/b.yaml': '',
  'smoke/a.yml': '',
  'smoke/c.json': '',
  'smoke/notes.md': '',
  'smoke/.hidden.yaml': '',
  'smoke/deep/d.yaml': '',
};

describe('suites are found', () => {
  test('in smoke/ where the command runs, by name', () => {
    const folder = folderWith(FILES);
    expect(findSuites([], null, folder)).toEqual(
      ['smoke/a.yml', 'smoke/b.yaml', 'smoke/c.json'].map((shown) => ({ file: join(folder, shown), shown })),
    );
  });

  test('in smoke/ beside the config when the command runs below', () => {
    const folder = folderWith({ ...FILES, 'src/x': '' });
    const found = findSuites([], { folder, config: {} }, join(folder, 'src'));
    expect(found[0]).toEqual({ file: join(folder, 'smoke/a.yml'), shown: join(folder, 'smoke/a.yml') });
  });

  test('where the config says, files and folders, relative to the config', () => {
    const folder = folderWith({ ...FILES, 'more/x.yaml': '' });
    const config = { suites: ['more', 'smoke/b.yaml'] };
    expect(shown(findSuites([], { folder, config }, folder))).toEqual(['more/x.yaml', 'smoke/b.yaml']);
  });

  test('as named, in that order and each once, whatever the config says', () => {
    const folder = folderWith(FILES);
    const named = ['smoke/c.json', 'smoke', 'smoke/notes.md'];
    const found = findSuites(named, { folder, config: { suites: ['nowhere'] } }, folder);
    expect(shown(found)).toEqual(['smoke/c.json', 'smoke/a.yml', 'smoke/b.yaml', 'smoke/notes.md']);
  });
});

describe('what is not there is said', () => {
  test('no suite at all', () => {
    const fault = faultOf(() => findSuites([], null, folderWith()));
    expect(fault.message).toBe('there is no suite');
    expect(fault.hint).toContain('smoke/NAME.yaml');
  });

  test.each([
    ['a misspelt file', 'smoke/ordres.yaml', 'did you mean "smoke/orders.yaml"?'],
    ['the name alone', 'orders', 'did you mean "smoke/orders.yaml"?'],
    ['another ending', 'smoke/orders.yml', 'did you mean "smoke/orders.yaml"?'],
    ['nothing near', 'elsewhere/quite-another.yaml', 'name a suite'],
  ])('%s', (_, named, hint) => {
    const folder = folderWith({ 'smoke/b.yaml': '', 'smoke/orders.yaml': '' });
    const fault = faultOf(() => findSuites([named], null, folder));
    expect(fault.message).toBe(`there is no suite "${named}"`);
    expect(fault.hint).toContain(hint);
  });

  test('one that the config names', () => {
    const folder = folderWith({ 'smoke/orders.yaml': '' });
    const fault = faultOf(() => findSuites([], { folder, config: { suites: ['smoke/order.yaml'] } }, folder));
    expect(fault.message).toBe('there is no suite "smoke/order.yaml"');
  });

  test('a folder without one', () => {
    const fault = faultOf(() => findSuites(['docs'], null, folderWith({ 'docs/a.md': '' })));
    expect(fault.message).toBe('there is no suite in "docs"');
  });
});

function shown(found: { shown: string }[]): string[] {
  return found.map((each) => each.shown);
}

function faultOf(find: () => unknown): Fault {
  try {
    find();
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
