import { expect, test } from 'vitest';
import { auth } from '../../src/checks/auth/index.ts';
import { http } from '../../src/checks/http/index.ts';
import { judge } from '../../src/checks/judge.ts';
import { headerCase, headerEncodingRefused } from '../../src/checks/modern/header-encoding.ts';
import { headerMismatchAccepted } from '../../src/checks/modern/header-mismatch-accepted.ts';
import { sampleContext, sampleEvidence } from '../../src/checks/sample.ts';
import type { Evidence } from '../../src/model/evidence.ts';
import { authProbes } from '../../src/run/probes/auth.ts';
import { commonProbes } from '../../src/run/probes/common.ts';
import { httpProbes } from '../../src/run/probes/http.ts';
import { HttpChannel } from '../../src/wire/http.ts';
import { initializeParams } from '../../src/wire/negotiate.ts';
import { Session } from '../../src/wire/session.ts';
import { json, serve, startFixture } from '../wire/http-server.ts';

const RULES = [...auth, ...http, headerCase, headerEncodingRefused, headerMismatchAccepted];

/** Speaks to an adapter, asks it everything there is to ask, and gives what the rules about HTTP say of it. */
async function check(url: string, revision: string): Promise<{ found: string[]; probes: Evidence['probes'] }> {
  const channel = new HttpChannel({ url });
  const session = new Session(channel, { info: { name: 'test', version: '1' }, capabilities: [], timeoutMs: 2_000, revision });
  const { modern } = session;
  const discover = modern ? await session.request('server/discover') : null;
  const initialize = modern ? null : await session.request('initialize', initializeParams(session));
  const initialized = modern ? null : await session.notify('notifications/initialized');
  if (modern) channel.setEra({ revision, modern });
  await session.request('tools/list');
  const seen: Evidence = sampleEvidence({
    transport: 'http',
    target: { kind: 'http', url, headers: {} },
    revision,
    era: modern ? 'modern' : 'legacy',
    handshake: { ...sampleEvidence().handshake, discover, initialize, initialized },
    exchanges: session.exchanges,
  });
  const common = await commonProbes(session, seen);
  const probes = { ...common, ...(await httpProbes(channel, session)), ...(await authProbes(channel, session, seen.handshake)) };
  await channel.close();
  return { found: judge(sampleContext({ ...seen, probes }), {}, RULES).map(({ rule, message }) => `${rule}: ${message}`), probes };
}

test.each([
  ['legacy-http.mjs', '2025-11-25', 'json'],
  ['legacy-http.mjs', '2025-11-25', 'sse'],
  ['modern-http.mjs', '2026-07-28', 'json'],
  ['modern-http.mjs', '2026-07-28', 'sse'],
])('nothing is found on %s (%s, %s), and every probe got an answer', async (file, revision, answer) => {
  await using fixture = await startFixture(file, { ANSWER: answer });
  const { found, probes } = await check(fixture.url, revision);
  expect(found).toEqual([]);
  const unanswered = Object.entries(probes).filter(([, sent]) => sent?.some((each) => !each.http));
  // Nothing listens on another address of this machine.
  expect(unanswered.map(([name]) => name).filter((name) => name !== 'http-other-address')).toEqual([]);
});

test('an adapter that looks at no header is told each of them once', async () => {
  await using server = await serve((incoming, { id, method }, response) => {
    if (incoming.method !== 'POST') return json(response, 200, {});
    if (id === undefined) return json(response, 200, null);
    return json(response, 200, { jsonrpc: '2.0', id, result: method === 'initialize' ? { protocolVersion: '2025-11-25' } : { tools: [] } });
  });
  const legacy = await check(server.url, '2025-11-25');
  expect(legacy.found.map((each) => each.split(':')[0])).toEqual([
    'http/get-not-405',
    'http/notification-status',
    'http/origin-not-checked',
    'http/protocol-header-unchecked',
  ]);
  const modern = await check(server.url, '2026-07-28');
  expect(modern.found.filter((each) => each.startsWith('modern/header-mismatch-accepted'))).toHaveLength(1);
});

test('the message that ended the adapter is the one that is named', async () => {
  const server = await serve((incoming, { id, method }, response) => {
    if (method === 'mcp-adapter/unknown') {
      incoming.socket.destroy();
      return void server[Symbol.asyncDispose]();
    }
    if (id === undefined) return response.writeHead(202).end();
    return json(response, 200, { jsonrpc: '2.0', id, result: method === 'initialize' ? { protocolVersion: '2025-11-25' } : { tools: [] } });
  });
  const { found } = await check(server.url, '2025-11-25');
  expect(found.filter((each) => each.startsWith('http/crash'))).toEqual([expect.stringContaining('after a method it does not know')]);
});

test('metadata is read on the host of the adapter only', async () => {
  let asked = 0;
  await using server = await serve((incoming, _message, response) => {
    if (incoming.method === 'GET') asked++;
    const elsewhere = `http://127.0.0.2:${incoming.socket.localPort}/metadata`;
    response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${elsewhere}"` }).end();
  });
  const channel = new HttpChannel({ url: server.url, headers: { Authorization: 'Bearer t' } });
  const session = new Session(channel, {
    info: { name: 'test', version: '1' },
    capabilities: [],
    timeoutMs: 2_000,
    revision: '2025-11-25',
  });
  await session.request('initialize', initializeParams(session));
  expect(await authProbes(channel, session, sampleEvidence().handshake)).toEqual({ 'auth-metadata': [] });
  await channel.close();
  expect(asked).toBe(0);
});
