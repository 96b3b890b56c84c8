import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { LoadedConfig } from '../../../src/config/config.ts';
import { asIdentity, identityEntries } from '../../../src/config/identities.ts';
import type { CaseRecord } from '../../../src/model/run.ts';
import type { Target } from '../../../src/model/target.ts';
import { caseFiles, readSaved } from '../../cli/kept-cases.ts';
import { run } from '../../cli/run-cli.ts';
import { startFixture } from '../../start-fixture.mjs';
import { folderWith } from '../../suite/suite-folder.ts';
import { ADAPTER, layerOf, stdioTarget } from './permission-kit.ts';

const RIGHT = JSON.stringify({ clerk: ['find_order', 'list_orders'] });
/** The clerk lacks one tool, and everybody has one too many. */
const WRONG = JSON.stringify({ clerk: ['find_order'], guest: ['find_order'], nobody: ['find_order'] });
const ALLOW = { clerk: ['find_order', 'list_orders'], guest: [], nobody: [] };

const verdicts = (cases: readonly CaseRecord[]) =>
  cases.map(({ file, verdict }) => `${file.replace(/--[0-9a-f]{8}\.case\.json$/, '')} ${verdict}`).sort();

/** Writes the config of a folder: its one target, and who may use what. */
function configure(folder: string, target: object, identities: object): LoadedConfig {
  const config = { targets: { orders: target }, identities: identities as never };
  writeFileSync(join(folder, 'mcp-adapter.json'), JSON.stringify(config));
  return { config, file: join(folder, 'mcp-adapter.json'), folder };
}

/** Runs the layer as the identities of a config, and keeps what fails in its folder. */
function keepIn(folder: string, target: Target, loaded: LoadedConfig, env: Record<string, string> = {}) {
  const identities = identityEntries(loaded).map(([name, entry]) => ({
    name,
    allow: entry.allow,
    target: asIdentity(name, entry, target, env),
  }));
  const keeping = { folder, project: folder, cwd: folder, madeBy: 'test', targetWords: '', env: {}, refused: [] };
  return layerOf(target, identities, { keeping });
}

test('over stdio a case is run as its identity, and is fixed once that one may do what is declared', async () => {
  const folder = folderWith();
  const launch = (MAY: string) => ({ stdio: { command: process.execPath, args: [ADAPTER], env: { MAY } } });
  const identities = Object.fromEntries(Object.entries(ALLOW).map(([name, allow]) => [name, { env: { ROLE: name }, allow }]));
  const target: Target = { ...stdioTarget({ MAY: WRONG }), name: 'orders' };
  const { failures } = await keepIn(folder, target, configure(folder, launch(WRONG), identities));
  expect(failures.map(({ saved }) => saved?.file).sort()).toEqual(caseFiles(folder));
  const stillFails = await run(['replay'], { cwd: folder });
  expect(verdicts(stillFails.cases)).toEqual([
    'cases/find_order/as-guest-order_not_found still-fails',
    'cases/find_order/as-nobody-order_not_found still-fails',
    'cases/list_orders/as-clerk-insufficient_scope still-fails',
  ]);
  configure(folder, launch(RIGHT), identities);
  const fixed = await run(['replay'], { cwd: folder });
  expect([fixed.exitCode, fixed.summary.passed]).toEqual([0, 3]);
});

test('a tool that is hidden by now is one that is denied', async () => {
  const folder = folderWith();
  const launch = (env: object) => ({ stdio: { command: process.execPath, args: [ADAPTER], env } });
  const identities = { guest: { env: { ROLE: 'guest' }, allow: [] } };
  await keepIn(folder, stdioTarget({ MAY: WRONG }), configure(folder, launch({ MAY: WRONG }), identities));
  configure(folder, launch({ MAY: RIGHT, HIDES: '1' }), identities);
  expect(verdicts((await run(['replay'], { cwd: folder })).cases)).toEqual(['cases/find_order/as-guest-order_not_found fixed']);
});

test('over HTTP a case names who called, and its token is in no file', async () => {
  const folder = folderWith();
  const env = { CLERK_TOKEN: 'tok-clerk-5fd2c07b11' };
  const TOKENS = JSON.stringify({ [env.CLERK_TOKEN]: 'clerk' });
  const identities = { clerk: { bearerEnv: 'CLERK_TOKEN', allow: ['find_order', 'list_orders'] }, nobody: { allow: [] } };
  {
    await using server = await startFixture(ADAPTER, { MAY: WRONG, TOKENS });
    const loaded = configure(folder, { http: { url: server.url } }, identities);
    await keepIn(folder, { kind: 'http', url: server.url, headers: {} }, loaded, env);
    const files = caseFiles(folder);
    expect(files.map((file) => readSaved(folder, file).target.identity).sort()).toEqual(['clerk', 'nobody']);
    for (const file of files) expect(readFileSync(join(folder, file), 'utf8')).not.toContain(env.CLERK_TOKEN);
    const again = await run(['replay'], { cwd: folder, env });
    expect(again.cases.map(({ verdict }) => verdict)).toEqual(['still-fails', 'still-fails']);
    expect(JSON.stringify(again)).not.toContain(env.CLERK_TOKEN);
  }
  // Whoever is not let in at all is denied every tool.
  await using mended = await startFixture(ADAPTER, { MAY: RIGHT, TOKENS, SHUTS_OUT: '1' });
  configure(folder, { http: { url: mended.url } }, identities);
  const { cases } = await run(['replay'], { cwd: folder, env });
  expect(cases.map(({ verdict }) => verdict)).toEqual(['fixed', 'fixed']);
});

test('without the identity or its token a case cannot be run, and says why; the others are run', async () => {
  const folder = folderWith();
  const env = { CLERK_TOKEN: 'tok-clerk-5fd2c07b11' };
  const TOKENS = JSON.stringify({ [env.CLERK_TOKEN]: 'clerk' });
  const clerk = { bearerEnv: 'CLERK_TOKEN', allow: ['list_orders', 'find_order'] };
  await using server = await startFixture(ADAPTER, { MAY: WRONG, TOKENS });
  const target = { http: { url: server.url } };
  const loaded = configure(folder, target, { clerk, nobody: { allow: [] } });
  await keepIn(folder, { kind: 'http', url: server.url, headers: {} }, loaded, env);
  const withoutToken = await run(['replay'], { cwd: folder });
  expect(withoutToken.cases.map(({ verdict, detail }) => `${verdict}: ${detail}`)).toEqual([
    'still-fails: as "nobody", who should be denied it: order_not_found in 3 of 3 runs',
    'unreplayable: the variable CLERK_TOKEN (bearerEnv of the identity "clerk") is not set',
  ]);
  configure(folder, target, { nobodies: { allow: [] } });
  const { cases, exitCode } = await run(['replay'], { cwd: folder });
  expect(cases.map(({ verdict, detail }) => `${verdict}: ${detail}`)).toEqual([
    'unreplayable: the config has no identity "nobody"',
    'unreplayable: the config has no identity "clerk"',
  ]);
  expect(exitCode).toBe(2);
  await using shut = await startFixture(ADAPTER, { MAY: WRONG, TOKENS: '{}', SHUTS_OUT: '1' });
  configure(folder, { http: { url: shut.url } }, { clerk, nobody: { allow: [] } });
  const shutOut = await run(['replay'], { cwd: folder, env });
  expect(shutOut.cases.map(({ verdict }) => verdict)).toEqual(['fixed', 'unreplayable']);
  expect(shutOut.cases[1]?.detail).toBe('it cannot connect as "clerk": the adapter does not let it in');
});
