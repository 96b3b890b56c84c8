import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startWorld, type World } from '../../../fixtures/site/start.mjs';
import { askInTunnel, askThrough, basic } from './through-proxy.ts';

const machines = [
  { machine: 'a machine with all of 127.0.0.0/8', hasLoopbackRange: true },
  { machine: 'a machine with 127.0.0.1 only', hasLoopbackRange: false },
];

describe.each(machines)('on $machine', ({ hasLoopbackRange }) => {
  let world: World;

  beforeAll(async () => {
    world = await startWorld({ hasLoopbackRange });
  });
  beforeEach(() => world.reset());
  afterAll(() => world.close());

  const ways = [
    { way: 'in absolute form', ask: askThrough },
    { way: 'in a tunnel', ask: askInTunnel },
  ];
  const seenFrom = (ip: string) => ({ status: 200, body: JSON.stringify({ ip }) });

  test.each(ways)('the echo shows the address of each region when asked $way', async ({ ask }) => {
    const { username = '', password = '' } = world.config.regions['EU-AUTH']?.proxy ?? {};
    expect(await ask(world.proxies.us, world.echo)).toEqual(seenFrom('127.0.0.2'));
    expect(await ask(world.proxies.de, world.echo)).toEqual(seenFrom('127.0.0.3'));
    expect(await ask(world.proxies.auth, world.echo, basic(username, password))).toEqual(seenFrom('127.0.0.5'));
    expect(await (await fetch(world.echo)).json()).toEqual({ ip: '127.0.0.1' });
  });

  test.each(ways)('the proxy with a login refuses none and a wrong one when asked $way', async ({ ask }) => {
    const { username = '', password = '' } = world.config.regions['XX-AUTH']?.proxy ?? {};
    expect((await ask(world.proxies.auth, world.echo)).status).toBe(407);
    expect((await ask(world.proxies.auth, world.echo, basic(username, password))).status).toBe(407);
  });

  test.each(ways)('a proxy leads nowhere but to loopback when asked $way', async ({ ask }) => {
    expect((await ask(world.proxies.us, 'http://shop.example:80/')).status).toBe(403);
  });

  test.each(ways)('a closed port behind a proxy is a bad gateway when asked $way', async ({ ask }) => {
    expect((await ask(world.proxies.us, `${world.proxies.dead}/`)).status).toBe(502);
  });

  test('the dead proxy takes no connection', async () => {
    await expect(askThrough(world.proxies.dead, world.echo)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
