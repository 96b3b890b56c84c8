import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { masker } from '../../src/model/secret.ts';
import { REPORTERS } from '../../src/report/index.ts';
import { everyFileUnder } from './every-file.ts';
import { cli, fixture } from './run-cli.ts';

/** A secret, and how it stands in what the adapter is given or says. */
interface Planted {
  secret: string;
  text: string;
}

/** Letters and digits that are the same in every run. */
let drawn = 0;
function random(length: number, alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'): string {
  const bytes = [0, 1, 2].flatMap((part) => [...createHash('sha512').update(`${drawn}.${part}`).digest()]);
  drawn++;
  return bytes
    .slice(0, length)
    .map((byte) => alphabet[byte % alphabet.length])
    .join('');
}
const oneOf = <T>(index: number, first: T, ...more: T[]): T => [first, ...more][index % (more.length + 1)] ?? first;
const base64url = (text: string) => Buffer.from(text).toString('base64url');

/** A variable that is passed to the adapter, and comes back in every form. */
const VARIABLES = Array.from({ length: 6 }, (_, index) => ({
  name: `ERP_${index}_TOKEN`,
  value: index < 3 ? random(20) : `${random(8)} "ä\\/&<${random(8)}`,
}));
const known = (index: number) => VARIABLES[index % VARIABLES.length]?.value ?? '';

