import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lookupIn, macWith, repositoryKey, secretsFile } from '../../src/cases/repository-key.ts';
import { newFolder } from './new-folder.ts';

const HEX = 'ab'.repeat(32);

function folderWith(files: Record<string, string>): string {
  const folder = newFolder();
  mkdirSync(join(folder, '.mcp-adapter'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, '.mcp-adapter', name), text);
  return folder;
}

describe('the key of a repository', () => {
  test('is none where nobody has made one, and asking makes none', async () => {
    const folder = newFolder();
    expect(await repositoryKey(folder, {})).toBeNull();
    expect(existsSync(join(folder, '.mcp-adapter'))).toBe(false);
  });

  test('is made once, at random, for its owner only, and kept from git', async () => {
    const [folder, other] = [newFolder(), newFolder()];
    const keys = await Promise.all(Array.from({ length: 8 }, () => repositoryKey(folder, {}, { create: true })));
    const file = join(folder, '.mcp-adapter', 'key');
    expect(readFileSync(file, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
    expect(new Set(keys.map((key) => key?.toString('hex')))).toEqual(new Set([readFileSync(file, 'utf8').trim()]));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, '.mcp-adapter', '.gitignore'), 'utf8')).toBe('*\n');
    expect(await repositoryKey(other, {}, { create: true })).not.toEqual(keys[0]);
    expect(await repositoryKey(folder, {})).toEqual(keys[0]);
  });

  test('is that of the environment where there is one, and nothing is written', async () => {
    const folder = newFolder();
    expect(await repositoryKey(folder, { MCP_ADAPTER_KEY: HEX }, { create: true })).toEqual(Buffer.from(HEX, 'hex'));
    expect(existsSync(join(folder, '.mcp-adapter'))).toBe(false);
  });

  test.each(['', 'x', 'ab'.repeat(31), `${HEX}ab`])('that is %j is a fault that does not show it', async (text) => {
    const asked = repositoryKey(folderWith({ key: text }), {}, { create: true });
    await expect(asked).rejects.toMatchObject({
      name: 'Fault',
      kind: 'config',
      message: expect.stringMatching(/key is no key: it must be 64 hex digits$/),
    });
    if (text) await expect(repositoryKey(newFolder(), { MCP_ADAPTER_KEY: text })).rejects.toThrow('MCP_ADAPTER_KEY is no key');
  });

  test('that cannot be made is a fault', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, '.mcp-adapter'), 'no folder');
    await expect(repositoryKey(folder, {}, { create: true })).rejects.toMatchObject({
      name: 'Fault',
      message: expect.stringContaining('ENOTDIR'),
    });
  });

  test('gives the HMAC-SHA256 of a value', () => {
    // RFC 4231, test case 2: the key "Jefe".
    expect(macWith(Buffer.from('Jefe'))('what do ya want for nothing?')).toBe(
      'hmac-sha256:5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });
});

describe('a secret by its name', () => {
  test('is that of the environment, else that of secrets.env', () => {
    const folder = folderWith({ 'secrets.env': '# mine\nTOKEN=stored\nQUOTED="a b=c"\nEMPTY=\n' });
    const lookup = lookupIn(folder, { TOKEN: 'from outside' });
    expect(['TOKEN', 'QUOTED', 'EMPTY', 'OTHER'].map(lookup)).toEqual(['from outside', 'a b=c', undefined, undefined]);
    expect(new Set(secretsFile(folder).map(({ name }) => name))).toEqual(new Set(['TOKEN', 'QUOTED']));
  });

  test('is none where there is no file, and a fault where it cannot be read', () => {
    expect(lookupIn(newFolder(), {})('TOKEN')).toBeUndefined();
    const folder = folderWith({});
    mkdirSync(join(folder, '.mcp-adapter', 'secrets.env'));
    expect(() => lookupIn(folder, {})).toThrow(/the secrets in .* cannot be read: EISDIR/);
  });
});
