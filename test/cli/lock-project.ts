import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { folderWith } from '../scaffold/folders.ts';
import { fixture } from './run-cli.ts';

/** An adapter that declares what `tools.json` beside it holds, or does what the variable FAULT says. */
const SERVER = `
import { readFileSync } from 'node:fs';
import { serve } from ${JSON.stringify(pathToFileURL(fixture('legacy-stdio.mjs')).href)};
const { tools, instructions } = JSON.parse(readFileSync('tools.json', 'utf8'));
const greeting = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'erp', version: '1.4.2' }, instructions };
let asked = 0;
const on = {
  forgetful: { 'tools/list': (message, reply) => reply({ tools: asked++ % 2 ? [] : tools }) },
  endless: { 'tools/list': (message, reply) => reply({ tools, nextCursor: 'again' }) },
  refuses: { 'tools/list': (message, reply) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id: message.id, error: { code: -32603, message: 'no' } }) + '\\n') },
};
serve({ tools, on: { initialize: (message, reply) => reply(greeting), ...on[process.env.FAULT] } });
`;

const ID = { type: 'string', description: 'Such as A-1.' };
const LIMIT = { type: 'integer', minimum: 1, maximum: 100 };

export const FIND = {
  name: 'find_order',
  description: 'Finds one order.',
  inputSchema: { type: 'object', properties: { id: ID, limit: LIMIT }, required: ['id'], additionalProperties: false },
  annotations: { readOnlyHint: true },
};
export const PAY = {
  name: 'pay_order',
  description: 'Pays.',
  inputSchema: { type: 'object', properties: { id: ID }, required: ['id'] },
  annotations: { readOnlyHint: false, destructiveHint: true },
};
/** FIND with a limit that half of the callers break. */
export const TIGHTER = {
  ...FIND,
  inputSchema: { ...FIND.inputSchema, properties: { id: ID, limit: { ...LIMIT, maximum: 50 } } },
};

/** A project with such an adapter, its default one. */
export function lockProject(tools: readonly unknown[] = [FIND, PAY], files: Record<string, string> = {}): string {
  const config = { targets: { erp: { stdio: { command: 'node', args: ['server.mjs'] } } } };
  return folderWith({
    'server.mjs': SERVER,
    'tools.json': JSON.stringify({ tools }),
    'mcp-adapter.json': JSON.stringify(config),
    ...files,
  });
}

/** From now on the adapter declares these. */
export function declare(folder: string, tools: readonly unknown[], instructions?: string): void {
  writeFileSync(join(folder, 'tools.json'), JSON.stringify({ tools, instructions }));
}
