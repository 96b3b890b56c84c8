import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REPORTERS } from '../../src/report/index.ts';
import { everyFileUnder } from './every-file.ts';
import { cli, fixture } from './run-cli.ts';

const ESC = '\u001b';
const character = (code: number) => String.fromCodePoint(code);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** What moves a cursor, hides or rewrites text, ends a block of a format, or is obeyed by what reads a log or a table. */
const PAYLOADS = [
  ...['[2J', '[H', '[1A', '[2K', '[999D', '[?1049h', '[31m', '[8m', '[0;0r', '[6n', '[?25l', '[3J', '[>c', 'c', '7', '8', '(0', '#8'].map(
    (each) => ESC + each,
  ),
  ...['0;title', '8;;http://evil.example/', '52;c;b3duZWQ=', '4;1;red', '10;?', '1337;File=:', '777;notify;a;b', '9;9;x'].flatMap(
    (each) => [`${ESC}]${each}\u0007`, `${ESC}]${each}${ESC}\\`, `\u009d${each}\u009c`],
  ),
  ...['P+q544e', 'P$q"p', '_Gi=1;AAAA', '^private', 'Xstring'].map((each) => `${ESC}${each}${ESC}\\`),
  ...range(0x80, 0x9f).map(character),
  ...[...range(0x00, 0x08), ...range(0x0b, 0x1f), 0x7f].map(character),
  ...['ok\rFAILED', 'passed\b\b\b\b\b\bfailed', 'a\u000b\u000cb', 'x\u007f\u007fy', '\r\n::error::owned'],
  ...[...range(0x202a, 0x202e), ...range(0x2066, 0x2069), 0x200e, 0x200f, 0x061c].map((code) => `abc${character(code)}cba`),
  ...[0x200b, 0x200c, 0x200d, 0x2060, 0x2061, 0x2062, 0x2063, 0x2064, 0xfeff, 0x00ad, 0x180e, 0x206a, 0xfff9, 0xfffb].map(
    (code) => `ze${character(code)}ro`,
  ),
  ...['\u2028', '\u2029', '\ud800', '\udfff', 'a\udc00b'],
  ...['send it away', 'x'].map((each) => [...each].map((letter) => character(0xe0000 + (letter.codePointAt(0) ?? 0))).join('')),
  ...range(0xe0100, 0xe010f).map((code) => `a${character(code)}`),
  ...[
    '</script><script>owned()</script>',
    '<img src=x onerror=owned()>',
    '<!--',
    '<![CDATA[',
    ']]>',
    ']]>]]>',
    '&#27;[2J',
    '<system-out>',
    '</testsuite>',
    '&owned;',
  ],
  ...[
    '::error::owned',
    '::set-output name=a::owned',
    '::add-mask::owned',
    '::stop-commands::owned',
    '  ::warning::owned',
    '::error file=a,line=1::owned',
    '\n::notice::owned',
  ],
  ...[
    '##[error]owned',
    '##[command]owned',
    '##[group]owned',
    'a ##[section]owned',
    '##vso[task.setvariable variable=a]owned',
    '##teamcity[owned]',
  ],
  ...['=cmd|"/c owned"!A0', '+1+owned', '-2+owned', '@SUM(owned)', '\t=owned', '=HYPERLINK("http://evil.example","owned")'],
  ...['[owned](http://evil.example)', '![owned](http://evil.example/a.png)', '| a | b |', '`owned`', '```\nowned', '@owned', '<details>'],
];

/** Raw in nothing that we write. Not the expression of the program, so that a gap in that one shows. */
const RAW =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e01ef}]|[\ud800-\udfff]|##\[|^\s*::[a-z-]+(?: [^\n]*)?::owned/mu;

const tool = (name: string, more: object = {}) => ({
  name,
  description: `Tells ${name} of one order.`,
  inputSchema: { type: 'object', properties: {} },
  annotations: { readOnlyHint: true },
  ...more,
});
const text = (said: string) => [{ type: 'text', text: said }];
const envelope = (ok: boolean, said: string) => ({
  isError: !ok,
  content: text(said),
  structuredContent: { ok, code: said, retryable: false, attempts: 1, task_id: said, message: said, [said]: said, list: [said] },
  _meta: { 'mcp-adapter/steps': [{ name: said, ms: 5, code: said }] },
});

