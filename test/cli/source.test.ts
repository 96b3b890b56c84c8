import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixture, run } from './run-cli.ts';

test('the place that --source finds for a tool stands with what is wrong about a call of it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-adapter-test-'));
  writeFileSync(join(folder, 'orders.js'), "\nserver.registerTool('find_order', {});\n");
  const argv = ['check', '--no-hosts', '--source', folder, '--call', 'find_order', '--', 'node', fixture('sdk-v1-stdio.mjs')];
  const { findings } = await run(argv);
  const source = { file: expect.stringMatching(/orders\.js$/), line: 2, column: 21 };
  expect(findings).toContainEqual(expect.objectContaining({ rule: 'args/mismatch', tool: 'find_order', source }));
});
