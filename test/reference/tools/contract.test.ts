import { expect, test } from 'vitest';
import { run } from '../../cli/run-cli.ts';

test('every tool keeps its declaration, and its suite shows the way to each', { timeout: 600_000 }, async () => {
  const words = ['--seed', '1', '--runs', '5', '--allow-writes', '--deadline', '10m'];
  const { findings, contract, exitCode } = await run(['contract', 'reference', ...words]);
  expect(findings.map(({ tool, rule, message }) => [tool, rule, message])).toEqual([]);
  expect(contract?.tools.map(({ tool, note }) => [tool, note])).toEqual(
    [
      ...['prepare_environment', 'release_environment', 'list_environments', 'open_page', 'describe_page', 'wait_for', 'extract_text'],
      ...['list_items', 'screenshot', 'fill', 'click', 'submit', 'delete_item'],
    ].map((tool) => [tool, '']),
  );
  expect(exitCode).toBe(0);
});