/** Each payload as a name and in a declaration, as what three kinds of calls come to, and on both streams. */
const TOOLS = [
  ...PAYLOADS.map((payload, index) =>
    tool(payload, {
      title: payload,
      description: `Finds ${payload} of order ${index}.`,
      inputSchema: {
        type: 'object',
        properties: { [payload]: { type: 'string', description: payload, enum: [payload], default: payload } },
        required: [payload],
      },
    }),
  ),
  ...PAYLOADS.map((payload, index) =>
    tool(`fails_${index}`, { says: { result: envelope(false, payload), stderr: [payload], noise: [payload.replaceAll('\n', ' ')] } }),
  ),
  ...PAYLOADS.map((payload, index) =>
    tool(`refuses_${index}`, { says: { error: { code: -32603, message: payload, data: { [payload]: payload } } } }),
  ),
  tool('answers', { says: { result: envelope(true, PAYLOADS.join('\n')), stderr: PAYLOADS } }),
  tool('refuses', { says: { error: { code: -32603, message: PAYLOADS.join('\n') } } }),
  tool('raw', {
    says: { result: { content: PAYLOADS.flatMap(text), structuredContent: Object.fromEntries(PAYLOADS.map((each) => [each, each])) } },
  }),
  tool('dies', { says: { dies: true, stderr: PAYLOADS.slice(-40) } }),
];
const called = TOOLS.filter(({ name }) => /^(?:fails|refuses)_/.test(name)).flatMap(({ name }) => ['--call', name]);

