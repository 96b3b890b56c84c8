import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../../src/model/canonical-json.ts';
import type { Run } from '../../../src/model/run.ts';
import { runCommand } from '../../run-command.ts';

const CLI = resolve('dist/cli/main.js');
const ADAPTER = resolve('fixtures/adapters/orders-faults.mjs');
const KNOWN = ['A-1001', 'A-1002', 'A-1003'];
const DECLARED = new Set(['order_id', 'status', 'max_items', 'purpose', 'quantity', 'reason', 'task_id', 'step_id']);

const booking = (quantity: string, reason = 'x') =>
  `{"order_id":"A-1001","quantity":${quantity},"reason":"${reason}","task_id":"t","step_id":"s"}`;
const astral = (count: number) => `{"order_id":"${'𝒳'.repeat(count)}"}`;

/**
 * A fault of orders-faults.mjs, the tool and the verdict that `contract` must give, and the smallest arguments that a reader would write, exactly;
 * several where none is plainer than the others. "t" and "s" are any task and step, "extra" any argument that is not declared.
 */
const FAULTS: readonly [fault: string, tool: string, verdict: string, ...smallest: string[]][] = [
  ['above-maximum', 'list_orders', 'accepted-invalid', '{"max_items":51}'],
  ['below-minimum', 'list_orders', 'accepted-invalid', '{"max_items":0}'],
  ['maximum-refused', 'list_orders', 'rejected-valid', '{"max_items":50}'],
  ['fraction-accepted', 'list_orders', 'accepted-invalid', '{"max_items":1.5}'],
  ['null-accepted', 'list_orders', 'accepted-invalid', '{"max_items":null}'],
  ['text-coerced', 'list_orders', 'accepted-invalid', '{"max_items":"1"}'],
  ['true-accepted', 'list_orders', 'accepted-invalid', '{"max_items":true}'],
  ['case-insensitive', 'list_orders', 'accepted-invalid', '{"status":"OPEN"}', '{"status":"Open"}'],
  ['extra-accepted', 'list_orders', 'accepted-invalid', '{"extra":null}'],
  ['unknown-status-hangs', 'list_orders', 'timed-out', '{"status":""}', '{"status":"OPEN"}', '{"status":"open "}'],
  ['cancelled-hangs', 'list_orders', 'timed-out', '{"status":"cancelled"}'],
  ['unsorted', 'list_orders', 'unstable-output', '{}'],
  ['large-at-maximum', 'list_orders', 'too-large', '{"max_items":50}'],
  ['truncated-is-text', 'list_orders', 'output-violates-schema', '{"max_items":1}'],
  ['status-undeclared', 'list_orders', 'output-violates-schema', '{}'],
  [
    'pair-refused',
    'list_orders',
    'rejected-valid',
    ...['open', 'shipped', 'cancelled'].map((status) => `{"status":"${status}","max_items":11}`),
  ],
  ['null-crashes', 'find_order', 'crashed', '{"order_id":null}'],
  ['lone-surrogate-crashes', 'find_order', 'crashed', '{"order_id":"\\ud800"}', '{"order_id":"x\\ud800"}'],
  // 40 are the maximum, and the first that has more than 40 units of UTF-16 are 21.
  ['astral-refused', 'find_order', 'rejected-valid', astral(21), astral(40)],
  ['missing-shows-trace', 'find_order', 'raw-exception', '{}'],
  ['unknown-shows-key-error', 'find_order', 'raw-exception', '{"order_id":"x"}'],
  ['field-missing', 'find_order', 'output-violates-schema', '{"order_id":"A-1001"}'],
  ['random-id', 'find_order', 'unstable-output', '{"order_id":"A-1001"}'],
  ['purpose-too-long-accepted', 'prepare_return', 'accepted-invalid', `{"order_id":"A-1001","purpose":"${'x'.repeat(61)}"}`],
  ['purpose-null-crashes', 'prepare_return', 'crashed', '{"order_id":"A-1001","purpose":null}'],
  ['second-label-differs', 'prepare_return', 'not-idempotent', '{"order_id":"A-1001","task_id":"t"}'],
  ['quantity-above-maximum', 'create_return', 'accepted-invalid', booking('101')],
  ['reason-empty-accepted', 'create_return', 'accepted-invalid', booking('1', '')],
  ['step-missing-accepted', 'create_return', 'accepted-invalid', '{"order_id":"A-1001","quantity":1,"reason":"x","task_id":"t"}'],
  ['text-shows-python-trace', 'create_return', 'raw-exception', booking('""'), booking('"1"'), booking('"x"')],
  ['executes-twice', 'create_return', 'not-idempotent', booking('1')],
  ['conflict-not-raised', 'create_return', 'not-idempotent', booking('2')],
  ['missing-crashes', 'cancel_order', 'crashed', '{"task_id":"t","step_id":"s"}'],
  ['second-cancel-refused', 'cancel_order', 'not-idempotent', '{"order_id":"A-1002","task_id":"t","step_id":"s"}'],
];