const KINDS: Record<string, (index: number) => Planted> = {
  'the value of a variable': (index) => {
    const secret = known(index);
    return { secret, text: `using ${oneOf(index >> 3, secret, JSON.stringify(secret), `http://a/?q=${encodeURIComponent(secret)}`)}` };
  },
  'the value of a variable in base64': (index) => {
    const secret = Buffer.from(`${oneOf(index, '', 'bob:', 'al:')}${known(index)}`).toString('base64');
    return { secret, text: `sent ${secret}` };
  },
  'a member of JSON': (index) => {
    const secret = random(14);
    const name = oneOf(index, 'password', 'apiKey', 'client_secret', 'contraseña', 'refresh_token', 'sessionCookie');
    return {
      secret,
      text: JSON.stringify(oneOf(index >> 1, { [name]: secret }, { body: JSON.stringify({ a: 1, [name]: secret, b: 2 }) })),
    };
  },
  'a member of a Python or JavaScript object': (index) => {
    const secret = random(14);
    return { secret, text: oneOf(index, `{'user': 'bob', 'password': '${secret}'}`, `{ user: 'bob', password: '${secret}' }`) };
  },
  'name=value, name: value and an option': (index) => {
    const secret = random(14);
    return {
      secret,
      text: oneOf(index, `password=${secret} ok`, `api_key: ${secret}, a: 1`, `run --token ${secret} -v`, `DB_PASS="${secret}"`),
    };
  },
  'a header': (index) => {
    const secret = random(24);
    const line = oneOf(
      index,
      `Authorization: Bearer ${secret}`,
      `Cookie: a=1; sid=${secret}`,
      `X-Api-Key: ${secret}`,
      `Set-Cookie: sid=${secret}; Path=/`,
    );
    return { secret, text: oneOf(index >> 2, line, `GET / HTTP/1.1\r\n${line}\r\nHost: a`) };
  },
  'a parameter of a URL': (index) => {
    const secret = random(24);
    return { secret, text: `GET https://a.b/c?d=1&${oneOf(index, 'access_token', 'api_key', 'sig', 'token')}=${secret}&e=2 403` };
  },
  'a password in a URL': (index) => {
    const secret = random(14);
    return { secret, text: `${oneOf(index, 'postgres', 'https', 'redis')}://app:${secret}@db.a.b:5432/c` };
  },
  'a JWT': (index) => {
    const secret = `${base64url('{"alg":"HS256","typ":"JWT"}')}.${base64url(`{"sub":"${random(12)}"}`)}.${random(43)}`;
    return { secret, text: oneOf(index, `saw ${secret}`, `Bearer ${secret}`, `(${secret})`) };
  },
  'a private key': (index) => {
    const lines = [random(64), random(64), random(30)];
    const pem = ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----'].join('\n');
    return { secret: lines.join('\n'), text: oneOf(index, pem, JSON.stringify({ pem })) };
  },
  'a key of AWS': (index) => {
    const id = `AKIA${random(16, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')}`;
    const secret = `a1B${random(37)}`;
    return oneOf(index, { secret: id, text: `key ${id}` }, { secret, text: `${id} ${secret}` });
  },
  'a token with the prefix of its issuer': (index) => {
    const secret = oneOf(
      index,
      `ghp_${random(36)}`,
      `glpat-${random(20)}`,
      `xoxb-123450987612-${random(24)}`,
      `sk_live_${random(24)}`,
      `AIza${random(35)}`,
      `npm_${random(36)}`,
      `sk-ant-api03-a1${random(90)}`,
      `github_pat_${random(82)}`,
    );
    return { secret, text: `saw ${secret}` };
  },
};

const COUNT = 504;
const planted = Array.from({ length: COUNT }, (_, index): Planted => {
  const kinds = Object.values(KINDS);
  const make = kinds[index % kinds.length];
  if (!make) throw new Error('there are kinds');
  const { secret, text } = make(Math.floor(index / kinds.length));
  return { secret, text: `#${index}# ${text}` };
});
const texts = planted.map(({ text }) => text);
/** Every seventh from the `from`-th on, so that each place holds secrets of every kind: 72 of 504. */
const some = (from: number) => texts.filter((_, index) => index % 7 === from);
const members = (from: number) => Object.fromEntries(some(from).map((text, index) => [`note_${index}`, text]));

const tool = (name: string, says: unknown) => ({
  name,
  description: `Tells ${name} of one order.`,
  inputSchema: { type: 'object', properties: {} },
  annotations: { readOnlyHint: true },
  says,
});
const said = (text: string) => ({ content: [{ type: 'text', text }] });
const TOOLS = [
  tool('all', { result: said(texts.join('\n\n')) }),
  tool('structured', {
    result: { ...said(JSON.stringify(members(1))), structuredContent: { ...members(1), headers: { Cookie: 'sid=hunterhunter2' } } },
  }),
  tool('fails', { result: { isError: true, ...said(some(2).join('\n\n')) } }),
  tool('refuses', { error: { code: -32603, message: some(3).join('\n\n'), data: members(3) } }),
  tool('complains', { result: said('ok'), stderr: some(4) }),
  tool('dies', { dies: true, stderr: some(5).slice(-20) }),
  tool('echo', { echo: true }),
];

const home = mkdtempSync(join(tmpdir(), 'mcp-adapter-test-'));
const says = join(home, 'says.json');
beforeAll(() => writeFileSync(says, JSON.stringify({ tools: TOOLS, stderr: some(6) })));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const environment = Object.fromEntries(VARIABLES.map(({ name, value }) => [name, value]));
const adapter = [...VARIABLES.flatMap(({ name }) => ['--env', name]), '--env', 'SAYS', '--', 'node', fixture('leaky.mjs')];
/** Every reporter: one to stdout, all into files of the folder that is looked through. */
const reports = ['--reporter', 'pretty', ...REPORTERS.flatMap((name) => ['--reporter', `${name}=report.${name}`]), '--verbose'];

const COMMANDS: [string, string[]][] = [
  ...TOOLS.map(({ name }): [string, string[]] => [`call ${name}`, ['call', name, JSON.stringify(name === 'echo' ? members(0) : {})]]),
  ['call --raw', ['call', 'all', '{}', '--raw']],
  ['check --call', ['check', '--no-hosts', ...TOOLS.filter(({ name }) => name !== 'dies').flatMap(({ name }) => ['--call', name])]],
  ['check of an adapter that dies', ['check', '--no-hosts', '--call', 'dies']],
];

test('there are 500 secrets of 12 kinds, each in what the adapter says', () => {
  expect(Object.keys(KINDS)).toHaveLength(12);
  expect(new Set(texts).size).toBeGreaterThanOrEqual(500);
  for (const { secret, text } of planted)
    expect(
      text.includes(secret) || text.includes(JSON.stringify(secret).slice(1, -1)) || text.includes(encodeURIComponent(secret)),
      text,
    ).toBe(true);
});

test('each is found too where the lines of a trace are looked at together', () => {
  const mask = masker(VARIABLES);
  const frame = (seq: number, text: string) =>
    JSON.stringify({ seq, ms: 0.1, dir: 'in', phase: 'call', text: JSON.stringify({ id: seq, result: { text } }) });
  const plain = Array.from({ length: 40 }, (_, seq) => frame(seq, `order A-${seq} is "open", it's 5 o'clock; a: b`));
  expect(mask(plain.join('\n'))).toBe(plain.join('\n'));
  const missed = planted.filter(({ text }, index) => {
    const lines = plain.with(index % plain.length, frame(index, text)).join('\n');
    return mask(lines) === lines;
  });
  expect(missed).toEqual([]);
});

test.each(COMMANDS)(
  '%s lets none of them out, in any report or trace',
  async (title, argv) => {
    const folder = join(home, title.replaceAll(/\W+/g, '-'));
    mkdirSync(folder);
    const { PATH, HOME } = process.env;
    const { stdout, stderr } = await cli([...argv, ...reports, ...adapter], {
      cwd: folder,
      env: { PATH, HOME, ...environment, SAYS: says },
    });
    const files = everyFileUnder(folder);
    expect([...files.keys()].filter((path) => path.endsWith('.ndjson')).length).toBeGreaterThan(0);
    const out = new Map([...files, ['stdout', stdout], ['stderr', stderr]]);
    expect([...out].flatMap(([path, text]) => leaks(text).map((leak) => `${path}: ${leak}`))).toEqual([]);
    if (title === 'call all') for (const index of texts.keys()) expect(files.get('report.json')).toContain(`#${index}#`);
  },
  60_000,
);

test('a suite that fails, its cases, their replay and the trace let none of them out', async () => {
  const folder = join(home, 'suite');
  mkdirSync(folder);
  const steps = [
    ...TOOLS.filter(({ name }) => name !== 'echo' && name !== 'dies').map(({ name }) => ({
      name,
      tool: name,
      expect: { json: { '/not': 'there' } },
    })),
    // Arguments: each a case of its own.
    ...texts.map((said, index) => ({
      name: `echo ${index}`,
      tool: 'echo',
      arguments: { note: said, list: [said] },
      expect: { json: { [`/missing_${index}`]: 1 } },
    })),
    { name: 'dies', tool: 'dies' },
  ];
  const suite = join(home, 'suite.json');
  writeFileSync(suite, JSON.stringify({ format: 'mcp-adapter/smoke@1', steps }));
  const { PATH, HOME } = process.env;
  const world = { cwd: folder, env: { PATH, HOME, ...environment, SAYS: says } };
  const said: string[] = [];
  const run = async (argv: string[], exitCodes: number[]) => {
    const printed = await cli(argv, world);
    expect(exitCodes, argv.join(' ')).toContain(printed.exitCode);
    said.push(printed.stdout, printed.stderr);
  };
  await run(['smoke', suite, ...reports, ...adapter], [1, 2]);
  await run(['replay', '--runs', '1', '--isolate', 'none', ...reports, ...adapter], [1, 2]);
  await run(['cases', 'list'], [0]);
  await run(['cases', 'scan'], [0]);
  const cases = [...everyFileUnder(folder).keys()].filter((path) => path.endsWith('.case.json'));
  for (const path of cases.filter((_, index) => index % 20 === 0)) await run(['cases', 'show', path], [0]);
  await run(['trace', '--verbose'], [0]);
  await run(['trace', '--frames', '--verbose'], [0]);
  expect(cases.length).toBeGreaterThan(100);
  const out = new Map([...everyFileUnder(folder), ['printed', said.join('\n')]]);
  expect([...out].flatMap(([path, text]) => leaks(text).map((leak) => `${path}: ${leak}`))).toEqual([]);
}, 120_000);

test('an adapter on the kit writes none of them into its audit log', async () => {
  const folder = join(home, 'audited');
  mkdirSync(folder);
  const steps = texts.map((reason, index) => ({
    name: `refused ${index}`,
    tool: 'create_return',
    arguments: { task_id: 't-1', step_id: `s-${index}`, order_id: 'A-1001', quantity: 1, reason },
    expect: { ok: false },
  }));
  const suite = join(home, 'audited.json');
  writeFileSync(suite, JSON.stringify({ format: 'mcp-adapter/smoke@1', steps }));
  const { PATH, HOME } = process.env;
  const passed = VARIABLES.flatMap(({ name }) => ['--env', name]);
  const { exitCode, stdout } = await cli(['smoke', suite, ...reports, ...passed, '--', 'node', fixture('orders.mjs')], {
    cwd: folder,
    env: { PATH, HOME, ...environment },
  });
  expect(exitCode, stdout).toBe(0);
  const files = everyFileUnder(folder);
  expect([...files.keys()].filter((path) => path.includes('/audit/')).length).toBeGreaterThan(0);
  expect([...files].flatMap(([path, text]) => leaks(text).map((leak) => `${path}: ${leak}`))).toEqual([]);
}, 120_000);

/** The planted secrets of which a text holds the first characters or more, also across lines, escaped, or as entities. */
function leaks(text: string): string[] {
  const plain = text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))).replace(/\\+[nrt]|[\s\\│|]+/g, '');
  return planted.filter(({ secret }) => plain.includes(told(secret))).map(({ text }) => text);
}

/** The part of a secret that must not be told: what is random of it, as `leaks` sees it. */
function told(secret: string): string {
  const part = secret.startsWith('eyJ') ? secret.slice(-43) : secret.replace(/^(?:sk-ant-api03-|github_pat_|xoxb-\d+-|sk_live_|AKIA)/, '');
  return part.replace(/[\s\\]+/g, '').slice(0, 12);
}