const home = mkdtempSync(join(tmpdir(), 'mcp-adapter-test-'));
const says = join(home, 'says.json');
beforeAll(() => {
  const [first = ''] = PAYLOADS;
  const document = {
    tools: TOOLS,
    serverInfo: { name: first, version: PAYLOADS.join('') },
    instructions: PAYLOADS.join(' '),
    stderr: PAYLOADS,
  };
  // Lone surrogates are written as escapes, by well-formed JSON.
  writeFileSync(says, JSON.stringify(document));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const adapter = ['--env', 'SAYS', '--', 'node', fixture('leaky.mjs')];
const reports = [...REPORTERS.flatMap((name) => ['--reporter', `${name}=report.${name}`]), '--verbose'];

const COMMANDS: [string, string[]][] = [
  ['list', ['list']],
  ['call', ['call', 'answers', '{}']],
  ['call of what fails', ['call', 'fails_1', '{}']],
  ['call of what is refused', ['call', 'refuses', '{}']],
  ['call of what answers without the envelope', ['call', 'raw', '{}']],
  ['call of what dies', ['call', 'dies', '{}']],
  ['call --raw', ['call', 'raw', '{}', '--raw']],
  ['check', ['check']],
  ['check --call', ['check', '--no-hosts', ...called]],
  ['check of an adapter that dies', ['check', '--no-hosts', '--call', 'dies']],
];

test('there are 200 payloads', () => {
  expect(new Set(PAYLOADS).size).toBeGreaterThanOrEqual(200);
});

test.each(COMMANDS)(
  '%s prints none of them raw, in any reporter',
  async (title, argv) => {
    const folder = join(home, title.replaceAll(/\W+/g, '-'));
    mkdirSync(folder);
    const { stdout, stderr, files } = await printed([...argv, ...reports], folder);
    for (const [name, said] of [...files, ['stdout', stdout], ['stderr', stderr]] as const) expect(rawIn(said), name).toEqual([]);
    expect(stdout.length).toBeGreaterThan(0);
    for (const name of ['report.json', 'report.sarif']) expect(() => JSON.parse(files.get(name) ?? ''), name).not.toThrow();
    expect(elementsOf(files.get('report.junit') ?? '')).toEqual(expect.arrayContaining(['testsuites', 'testsuite']));
    expect(elementsOf(files.get('report.junit') ?? '').filter((name) => !JUNIT.includes(name))).toEqual([]);
    expect(files.get('report.markdown')).not.toMatch(/<(?!\/?(?:code|pre|br)>)|\]\(http|^```/m);
  },
  60_000,
);

test.each(['GITHUB_ACTIONS', 'a terminal'])(
  'with %s, where more is written, none is raw either',
  async (where) => {
    const folder = join(home, where.replaceAll(/\W+/g, '-'));
    mkdirSync(folder);
    const shown: string[] = [];
    const stderr = { isTTY: where === 'a terminal', columns: 100, write: async (said: string) => void shown.push(said) };
    const summary = join(folder, 'summary.md');
    const env = where === 'a terminal' ? {} : { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary };
    const { stdout, files } = await printed(['check', '--no-hosts', ...called], folder, env, { stderr });
    expect(rawIn(stdout)).toEqual([]);
    // The progress line is rewritten by sequences of our own.
    expect(rawIn(shown.join('').replaceAll(`\r${ESC}[K`, ''))).toEqual([]);
    if (where !== 'a terminal') expect(rawIn(files.get('summary.md') ?? '\0')).toEqual([]);
  },
  60_000,
);

test('a suite that fails, its cases, their replay and the trace print none of them raw', async () => {
  const folder = join(home, 'suite');
  mkdirSync(folder);
  const tools = TOOLS.filter(({ name }) => /^(?:fails|refuses)_/.test(name)).map(({ name }) => name);
  const steps = [
    ...tools.map((name, index) => ({
      name: `${index} ${PAYLOADS[index % PAYLOADS.length]}`,
      tool: name,
      expect: { text: PAYLOADS[index % 7] },
    })),
    ...PAYLOADS.map((payload, index) => ({ name: `gone ${index}`, tool: `${payload}?`, arguments: { [payload]: payload } })),
    { name: 'raw', tool: 'raw', expect: { json: { '/x': 1 } }, arguments: Object.fromEntries(PAYLOADS.map((each) => [each, each])) },
    { name: 'dies', tool: 'dies' },
  ];
  const suite = join(home, 'suite.json');
  writeFileSync(suite, JSON.stringify({ format: 'mcp-adapter/smoke@1', steps }));
  const shown = async (argv: string[], exitCodes: number[]) => {
    const { PATH, HOME } = process.env;
    const { stdout, stderr, exitCode } = await cli(argv, { cwd: folder, env: { PATH, HOME, SAYS: says } });
    expect(exitCodes, argv.join(' ')).toContain(exitCode);
    for (const said of [stdout, stderr]) expect(rawIn(said), argv.join(' ')).toEqual([]);
  };
  await shown(['smoke', suite, ...reports, ...adapter], [1]);
  await shown(['replay', '--runs', '1', '--isolate', 'none', ...reports, ...adapter], [1, 2]);
  await shown(['cases', 'list'], [0]);
  const files = everyFileUnder(folder);
  const cases = [...files.keys()].filter((path) => path.endsWith('.case.json'));
  expect(cases.length).toBeGreaterThan(50);
  for (const path of cases.filter((_, index) => index % 10 === 0)) await shown(['cases', 'show', path], [0]);
  await shown(['trace', '--verbose'], [0]);
  await shown(['trace', '--frames', '--verbose'], [0]);
  for (const [path, text] of files) if (!path.endsWith('.ndjson')) expect(rawIn(text), path).toEqual([]);
}, 120_000);

const JUNIT = ['testsuites', 'testsuite', 'testcase', 'failure', 'error', 'system-out', 'system-err', 'properties', 'property', 'skipped'];

async function printed(argv: string[], folder: string, env: Record<string, string> = {}, over: Parameters<typeof cli>[1] = {}) {
  const { PATH, HOME } = process.env;
  const { stdout, stderr } = await cli([...argv, ...adapter], { cwd: folder, env: { PATH, HOME, SAYS: says, ...env }, ...over });
  // Traces and cases keep the exact text; what shows them has to escape it.
  const files = [...everyFileUnder(folder)].filter(([path]) => !/^(?:\.mcp-adapter|cases)\//.test(path));
  return { stdout, stderr, files: new Map(files) };
}

/** The lines of a text in which something stands raw, with its code points, so that the failure of a test is not obeyed either. */
function rawIn(said: string): string[] {
  return said.split('\n').flatMap((line) => {
    const found = RAW.exec(line)?.[0];
    return found === undefined
      ? []
      : [`${JSON.stringify([...found].map((each) => each.codePointAt(0)?.toString(16)))} in ${JSON.stringify(line.slice(0, 200))}`];
  });
}

/** The names of the elements of an XML document; throws when it is not well-formed. */
function elementsOf(xml: string): string[] {
  const names: string[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => names.push(name));
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  return names;
}
