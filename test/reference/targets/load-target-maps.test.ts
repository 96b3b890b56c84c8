import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { Fault } from '../../../src/model/fault.ts';
import { loadTargetMaps } from '../../../src/reference/targets/load-target-maps.ts';

const folder = mkdtempSync(join(tmpdir(), 'targets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const origin = 'https://shop.example';
let files = 0;

function written(text: string): string {
  const file = join(folder, `${++files}.yaml`);
  writeFileSync(file, text);
  return file;
}

const load = (text: string, at: string | null = origin) => loadTargetMaps([{ file: written(text), origin: at }]);

/** A file of one page, with these lines below it. */
const page = (...lines: string[]) =>
  ['format: mcp-adapter/targets@1', 'pages:', '  - path: /a', ...lines.map((line) => `    ${line}`)].join('\n');
const button = (locator: string) => page('targets:', `  save button: { kind: button, locators: [${locator}] }`);

describe('what is known of a page', () => {
  const maps = loadTargetMaps([
    {
      origin: null,
      file: written(`
format: mcp-adapter/targets@1
origin: HTTPS://shop.example:443
pages:
  - { path: /orders/*, targets: { total: { kind: text, locators: [{ css: .first }] } } }
  - path: /**
    ready: [{ css: main }]
    targets:
      total: { kind: text, locators: [{ css: .second }] }
      home link: { kind: link, locators: [{ role: link, name: Home }] }
    lists: { rows: { items: [{ css: li }], key: id, fields: { id: { css: b } } } }
`),
    },
  ]);

  test('is everything of all entries that fit, the first by name winning', async () => {
    const map = (await maps).mapFor(`${origin}/orders/7?page=2#top`);
    expect(map?.targets).toEqual({
      total: { kind: 'text', locators: [{ css: '.first' }] },
      'home link': { kind: 'link', locators: [{ role: 'link', name: 'Home' }] },
    });
    expect(map?.ready).toEqual([{ css: 'main' }]);
    expect(Object.keys(map?.lists ?? {})).toEqual(['rows']);
  });

  test.each(['http://shop.example/orders/7', 'https://shop.example.evil.example/', 'about:blank', 'nonsense'])(
    'is nothing at %s',
    async (url) => {
      expect((await maps).mapFor(url)).toBeNull();
    },
  );

  test('the maps of the fixture site can be read', async () => {
    const file = fileURLToPath(new URL('../../../fixtures/site/targets.yaml', import.meta.url));
    const { mapFor } = await loadTargetMaps([{ file, origin }]);
    expect(Object.keys(mapFor(`${origin}/sign-in.html`)?.targets ?? {})).toEqual(expect.arrayContaining(['password', 'home link']));
  });
});

describe('a mistake is told with its place and what to do', () => {
  test.each([
    ['another format', 'format: targets\npages: []', '1:1: the format is "targets"', 'mcp-adapter/targets@1'],
    ['no format', 'pages: []', '1:1: the key "format" is missing', 'mcp-adapter/targets@1'],
    ['an unknown key of a page', page('target: {}'), '4:5: unknown key "target"', 'did you mean "targets"?'],
    ['an unknown key of a locator', button('{ tesid: a }'), '5:49: unknown key "tesid"', 'did you mean "testid"?'],
    ['a role that is none', button('{ role: buton }'), '5:49: "buton" is no role', 'did you mean "button"?'],
    ['a kind that is none', page('targets:', '  a: { kind: knob, locators: [{ css: a }] }'), '5:12:', ''],
    ['two ways in one locator', button('{ css: a, text: b }'), '5:47: a locator finds by one thing, not by css and text', 'several'],
    ['a name without a role', button('{ name: Save, css: a }'), '"name" belongs to "role"', '{role: button, name: Save}'],
    ['a regular expression that is none', button('{ role: button, name: "/(/" }'), 'does not compile', 'slashes'],
    ['what is no CSS', button('{ css: "a >> b" }'), '">>" is no CSS', 'form > button'],
    [
      'a name that the tools would refuse',
      page('targets:', '  Save!: { kind: button, locators: [{ css: a }] }'),
      '5:7: "Save!" is no name',
      'a-z',
    ],
    ['no locator', button(''), 'fewer than 1 items', ''],
    ['eleven locators', button(Array(11).fill('{ css: a }').join(', ')), 'more than 10 items', ''],
    ['a path with a query', 'format: mcp-adapter/targets@1\npages: [{ path: "/a?b" }]', '2:11: /pages/0/path', ''],
    [
      'a key that is no field',
      page('lists:', '  rows: { items: [{ css: li }], key: numbr, fields: { number: { css: b } } }'),
      '5:37: the key "numbr" is none of the fields',
      'did you mean "number"?',
    ],
    [
      'a confirmation of nothing',
      page('lists:', '  rows: { items: [{ css: li }], key: id, fields: { id: { css: b } }, confirm: [{ css: a }] }'),
      'nothing to confirm',
      'delete',
    ],
    ['a key twice', page('targets: {}', 'targets: {}'), '5:5: the key "targets" stands here for the second time', ''],
  ])('%s', async (_, text, message, hint) => {
    const fault = await load(text).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(Fault);
    expect(fault).toMatchObject({ kind: 'config', message: expect.stringContaining(message), hint: expect.stringContaining(hint) });
  });

  test('201 targets of a page, and 201 pages of a file', async () => {
    const targets = Array.from({ length: 201 }, (_, index) => `  a${index}: { kind: text, locators: [{ css: a }] }`);
    await expect(load(page('targets:', ...targets))).rejects.toThrow('more than 200');
    await expect(load(['format: mcp-adapter/targets@1', 'pages:', ...Array(201).fill('  - path: /a')].join('\n'))).rejects.toThrow(
      'more than 200',
    );
  });

  test('no origin at all, one that is none, and two that differ', async () => {
    await expect(load(page('targets: {}'), null)).rejects.toThrow('is for no origin');
    await expect(load(`origin: shop\n${page('targets: {}')}`, null)).rejects.toThrow('1:1: "shop" is no origin');
    await expect(load(`origin: https://bank.example\n${page('targets: {}')}`)).rejects.toThrow('1:1: the file is for https://bank.example');
  });

  test('a file that is not there', async () => {
    await expect(loadTargetMaps([{ file: join(folder, 'nowhere.yaml'), origin }])).rejects.toThrow('cannot be read');
  });
});
