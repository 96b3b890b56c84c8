import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../../fixtures/site/start.mjs';
import { createReference, type Reference } from '../../../src/reference/adapter.ts';
import { loadReference } from '../../../src/reference/config/load-reference.ts';
import { readSuite } from '../../../src/suite/read-suite.ts';
import type { Suite } from '../../../src/suite/suite.ts';

const FILE = fileURLToPath(new URL('../../../fixtures/smoke/reference.yaml', import.meta.url));
const state = mkdtempSync(join(tmpdir(), 'mcp-adapter-suite-'));

let world: World;
let reference: Reference;
let suite: Suite;

beforeAll(async () => {
  world = await startWorld();
  const config = await loadReference(world.config, { folder: state, env: {} });
  reference = await createReference({ config, state, env: {}, version: '1.0.0' });
  suite = await readSuite(FILE, FILE, true);
});
afterAll(async () => {
  await reference.close();
  await world.close();
  rmSync(state, { recursive: true, force: true });
});

const toolsThat = (ok: boolean) => new Set(suite.steps.filter(({ expect }) => (expect.ok ?? true) === ok).map(({ tool }) => tool));

test('the suite calls every tool at least once well and once refused', () => {
  const names = reference.adapter.tools.map(({ name }) => name).sort();
  expect([...toolsThat(true)].sort()).toEqual(names);
  expect([...toolsThat(false)].sort()).toEqual(names);
});

test('a person grants every tool that writes, and none that does not', () => {
  const writing = reference.adapter.tools.filter(({ risk }) => risk === 'write' || risk === 'destructive').map(({ name }) => name);
  expect(suite.grants.flatMap(({ tools }) => tools).sort()).toEqual(writing.sort());
});

test('the suite asks for every region of the world but DE-BE, and for one that there is not', () => {
  const asked = suite.steps.filter(({ tool }) => tool === 'prepare_environment').map((step) => step.arguments.region);
  const known = Object.keys(world.config.regions);
  expect(known.filter((region) => !asked.includes(region))).toEqual(['DE-BE']);
  expect([...new Set(asked)].filter((region) => !known.includes(String(region)))).toEqual(['XX-YY']);
});
