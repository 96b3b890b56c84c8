import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { codeOf } from '../model/error-code.ts';
import { Fault, messageOf } from '../model/fault.ts';
import type { Secret } from '../model/target.ts';
import { createFile, PRIVATE } from '../model/whole-file.ts';

/** What is not in git: the key, the secrets, traces, state. */
const FOLDER = '.mcp-adapter';
const KEY_BYTES = 32;

/**
 * The key with which this repository tells that a secret is still the same, without storing it: `MCP_ADAPTER_KEY` of the environment, else
 * `.mcp-adapter/key` in the folder. Null when there is none.
 * @param create make one when there is none, mode 0600
 * @throws Fault (config) for one that is no key, or cannot be read or made
 */
export async function repositoryKey(folder: string, env: NodeJS.ProcessEnv, { create = false } = {}): Promise<Buffer | null> {
  if (env.MCP_ADAPTER_KEY) return keyOf(env.MCP_ADAPTER_KEY, 'MCP_ADAPTER_KEY');
  const file = join(folder, FOLDER, 'key');
  try {
    const key = await storedKey(file);
    if (key || !create) return key;
    // First, so that no commit between the two takes the key along.
    await createFile(join(folder, FOLDER, '.gitignore'), '*\n', PRIVATE);
    // Of two that make one at the same time, both go on with the one that is there.
    await createFile(file, `${randomBytes(KEY_BYTES).toString('hex')}\n`, PRIVATE);
    return await storedKey(file);
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw new Fault('config', `the key of the secrets in cases, ${file}, cannot be used: ${messageOf(error)}`, 'or set MCP_ADAPTER_KEY');
  }
}

/** The keyed hash of a secret, as a case keeps it. */
export function macWith(key: Buffer): (value: string) => string {
  return (value) => `hmac-sha256:${createHmac('sha256', key).update(value).digest('hex')}`;
}

/** The value of a secret by its name: the environment first, then `.mcp-adapter/secrets.env` in the folder. */
export function lookupIn(folder: string, env: NodeJS.ProcessEnv): (name: string) => string | undefined {
  const stored = new Map(secretsFile(folder).map(({ name, value }) => [name, value]));
  return (name) => env[name] ?? stored.get(name);
}

/**
 * What `.mcp-adapter/secrets.env` in the folder says, a line `NAME=value` each; nothing when there is no such file.
 * @throws Fault (config) when it cannot be read
 */
export function secretsFile(folder: string): Secret[] {
  const file = join(folder, FOLDER, 'secrets.env');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw new Fault('config', `the secrets in ${file} cannot be read: ${messageOf(error)}`);
  }
  return Object.entries(parseEnv(text)).flatMap(([name, value]) => (value ? [{ name, value }] : []));
}

async function storedKey(file: string): Promise<Buffer | null> {
  try {
    return keyOf(await readFile(file, 'utf8'), file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

function keyOf(text: string, where: string): Buffer {
  const hex = text.trim();
  if (!/^[0-9a-f]{64}$/i.test(hex))
    throw new Fault('config', `${where} is no key: it must be 64 hex digits`, 'copy the one of this repository');
  return Buffer.from(hex, 'hex');
}
