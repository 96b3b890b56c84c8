import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const SUITE = `
format: mcp-adapter/smoke@1
steps:
  - name: an order is found
    tool: find_order
    arguments: { order_id: A-1001 }
  - name: more orders than there may be are refused
    tool: list_orders
    arguments: { max_items: 51 }
    expect: { ok: false, code: invalid_arguments }
`;

/** A checkout with an adapter, its config, a suite and the toolkit installed. `faults` as the adapter of the fixtures has them. Remove it when done. */
export function ciProject({ faults = '', files = {} }: { faults?: string; files?: Record<string, string> } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-adapter-ci-'));
  const target = { stdio: { command: 'node', args: [resolve('fixtures/adapters/orders.mjs')], env: { ORDERS_FAULT: faults } } };
  const written = { 'mcp-adapter.json': JSON.stringify({ targets: { shop: target } }), 'smoke/orders.yaml': SUITE, ...files };
  for (const [path, text] of Object.entries(written)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  symlinkSync(resolve('dist/cli/main.js'), join(folder, 'node_modules/.bin/mcp-adapter'));
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}
