import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cli, fixture, run } from './run-cli.ts';

const GOOD = ['--', 'node', fixture('sdk-v1-stdio.mjs')];

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-adapter-test-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

describe('what is wrong with a command line is said once, with exit code 2', () => {
  test.each([
    ['an unknown command names the nearest one', ['chekc'], /unknown command 'chekc'[\s\S]*check/],
    [
      'an unknown option names the nearest one',
      ['check', '--strickt', ...GOOD],
      /unknown option '--strickt'[\s\S]*--strict[\s\S]*see mcp-adapter check --help/,
    ],
    ['no adapter at all', ['list'], /no adapter is named[\s\S]*-- node server\.js/],
    ['nothing after --', ['check', '--'], /no command after --/],
    ['a URL that is none', ['check', '--url', 'localhost:5000'], /"localhost:5000" is no http or https URL/],
    ['{port} without a command', ['check', '--url', 'http://127.0.0.1:{port}/mcp'], /\{port\} in --url needs a command/],
    ['a duration that is none', ['check', '--timeout', 'soon', ...GOOD], /--timeout "soon" is no duration/],
    ['an unknown profile', ['check', '--profile', 'gemin', ...GOOD], /no profile "gemin"[\s\S]*"gemini"/],
    ['an unknown rule', ['check', '--rule', 'stdio/stdout-nois=off', ...GOOD], /no rule "stdio\/stdout-nois"[\s\S]*stdio\/stdout-noise/],
    ['an unknown severity', ['check', '--rule', 'stdio/stdout-noise=loud', ...GOOD], /"loud" is no severity/],
    ['an unknown revision', ['check', '--protocol', '2025-11-26', ...GOOD], /no protocol revision "2025-11-26"/],
    ['a header without a colon', ['check', '--url', 'http://127.0.0.1:9/mcp', '--header', 'X-Tenant acme'], /not of the form/],
    ['a variable that is not set', ['check', '--env', 'NO_SUCH_VARIABLE', ...GOOD], /the variable NO_SUCH_VARIABLE is not set here/],
    ['both transports of a bare command', ['check', '--transport', 'both', ...GOOD], /needs a target with an http entry/],
    ['a server that is not configured', ['check', '--server', 'erp'], /no server "erp" is configured/],
    ['arguments that are no JSON', ['call', 'echo', '{id: 1', ...GOOD], /the arguments are no JSON[\s\S]*line 1, column/],
    ['a folder as config', ['list', '--config', '.'], /is a folder[\s\S]*mcp-adapter\.json/],
    ['a file that is not there', ['check', 'missing.json'], /missing\.json cannot be read/],
    ['an unknown reporter', ['list', '--reporter', 'xml', ...GOOD], /no reporter "xml"/],
  ])('%s', async (_name, argv, expected) => {
    const { exitCode, stderr, stdout } = await cli(argv);
    expect(stderr).toMatch(expected);
    expect(stderr.match(/^error: /gm)).toHaveLength(1);
    expect(exitCode).toBe(2);
    expect(stdout).toBe('');
  });

  test('with --reporter json stdout is still one document', async () => {
    const document = await run(['check', '--timeout', 'soon', ...GOOD]);
    expect(document.error).toMatchObject({ phase: 'usage', class: 'usage' });
    expect(document.error?.message).toContain('soon');
  });
});

describe('what is wrong with a config is said with its line and column', () => {
  test.each([
    ['no JSON', '{\n  "targets": {,}\n}', /mcp-adapter\.json:2:15: this is no JSON/],
    ['an unknown key names the nearest', '{\n  "targts": {}\n}', /mcp-adapter\.json:2:3: unknown key "targts"[\s\S]*"targets"/],
    ['a value of the wrong kind', '{\n  "strict": "yes"\n}', /mcp-adapter\.json:2:3: \/strict must be boolean/],
  ])('%s', async (_name, text, expected) => {
    const { exitCode, stderr } = await cli(['check'], { cwd: folderWith({ 'mcp-adapter.json': text }) });
    expect(stderr).toMatch(expected);
    expect(exitCode).toBe(2);
  });
});

test('an adapter of .mcp.json is found by its name and shown before it starts', async () => {
  const servers = { mcpServers: { orders: { command: 'node', args: [fixture('sdk-v1-stdio.mjs')], env: { REGION: 'eu' } } } };
  const { exitCode, stderr, stdout } = await cli(['list', '--server', 'orders'], {
    cwd: folderWith({ '.mcp.json': JSON.stringify(servers) }),
  });
  expect(stderr).toMatch(/^starting orders: node .*sdk-v1-stdio\.mjs$/m);
  expect(stdout).toContain('legacy');
  expect(exitCode).toBe(0);
});

test('help lists the commands in groups and each command shows two examples', async () => {
  const { stdout } = await cli(['--help']);
  expect(stdout).toMatch(/Check:[\s\S]*check[\s\S]*Run cases:[\s\S]*call[\s\S]*Operate:[\s\S]*rules/);
  for (const command of ['check', 'list', 'call', 'rules', 'doctor']) {
    const help = await cli([command, '--help']);
    expect(help.exitCode).toBe(0);
    expect(help.stdout.match(/^ {2}\$ mcp-adapter /gm)?.length, command).toBeGreaterThanOrEqual(2);
  }
});

test.each([
  ['node', 'missing.mjs'],
  ['python3', '-m', 'missing'],
])('an adapter whose modules are not there is to be installed and built first: %s', async (...launch) => {
  const { error, exitCode } = await run(['check', '--no-hosts', '--', ...launch]);
  expect([exitCode, error?.class, error?.hint]).toEqual([3, 'spawn/exited-early', expect.stringContaining('install its dependencies')]);
});

test('options that can be repeated show no empty default in the help', async () => {
  expect((await cli(['check', '--help'])).stdout).not.toContain('default: []');
});

describe('in GitHub Actions', () => {
  const env = { ...process.env, GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: '' };

  test('what is wrong with a command line is an annotation, too', async () => {
    const { exitCode, stdout, stderr } = await cli(['smoke', 'no-such.yaml', ...GOOD], { env });
    expect(stdout).toMatch(/^::error title=.*::there is no suite "no-such\.yaml"/m);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('there is no suite "no-such.yaml"')]);
  });

  test('files are named from the root of the repository, wherever in it we stand', async () => {
    const root = folderWith({});
    const cwd = join(root, 'adapters/shop');
    mkdirSync(cwd, { recursive: true });
    writeFileSync(join(cwd, 'tools.json'), '{"tools":[{"name":"solve_captcha","inputSchema":{"type":"object"}}]}');
    const words = ['check', 'tools.json', '--no-hosts', '--reporter', 'sarif=check.sarif'];
    const { stdout } = await cli(words, { cwd, env: { ...env, GITHUB_WORKSPACE: root } });
    expect(stdout).toMatch(/^::error file=adapters\/shop\/tools\.json,line=1,/m);
    const [log] = JSON.parse(readFileSync(join(cwd, 'check.sarif'), 'utf8')).runs;
    expect(log.results[0].locations[0].physicalLocation.artifactLocation.uri).toBe('adapters/shop/tools.json');
  });
});
