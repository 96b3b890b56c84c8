import { describe, expect, test } from 'vitest';
import type { HttpTarget } from '../../../src/model/target.ts';
import type { Identity } from '../../../src/run/contract/trial.ts';
import { startFixture } from '../../start-fixture.mjs';
import { ADAPTER, layerOf, stdioTarget } from './permission-kit.ts';

const EVERYTHING = ['find_order', 'list_orders', 'cancel_order'];
const MAY = JSON.stringify({ clerk: ['find_order', 'list_orders'], admin: EVERYTHING });
const ROLE_OF_RUN = 'admin';

/** An identity that is a role of the adapter over stdio. */
const role = (name: string, allow: string[], env: Record<string, string> = {}): Identity => ({
  name,
  allow,
  target: stdioTarget({ MAY, ROLE: name, ...env }),
});
/** The layer on an adapter with this environment, as these roles. */
function asRoles(env: Record<string, string>, ...identities: [name: string, allow: string[]][]) {
  const seen = stdioTarget({ MAY, ROLE: ROLE_OF_RUN, ...env });
  return layerOf(
    seen,
    identities.map(([name, allow]) => role(name, allow, env)),
  );
}

describe.each<[string, Record<string, string>]>([
  ['refuses in its envelope', { DENIES: 'envelope' }],
  ['refuses with an error of JSON-RPC', { DENIES: 'rpc' }],
  ['refuses in free words', { DENIES: 'text' }],
  ['hides what a role may not use', { HIDES: '1' }],
])('an adapter that %s', (_, env) => {
  test('is as declared: a business refusal is no denial, and what needs --allow-writes is not called', async () => {
    const { identities, told } = await asRoles(env, ['clerk', ['find_order', 'list_orders']], ['guest', []]);
    expect(told).toEqual([]);
    const hides = env.HIDES ? 1 : 0;
    expect(identities).toEqual([
      { name: 'clerk', allowed: 2, refused: hides, notRun: 1 - hides },
      { name: 'guest', allowed: 0, refused: 2 + hides, notRun: 1 - hides },
    ]);
  });

  test('and allows more or less than is declared is told, for each tool', async () => {
    const { told } = await asRoles(env, ['clerk', ['list_orders']], ['guest', ['find_order']]);
    const why = {
      envelope: 'insufficient_scope',
      rpc: '"Forbidden for your role"',
      text: '"Sorry, you do not have the role that this tool needs"',
    };
    const denial = env.HIDES ? 'its tools/list does not show it' : why[env.DENIES as keyof typeof why];
    expect(told).toEqual([
      'permission-too-wide find_order: the identity "clerk" may call it (it got as far as order_not_found), though its "allow" does not name it',
      `permission-too-narrow find_order: the identity "guest" is refused (${denial}), though its "allow" names it`,
    ]);
  });
});

test('a tool that is only hidden is found by calling it', async () => {
  const { told, identities } = await asRoles({ HIDES: '1', LEAKS: '1' }, ['guest', []]);
  expect(told).toEqual([
    'permission-too-wide list_orders: the identity "guest" may call it, though its "allow" does not name it, and its tools/list does not show it',
  ]);
  expect(identities).toEqual([{ name: 'guest', allowed: 1, refused: 2, notRun: 0 }]);
});

test('a star allows every tool', async () => {
  const { told } = await asRoles({}, ['admin', ['*']], ['clerk', ['*']]);
  expect(told).toEqual([]);
  const { told: less } = await asRoles({ MAY: '{"clerk":["find_order"]}' }, ['clerk', ['*']]);
  expect(less).toEqual([
    'permission-too-narrow list_orders: the identity "clerk" is refused (insufficient_scope), though its "allow" is "*"',
  ]);
});

test('what changes something is called when that was agreed to; want of a grant is no want of permission', async () => {
  const identities = [role('admin', ['*']), role('clerk', ['*'])];
  const run = stdioTarget({ MAY, ROLE: 'admin' });
  const expected = 'permission-too-narrow cancel_order: the identity "clerk" is refused (insufficient_scope), though its "allow" is "*"';
  for (const over of [{ allowWrites: true }, { tools: ['cancel_order'] }]) {
    const { told, identities: tried } = await layerOf(run, identities, over);
    expect(told).toEqual([expected]);
    expect(tried.map(({ notRun }) => notRun)).toEqual([0, 0]);
  }
});

test('an allow that names no tool of the adapter is refused, with the nearest', async () => {
  const asked = asRoles({}, ['clerk', ['find_orders']]);
  await expect(asked).rejects.toThrow('the "allow" of the identity "clerk" names "find_orders", and the adapter has no such tool');
  await expect(asked).rejects.toMatchObject({ kind: 'config', hint: 'did you mean "find_order"?' });
});

test('an allow may name a tool that only another identity is shown', async () => {
  const env = { HIDES: '1' };
  const seen = stdioTarget({ MAY, ROLE: 'nobody', ...env });
  const { told } = await layerOf(seen, [role('guest', ['cancel_order'], env), role('admin', ['*'], env)]);
  expect(told).toEqual([
    'permission-too-narrow cancel_order: the identity "guest" is refused (its tools/list does not show it), though its "allow" names it',
  ]);
});

test('an identity whose adapter does not start is one failure, whatever it should be able to do; the others go on', async () => {
  const { told, identities } = await asRoles({ ENDS: 'clerk' }, ['clerk', ['find_order', 'list_orders']], ['guest', ['list_orders']]);
  expect(told).toEqual([
    'permission-too-narrow find_order: the identity "clerk" cannot connect (the adapter ended with exit code 3), though its "allow" covers 2 tools',
    'permission-too-narrow list_orders: the identity "guest" is refused (insufficient_scope), though its "allow" names it',
  ]);
  expect(identities[0]).toEqual({ name: 'clerk', allowed: 0, refused: 0, notRun: 3 });
});

describe('over HTTP', () => {
  const TOKENS = JSON.stringify({ 'tok-clerk': 'clerk', 'tok-admin': 'admin' });
  const withToken = (url: string, token: string): HttpTarget => ({ kind: 'http', url, headers: { Authorization: `Bearer ${token}` } });

  test('401 and 403 are denials, and whoever is not let in at all is refused everything', async () => {
    await using server = await startFixture(ADAPTER, { MAY, TOKENS, DENIES: 'http', SHUTS_OUT: '1' });
    const { url } = server;
    const { told, identities } = await layerOf(withToken(url, 'tok-admin'), [
      { name: 'clerk', target: withToken(url, 'tok-clerk'), allow: ['find_order', 'list_orders'] },
      { name: 'anybody', target: { kind: 'http', url, headers: {} }, allow: [] },
    ]);
    expect(told).toEqual([]);
    expect(identities).toEqual([
      { name: 'clerk', allowed: 2, refused: 0, notRun: 1 },
      { name: 'anybody', allowed: 0, refused: 3, notRun: 0 },
    ]);
  });

  test('a token that is not taken is one failure, with its cause', async () => {
    await using server = await startFixture(ADAPTER, { MAY, TOKENS, SHUTS_OUT: '1' });
    const target = withToken(server.url, 'tok-old');
    const { told, failures } = await layerOf(withToken(server.url, 'tok-admin'), [{ name: 'clerk', target, allow: ['*'] }]);
    expect(told).toEqual([
      'permission-too-narrow find_order: the identity "clerk" cannot connect (it is not let in, HTTP 401), though its "allow" covers 3 tools',
    ]);
    expect(failures).toMatchObject([{ whole: true, saved: null }]);
  });
});
