import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { initProjectWork } from '../../src/cli/actions/init-project.ts';
import { contents, emptyFolder, folderWith } from '../scaffold/folders.ts';
import { cli, type Printed, run } from './run-cli.ts';

describe('a project is made in the folder that is named', () => {
  test('and what comes next can be copied', async () => {
    const cwd = emptyFolder();
    const { exitCode, stdout, stderr } = await cli(['init', 'my shop'], { cwd });
    expect(stdout).toMatch(/^made \d+ files in my shop \(typescript\)\n/);
    expect(stdout).toMatch(/\n {2}src\/tools {3,}\S.*\bindex\.ts/);
    expect(stdout).toContain('The project is named my-shop');
    expect(stdout).toMatch(/\nnext {7}cd 'my shop'\n {11}npm install\n {11}npx mcp-adapter smoke\n$/);
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
    const made = contents(join(cwd, 'my shop'));
    expect(JSON.parse(made['package.json'] ?? '')).toMatchObject({ name: 'my-shop', private: true });
    expect(Object.values(made).join('\n')).not.toMatch(/__(NAME|TITLE|MCP_ADAPTER)__/);
  });

  test.each([
    ['.', '.', []],
    ['a/b/shop', 'a/b/shop', ['cd a/b/shop']],
    ['./-x', './-x', ['cd ./-x']],
    ['Größe 注文 🛒', 'Größe 注文 🛒', ["cd 'Größe 注文 🛒'"]],
  ])('%s', async (dir, word, first) => {
    const cwd = join(emptyFolder(), 'shop');
    mkdirSync(cwd);
    const { scaffold, next } = await run(['init', dir, '--template', 'typescript'], { cwd });
    const commands = [...first, 'npm install', 'npx mcp-adapter smoke'];
    expect(scaffold).toMatchObject({ folder: word, template: 'typescript', dryRun: false, commands });
    expect(next).toBe(commands.join(' && '));
    const made = Object.entries(contents(join(cwd, dir))).filter(([, text]) => text !== null);
    expect(scaffold?.files).toEqual(made.map(([path]) => ({ path, change: 'created' })).sort((a, b) => (a.path < b.path ? -1 : 1)));
  });

  test('an absolute path stays one, and a link to a folder is that folder', async () => {
    const [cwd, home] = [emptyFolder(), emptyFolder()];
    symlinkSync(home, join(cwd, 'link'));
    const { scaffold } = await run(['init', join(cwd, 'link/shop')], { cwd });
    expect(scaffold?.folder).toBe(join(cwd, 'link/shop'));
    expect(Object.keys(contents(join(home, 'shop')))).toContain('package.json');
  });

  test.each(['typescript', 'python-flask', 'python-mcp'])('from the template %s, under the name that is given', async (template) => {
    const cwd = emptyFolder();
    const { scaffold } = await run(['init', 'nul', '--template', template, '--name', 'My Orders'], { cwd });
    expect(scaffold?.template).toBe(template);
    expect(JSON.parse(contents(join(cwd, 'nul'))['package.json'] ?? '').name).toBe('my-orders');
  });

  test('the current one is used when it is empty but for .git, and files of others stay', async () => {
    const cwd = folderWith({ '.git/HEAD': 'ref: refs/heads/main\n' });
    const { exitCode } = await cli(['init', '--name', 'shop'], { cwd });
    expect(exitCode).toBe(0);
    expect(contents(cwd)).toMatchObject({ '.git/HEAD': 'ref: refs/heads/main\n', 'package.json': expect.stringContaining('"shop"') });
  });
});

test('--dry-run says the same and writes nothing', async () => {
  const cwd = emptyFolder();
  const dry = await run(['init', 'shop', '--dry-run'], { cwd });
  const shown = await cli(['init', 'shop', '--dry-run'], { cwd });
  expect(contents(cwd)).toEqual({});
  expect(shown.stdout).toMatch(/^would make \d+ files in shop \(typescript\)\n/);
  const { scaffold } = await run(['init', 'shop'], { cwd });
  expect(dry.scaffold).toEqual({ ...scaffold, dryRun: true });
});

