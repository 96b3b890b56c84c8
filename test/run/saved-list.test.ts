import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSavedList } from '../../src/run/saved-list.ts';

const TOOLS = '[{"name":"a"},{"name":"b","inputSchema":{"maximum":9223372036854775807}}]';

test.each([
  ['the whole response', `{"jsonrpc":"2.0","id":1,"result":{"tools":${TOOLS}}}`],
  ['the result', `{"tools":${TOOLS}}`],
  ['only the tools', TOOLS],
])('the texts of numbers are kept in a file that holds %s', (_shape, text) => {
  const file = join(mkdtempSync(join(tmpdir(), 'mcp-adapter-test-')), 'tools.json');
  writeFileSync(file, text);
  expect(readSavedList(file, null).tools.map(({ numbers }) => numbers)).toEqual([{}, { '/inputSchema/maximum': '9223372036854775807' }]);
});