/** What a person would write down of this shop: each tool once, with arguments that work. */
const SUITE = `format: mcp-adapter/smoke@1
steps:
  - {name: find, tool: find_order, arguments: {order_id: A-1001}}
  - {name: list, tool: list_orders, arguments: {}}
  - {name: prepare, tool: prepare_return, arguments: {order_id: A-1001}}
  - {name: book, tool: create_return, arguments: {order_id: A-1001, quantity: 1, reason: x, task_id: t, step_id: s}}
  - {name: cancel, tool: cancel_order, arguments: {order_id: A-1002, task_id: t, step_id: s}}
`;

test('an adapter without a fault keeps its contract, and what writes is called only when it may be', async () => {
  await inProject(async (folder) => {
    const notRun = (run: Run) => run.contract?.tools.filter(({ note }) => note).map(({ tool }) => tool);
    const reading = await runIn(folder, '', 'contract', '--seed', '1', '--runs', '30');
    expect(reading.findings).toEqual([]);
    expect(notRun(reading)).toEqual(['create_return', 'cancel_order']);
    const writing = await runIn(folder, '', 'contract', '--seed', '1', '--runs', '30', '--allow-writes');
    expect(writing.findings).toEqual([]);
    expect(writing.exitCode).toBe(0);
    expect(notRun(writing)).toEqual([]);
    expect(writing.contract?.tools.map(({ tool, valid, invalid, random }) => [tool, valid > 3, invalid > 5, random])).toEqual(
      ['find_order', 'list_orders', 'prepare_return', 'create_return', 'cancel_order'].map((tool) => [tool, true, true, 30]),
    );
  });
});

describe('a seeded fault is found, kept in its smallest form, and replayed', () => {
  test.concurrent.each(FAULTS)('%s: %s %s', async (fault, tool, verdict, ...smallest) => {
    await inProject(async (folder) => {
      const run = await runIn(folder, fault, 'contract', '--seed', '1', '--runs', '30', '--allow-writes', '--timeout', '1s');
      expect(run.error).toBe(null);
      const found = run.findings.find((each) => each.tool === tool && each.rule === `contract/${verdict}`);
      expect(run.findings.filter((each) => each !== found && each.severity === 'error')).toEqual([]);
      expect(found, JSON.stringify(run.contract)).toBeDefined();
      const [saved] = found?.saved ?? [];
      expect(smallest.map(plain)).toContain(plain(argumentsIn(join(folder, saved?.file ?? ''))));
      for (const [now, expected] of [
        [fault, 'still-fails'],
        ['', 'fixed'],
      ] as const) {
        const { cases } = await runIn(folder, now, 'replay', saved?.file ?? '', '--timeout', '1s');
        expect(cases.map((each) => [each.verdict, each.detail])).toEqual([[expected, expect.anything()]]);
      }
    });
  });
});

/** Does something in a project folder of its own. */
async function inProject(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'seeded-faults-'));
  try {
    mkdirSync(join(folder, 'smoke'));
    writeFileSync(join(folder, 'smoke', 'orders.yaml'), SUITE);
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a command on the adapter with a fault; gives its document. */
async function runIn(folder: string, fault: string, ...args: string[]): Promise<Run> {
  const stdio = { command: process.execPath, args: [ADAPTER], env: { FAULT: fault } };
  writeFileSync(join(folder, 'mcp-adapter.json'), JSON.stringify({ targets: { orders: { stdio } } }));
  const { stdout, stderr, code } = await runCommand(process.execPath, [CLI, ...args, '--reporter', 'json'], folder);
  expect(stdout, stderr).not.toBe('');
  const run: Run = JSON.parse(stdout);
  expect(code).toBe(run.exitCode);
  return run;
}

/** The exact text of the arguments of the call that a case is about. */
function argumentsIn(file: string): string {
  const { steps } = JSON.parse(readFileSync(file, 'utf8'));
  const { wire, arguments: given } = steps.at(-1);
  return wire ?? JSON.stringify(given);
}

/** Arguments without what a reader would not look at: the names of tasks and steps, which letters a text is of, what an undeclared one is called. */
function plain(text: string): string {
  const given: Record<string, unknown> = JSON.parse(text);
  const members = Object.entries(given).map(([name, value]): [string, unknown] => {
    if (!DECLARED.has(name)) return ['extra', null];
    if (typeof value !== 'string' || name === 'status' || name === 'max_items' || KNOWN.includes(value)) return [name, value];
    if (name === 'task_id' || name === 'step_id') return [name, name[0]];
    return [
      name,
      value
        .replace(/\w/g, 'x')
        .replace(/[\u{10000}-\u{10ffff}]/gu, '𝒳')
        .replace(/\p{Surrogate}/gu, '\ud800'),
    ];
  });
  return canonicalJson(Object.fromEntries(members));
}