describe('what cannot be is said in a sentence, with exit code 2, and nothing is written', () => {
  test.each([
    ['a name that is a path', ['shop', '--name', '../x'], /"\.\.\/x" can be no name of a project: it is a path\nhint: .*--name x/],
    ['a name of Windows', ['con'], /"con" can be no name/],
    ['only emoji', ['🛒🛒'], /"🛒🛒" can be no name/],
    ['200 letters', ['x'.repeat(200)], /it has 200 characters/],
    ['an empty folder', [''], /the name of the folder is empty/],
    ['an empty name', ['shop', '--name', ''], /it is empty/],
    ['an unknown template', ['shop', '--template', 'ruby'], /ruby.*typescript, python-flask, python-mcp/],
    ['an existing file', ['.', '--name', 'shop'], /1 file is in ".*" already: README\.md\nhint: nothing is ever overwritten/],
    ['an existing file, tried first', ['.', '--name', 'shop', '--dry-run'], /1 file is in ".*" already: README\.md/],
    ['a file in the way', ['README.md/shop'], /README\.md" is a file, and a folder must be there/],
    ['no folder, and the current one is not empty', ['--yes'], /no folder is named, and the current one is not empty/],
    ['a line break', ['a\nb'], /has a line break or another control character in it/],
    ['an option for an adapter that exists', ['shop', '--era', 'modern'], /--era is for an adapter that exists\nhint: .*init --from/],
    ['an option that init tool has not', ['tool', 'find_order', '--template', 'typescript'], /init tool has no option --template/],
    ['an adapter instead of a folder, which is that of --from', ['--server', 'erp'], /no server "erp" is configured/],
    ['no folder but a name', ['--name', 'shop'], /no folder is named, and the current one is not empty/],
  ])('%s', async (_name, argv, expected) => {
    const cwd = folderWith({ 'README.md': 'mine' });
    const { exitCode, stdout, stderr } = await cli(['init', ...argv], { cwd });
    expect(stderr).toMatch(expected);
    expect(stderr.match(/^error: /gm)).toHaveLength(1);
    expect(stdout).toBe('');
    expect(exitCode).toBe(2);
    expect(contents(cwd)).toEqual({ 'README.md': 'mine' });
  });

  test('a second init in the same folder', async () => {
    const cwd = emptyFolder();
    await cli(['init', 'shop'], { cwd });
    const before = contents(cwd);
    const { exitCode, stderr } = await cli(['init', 'shop', '--template', 'python-mcp'], { cwd });
    expect(stderr).toMatch(/files are in ".*shop" already: .* and \d+ more/);
    expect(exitCode).toBe(2);
    expect(contents(cwd)).toEqual(before);
  });
});

test('help keeps the few options for a project apart from those of --from', async () => {
  const { stdout } = await cli(['init', '--help']);
  const [own = '', adapter = ''] = stdout.split(/^With --from, the adapter:\n|^Everywhere:\n/m);
  expect(own).toContain('--template');
  expect(own).not.toContain('--header');
  expect(adapter).toMatch(/^ {2}--url [\s\S]*--deadline /);
});

describe('a person at a terminal is asked for what was not said', () => {
  test('a folder that cannot be is told at the question; then the template is chosen', async () => {
    const cwd = folderWith({ 'README.md': 'mine' });
    const { exitCode, shown } = await asked(cwd, undefined, {}, [
      ['(Enter: my-adapter)', 'nul\r'],
      ['Windows', '\u007f\u007f\u007fshop\r'],
      ['Which template', '\u001b[B\u001b[B\r'],
    ]);
    expect(shown).toMatch(/typescript {3}.*\S[\s\S]*python-flask {3}\S[\s\S]*python-mcp {5}\S/);
    expect(exitCode).toBe(0);
    expect(contents(join(cwd, 'shop'))).toHaveProperty('requirements.txt');
  });

  test('Enter takes the empty folder that one stands in', async () => {
    const cwd = join(emptyFolder(), 'shop');
    mkdirSync(cwd);
    const { exitCode } = await asked(cwd, undefined, { template: 'typescript' }, [['(Enter: this one)', '\r']]);
    expect(exitCode).toBe(0);
    expect(contents(cwd)).toHaveProperty('tsconfig.json');
  });

  test.each([
    ['the folder, by Ctrl-C', undefined, [['Which folder', '\u0003']]],
    ['the folder, by Ctrl-D', undefined, [['Which folder', '\u0004']]],
    ['the template, by Escape', 'shop', [['Which template', '\u001b']]],
    ['the template, by the end of the input', 'shop', [['Which template', null]]],
  ] as const)('who stops at %s is told that nothing was written', async (_name, dir, answers) => {
    const cwd = emptyFolder();
    const { exitCode, stdout } = await asked(cwd, dir, {}, answers);
    expect(stdout).toBe('error: stopped at a question; nothing was written\n');
    expect(exitCode).toBe(130);
    expect(contents(cwd)).toEqual({});
  });

  test('a signal at a question stops it too', async () => {
    const cwd = emptyFolder();
    const interrupted = new AbortController();
    const { exitCode } = await asked(cwd, 'shop', {}, [['Which template', () => interrupted.abort()]], { interrupted: interrupted.signal });
    expect(exitCode).toBe(130);
    expect(contents(cwd)).toEqual({});
  });

  test.each([
    ['with --yes', { yes: true }, {}],
    ['with --quiet', { quiet: true }, {}],
    ['in a CI job', {}, { CI: 'true' }],
    ['at a terminal that cannot show questions', {}, { TERM: 'dumb' }],
  ])('but not %s', async (_name, flags, env) => {
    const cwd = emptyFolder();
    const { exitCode, shown } = await asked(cwd, 'shop', flags, [], { env });
    expect(shown).toBe('');
    expect(exitCode).toBe(0);
    expect(contents(join(cwd, 'shop'))).toHaveProperty('tsconfig.json');
  });
});

/** What is waited for, and the keys that are pressed then; null ends the input. */
type Answer = readonly [waited: string, keys: string | null | (() => void)];

/** `init` at a terminal that types the answers. */
async function asked(
  cwd: string,
  dir: string | undefined,
  flags: object,
  answers: readonly Answer[],
  over: object = {},
): Promise<Printed & { shown: string }> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const left = [...answers];
  let [shown, stdout, looked] = ['', '', 0];
  output.on('data', (chunk) => {
    shown += chunk;
    const [next] = left;
    const at = next ? shown.indexOf(next[0], looked) : -1;
    if (!next || at < 0) return;
    looked = at + next[0].length;
    left.shift();
    // A person answers after the question is written.
    setImmediate(() => press(next[1], input));
  });
  const print = async (text: string) => {
    stdout += text;
  };
  const io = {
    argv: [],
    env: {},
    cwd,
    stdout: { write: print, isTTY: false, columns: 100 },
    stderr: { write: print, isTTY: false, columns: 100 },
    readStdin: async () => '',
    terminal: { input, output },
    interrupted: new AbortController().signal,
    ...over,
  };
  const exitCode = await initProjectWork(dir, { reporter: [], ...flags }, io);
  return { exitCode, stdout, stderr: '', shown };
}

function press(keys: Answer[1], input: PassThrough): void {
  if (typeof keys === 'function') keys();
  else if (keys === null) input.destroy();
  else input.write(keys);
}
