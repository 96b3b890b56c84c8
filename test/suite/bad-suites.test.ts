import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Fault } from '../../src/model/fault.ts';
import { readSuite } from '../../src/suite/read-suite.ts';
import { folderWith } from './suite-folder.ts';

const FORMAT = 'format: mcp-adapter/smoke@1';
const HEAD = [FORMAT, 'steps:'];

/** What is wrong, the lines, where it is said to be, the words of the message, and of the hint. */
const BAD: [string, string[], string, string[], string[]?][] = [
  // The text
  ['an empty file', [''], '1:1', ['"format" is missing'], ['format: mcp-adapter/smoke@1']],
  ['only a comment', ['# later', ''], '1:1', ['"format" is missing']],
  ['a text alone', ['hello'], '1:1', ['"format" is missing']],
  ['a list', ['- a', '- b'], '1:1', ['"format" is missing']],
  ['a bracket that nothing closes', [...HEAD, '  - {tool: a', '  - tool: b'], '4:3', ['no YAML']],
  ['a quote that nothing closes', [FORMAT, 'task: "x'], '3:1', ['no YAML', 'quote']],
  ['a tab as indentation', [FORMAT, 'steps:', '\t- tool: a'], '3:1', ['no YAML', 'Tabs']],
  ['a colon in a plain text', [...HEAD, '  - tool: a: b'], '3:11', ['no YAML', 'Nested mappings']],
  ['a step that is not indented as its first line', [...HEAD, '  - name: x', '   tool: y'], '4:1', ['no YAML']],
  ['a template without quotes', [...HEAD, '  - tool: a', '    arguments: {url: {{task}}}'], '4:23', ['no YAML'], ['in quotes']],
  [
    'a text that begins with a template, without quotes',
    [FORMAT, 'task: {{run}}-x', 'steps: []'],
    '2:8',
    ['a key can only be a text'],
    ['in quotes'],
  ],
  ['an escape that YAML has not', [...HEAD, '  - tool: "\\d"'], '3:12', ['no YAML', 'escape']],
  ['a tag of its own', [...HEAD, '  - tool: !secret a'], '3:11', ['tag', '!secret']],
  ['bytes by a tag', [...HEAD, '  - tool: a', '    arguments: {x: !!binary aGVsbG8=}'], '4:20', ['tag', 'binary']],
  ['an alias of nothing', [...HEAD, '  - tool: *nope'], '1:1', ['aliases', 'nope']],
  ['an alias of what holds it', [...HEAD, '  - tool: a', '    arguments: &x {self: *x}'], '1:1', ['aliases', 'deeper than 100 levels']],
  [
    'an alias bomb',
    [
      ...HEAD,
      '  - tool: a',
      '    arguments:',
      `      a: &a [${'x,'.repeat(10)}]`,
      ...['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((name, index) => `      ${name}: &${name} [${`*${'abcdefgh'[index]},`.repeat(10)}]`),
    ],
    '1:1',
    ['aliases'],
  ],
  ['few aliases of a long list', [`a: &a [${'1,'.repeat(9_000)}]`, `b: [${'*a,'.repeat(100)}]`], '1:1', ['aliases', '200,000 values']],
  ['a second document', [...HEAD, '  - tool: a', '---', 'x: 1'], '4:1', ['second document']],
  ['a key twice', [...HEAD, '  - tool: a', '    name: b', '    tool: c'], '5:5', ['"tool"', 'second time']],
  ['a key twice, once in quotes', [...HEAD, '  - tool: a', '    arguments: {1: x, "1": y}'], '4:23', ['"1"', 'second time']],
  ['a list as a key', [...HEAD, '  - tool: a', '    arguments: {? [a] : 1}'], '4:19', ['a key can only be a text']],
  ['101 levels', [...HEAD, '  - tool: a', `    arguments: {x: ${'['.repeat(97)}${']'.repeat(97)}}`], '4:116', ['deeper than 100 levels']],
  ['200,000 levels that nothing closes', ['['.repeat(200_000)], '1:101', ['deeper than 100 levels']],
  ['a third of a million values', [`[${'1,'.repeat(333_333)}]`], '1:2', ['200,000 values']],
  [
    'an integer beyond 2^53',
    [...HEAD, '  - tool: a', '    arguments: {id: 12345678901234567890}'],
    '4:21',
    ['12345678901234567890', 'exactly'],
    ['quotes'],
  ],
  ['the same with a fraction of zero', [...HEAD, '  - tool: a', '    arguments: {id: 9007199254740993.0}'], '4:21', ['9007199254740993.0']],
  ['the same below zero', [...HEAD, '  - tool: a', '    arguments: {id: -9007199254740993}'], '4:21', ['-9007199254740993']],
  ['the same in hex', [...HEAD, '  - tool: a', '    arguments: {id: 0x20000000000001}'], '4:21', ['0x20000000000001']],
  ['infinity', [...HEAD, '  - tool: a', '    arguments: {id: .inf}'], '4:21', ['no number .inf']],
  ['a number above all', [...HEAD, '  - tool: a', '    arguments: {id: 1e400}'], '4:21', ['no number 1e400']],
  // The shape
  ['a format of another version', ['steps: []', 'format: mcp-adapter/smoke@2'], '2:1', ['smoke@2', 'newer'], ['smoke@1']],
  ['a foreign format', ['format: mcp-adapter/case@1', 'steps: []'], '1:1', ['"mcp-adapter/case@1"', 'not "mcp-adapter/smoke@1"']],
  ['a format that is a number', ['format: 1', 'steps: []'], '1:1', ['the format is number']],
  ['no format', ['steps:', '  - tool: a'], '1:1', ['"format" is missing']],
  ['no steps at all', [FORMAT], '1:1', ['"steps" is missing']],
  ['an empty list of steps', [FORMAT, 'steps: []'], '2:1', ['no steps']],
  ['steps that are nothing', [FORMAT, 'steps:'], '2:1', ['/steps must be array']],
  [
    '1,001 steps',
    [...HEAD, ...Array.from({ length: 1_001 }, (_, index) => `  - {tool: a, name: n${index}}`)],
    '1003:5',
    ['1,001 steps', '1,000'],
  ],
  ['a step without a tool', [...HEAD, '  - name: x', '    arguments: {}'], '3:5', ['"tool" is missing']],
  ['a tool without a name', [...HEAD, '  - tool: ""'], '3:5', ['/steps/0/tool', 'fewer than 1 character']],
  ['a tool that is a number', [...HEAD, '  - tool: 1'], '3:5', ['/steps/0/tool must be string']],
  ['a step that is a text', [...HEAD, '  - find_order'], '3:5', ['/steps/0 must be object'], ['- tool: NAME']],
  ['arguments that are nothing', [...HEAD, '  - tool: a', '    arguments:'], '4:5', ['/steps/0/arguments must be object']],
  ['an unknown key at the top', [FORMAT, 'step:', '  - tool: a', 'steps: []'], '2:1', ['unknown key "step"'], ['"steps"']],
  ['an unknown key of a step', [...HEAD, '  - tool: a', '    args: {}'], '4:5', ['unknown key "args"'], ['arguments']],
  [
    'an unknown key of an expectation',
    [...HEAD, '  - tool: a', '    expect: {ok: true, maxms: 5}'],
    '4:24',
    ['unknown key "maxms"'],
    ['"max_ms"'],
  ],
  [
    'an unknown key of a grant',
    [FORMAT, 'grants: [{tools: [a], origin: [b]}]', 'steps: [{tool: a}]'],
    '2:23',
    ['unknown key "origin"'],
    ['"origins"'],
  ],
  ['a key called __proto__', [FORMAT, '__proto__: {x: 1}', 'steps: [{tool: a}]'], '2:1', ['unknown key "__proto__"']],
  ['a grant of nothing', [FORMAT, 'grants: [{tools: []}]', 'steps: [{tool: a}]'], '2:11', ['/grants/0/tools', 'fewer than 1 item']],
  [
    'yes where a truth value belongs',
    [...HEAD, '  - tool: a', '    expect: {ok: yes}'],
    '4:14',
    ['/steps/0/expect/ok must be boolean'],
    ['true or false'],
  ],
  ['a time below zero', [...HEAD, '  - tool: a', '    expect: {max_ms: -1}'], '4:14', ['/steps/0/expect/max_ms must be >= 0']],
  ['a time as a text', [...HEAD, '  - tool: a', '    expect: {max_ms: 5s}'], '4:14', ['/steps/0/expect/max_ms must be number']],
  // What the parts mean together
  ['a site that is not there', [FORMAT, 'site: ./nowhere', 'steps: [{tool: a}]'], '2:1', ['"./nowhere" is no folder'], ['nowhere']],
  ['a site that is a file', [FORMAT, 'site: suite.yaml', 'steps: [{tool: a}]'], '2:1', ['"suite.yaml" is no folder']],
  [
    'two steps of one name',
    [...HEAD, '  - {name: x, tool: a}', '  - tool: b', '    name: x'],
    '4:5',
    ['second step', '"x"'],
    ['suite.yaml:3:5'],
  ],
  ['two steps of one tool without names', [...HEAD, '  - tool: a', '  - tool: a'], '4:5', ['second step', '"a"']],
  [
    'a capture that is no pointer',
    [...HEAD, '  - tool: a', '    capture: {env: env_id}'],
    '4:15',
    ['"env_id" is no JSON pointer'],
    ['/orders/0/id'],
  ],
  [
    'a pointer with a tilde that escapes nothing',
    [...HEAD, '  - tool: a', '    capture: {env: /a~2}'],
    '4:15',
    ['"/a~2" is no JSON pointer'],
  ],
  ['a capture that is a number', [...HEAD, '  - tool: a', '    capture: {env: 1}'], '4:15', ['number is no JSON pointer']],
  ['a capture whose name no template can have', [...HEAD, '  - tool: a', '    capture: {my env: /x}'], '4:15', ['"my env" is no name']],
  ['a capture under a given name', [...HEAD, '  - tool: a', '    capture: {task: /x}'], '4:15', ['{{task}} is given']],
  ['a pointer to ignore that is none', [...HEAD, '  - tool: a', '    ignore: [/ok, id]'], '4:19', ['"id" is no JSON pointer']],
  [
    'an expected place that is no pointer',
    [...HEAD, '  - tool: a', '    expect: {json: {status: open}}'],
    '4:21',
    ['"status" is no JSON pointer'],
  ],
  [
    'a template that nothing captures',
    [...HEAD, '  - {tool: a, capture: {env: /id}}', '  - tool: b', '    arguments: {list: [x, "{{enw}}"]}'],
    '5:27',
    ['nothing before this captures {{enw}}'],
    ['"env"'],
  ],
  ['a template of a member', [...HEAD, '  - tool: b', '    arguments: {x: "{{task.id}}"}'], '4:17', ['{{task.id}}'], ['"task"']],
  [
    'a template that a later step captures',
    [...HEAD, '  - {tool: a, arguments: {x: "{{env}}"}}', '  - {tool: b, capture: {env: /id}}'],
    '3:27',
    ['{{env}}'],
  ],
  [
    'a step that uses what it captures itself',
    [...HEAD, '  - {tool: a, expect: {text: "{{env}}"}, capture: {env: /id}}'],
    '3:24',
    ['{{env}}'],
  ],
  ['{{site}} without a site', [...HEAD, '  - tool: a', '    arguments: {url: "{{site}}/x"}'], '4:17', ['{{site}}'], ['site: ']],
  ['a task made of itself', [FORMAT, 'task: "{{task}}-x"', 'steps: [{tool: a}]'], '2:1', ['{{task}}'], ['run']],
  [
    'an origin that nothing captures',
    [FORMAT, 'grants: [{tools: [a], origins: ["{{shop}}"]}]', 'steps: [{tool: a}]'],
    '2:33',
    ['{{shop}}'],
  ],
  [
    'a regex that does not compile',
    [...HEAD, '  - tool: a', '    expect: {json: {/x: {regex: "(a"}}}'],
    '4:26',
    ['does not compile', 'group'],
  ],
  ['a regex that is a number', [...HEAD, '  - tool: a', '    expect: {text: {regex: 5}}'], '4:14', ['neither a text nor']],
  ['a text that is a number', [...HEAD, '  - tool: a', '    expect: {text: 5}'], '4:14', ['neither a text nor']],
  ['a text of two things', [...HEAD, '  - tool: a', '    expect: {text: {regex: a, flags: i}}'], '4:14', ['neither a text nor']],
  ['a regex of a text that does not compile', [...HEAD, '  - tool: a', '    expect: {text: {regex: "[a"}}'], '4:14', ['does not compile']],
  ['a template in a regex', [...HEAD, '  - tool: a', '    expect: {text: {regex: "^{{task}}"}}'], '4:14', ['a regex takes no {{…}}']],
  [
    'a type that is none',
    [...HEAD, '  - tool: a', '    expect: {json: {/x: {type: strng}}}'],
    '4:26',
    ['"strng" is no type'],
    ['"string"'],
  ],
  ['a bound that is a text', [...HEAD, '  - tool: a', '    expect: {json: {/x: {min: a}}}'], '4:26', ['min is string, not a number']],
  ['anything that is not', [...HEAD, '  - tool: a', '    expect: {json: {/x: {any: false}}}'], '4:26', ['any can only be true']],
];

describe('a suite that cannot be run says where and why', () => {
  test.each(BAD)('%s', async (_, lines, place, words, hints = []) => {
    const folder = folderWith({ 'suite.yaml': `${lines.join('\n')}\n` });
    const fault = await faultOf(join(folder, 'suite.yaml'), 'smoke/suite.yaml');
    expect(fault.kind).toBe('config');
    expect(fault.message.startsWith(`smoke/suite.yaml:${place}: `), `${fault.message} is at ${place}`).toBe(true);
    for (const word of words) expect(fault.message).toContain(word);
    for (const word of hints) expect(fault.hint).toContain(word);
  });

  test('JSON is placed by line and column too', async () => {
    const folder = folderWith({
      'suite.json': '{\n  "format": "mcp-adapter/smoke@1",\n  "steps": [\n    {"tool": "a", "toool": 1}\n  ]\n}\n',
    });
    const fault = await faultOf(join(folder, 'suite.json'), 'suite.json');
    expect(fault.message).toBe('suite.json:4:19: unknown key "toool"');
    expect(fault.hint).toContain('"tool"');
  });

  test('a file with Windows line ends counts its lines the same', async () => {
    const folder = folderWith({ 'suite.yaml': '\ufeffformat: mcp-adapter/smoke@1\r\nsteps:\r\n  - tool: a\r\n    args: {}\r\n' });
    expect((await faultOf(join(folder, 'suite.yaml'), 'suite.yaml')).message).toBe('suite.yaml:4:5: unknown key "args"');
  });

  test('a fault within what an alias stands for is placed where it is written', async () => {
    const lines = [...HEAD, '  - {tool: a, arguments: &e {ok: 1}, expect: *e}'];
    const folder = folderWith({ 'suite.yaml': lines.join('\n') });
    expect((await faultOf(join(folder, 'suite.yaml'), 's.yaml')).message).toMatch(/^s\.yaml:3:30: /);
  });

  test('a file that is missing, a folder and one above 4 MiB are refused by name', async () => {
    const folder = folderWith();
    mkdirSync(join(folder, 'dir.yaml'));
    writeFileSync(join(folder, 'big.yaml'), '#'.repeat(4 * 1024 * 1024 + 1));
    expect((await faultOf(join(folder, 'gone.yaml'), 'gone.yaml')).message).toMatch(/^gone\.yaml cannot be read: ENOENT/);
    expect((await faultOf(join(folder, 'dir.yaml'), 'dir.yaml')).message).toBe('dir.yaml is no file');
    expect((await faultOf(join(folder, 'big.yaml'), 'big.yaml')).message).toBe('big.yaml is 4.0 MiB long: at most 4.0 MiB are read');
  });
});

async function faultOf(file: string, shown: string): Promise<Fault> {
  const thrown = await readSuite(file, shown).then(
    () => null,
    (error: unknown) => error,
  );
  if (!(thrown instanceof Fault)) throw new Error(`no Fault but ${String(thrown)}`);
  return thrown;
}
