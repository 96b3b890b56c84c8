import { describe, expect, test, vi } from 'vitest';
// @ts-expect-error the fixtures are plain JavaScript
import { tools as sdkTools } from '../../fixtures/adapters/sdk-tools.mjs';
import { answered, sampleCall, sampleEvidence, sampleNoise, sampleTool } from '../../src/checks/sample.ts';
import type { BytePipe } from '../../src/hosts/byte-pipe.ts';
import type { HostInput } from '../../src/hosts/host-input.ts';
import { sdkVerdicts } from '../../src/hosts/sdk-verdicts.ts';
import type { Evidence } from '../../src/model/evidence.ts';
import type { HostVerdict } from '../../src/model/run.ts';
import type { Target } from '../../src/model/target.ts';
import { fixture } from '../cli/run-cli.ts';
import { json, serve, startFixture } from '../wire/http-server.ts';
import { legacyAnswers, line, processPipe, scriptedPipe } from './pipes.ts';

const stdioTarget: Target = { kind: 'stdio', command: 'node', args: [], env: {}, inheritEnv: false };
const at = ({ url }: { url: string }) => ({ kind: 'http' as const, url, headers: {} });

function ask(evidence: Partial<Evidence>, open: (() => Promise<BytePipe>) | null, over: Partial<HostInput> = {}): Promise<HostVerdict[]> {
  return sdkVerdicts({
    evidence: sampleEvidence(evidence),
    findings: [],
    target: stdioTarget,
    open,
    headers: {},
    timeoutMs: 10_000,
    ...over,
  });
}

/** What both clients say of a scripted legacy adapter. */
function askScripted(
  tools: unknown[],
  over: Parameters<typeof legacyAnswers>[1] = {},
  evidence: Partial<Evidence> = {},
  timeoutMs = 10_000,
) {
  const declared = tools.map((raw, index) => ({ ...sampleTool(raw, index), raw }));
  return ask({ tools: declared, ...evidence }, async () => scriptedPipe(legacyAnswers(tools, over)), { timeoutMs });
}

const tool = (name: string, more: object = {}) => ({ name, description: 'A tool.', inputSchema: { type: 'object' }, ...more });
const summary = (verdicts: HostVerdict[]) => verdicts.map(({ host, accepts, tools, detail }) => [host, accepts, tools, detail]);
const orderTools = (sdkTools as unknown[]).map((raw, index) => sampleTool(raw, index));

test('a list on which the clients would run out of stack is refused without asking them', async () => {
  const nested = (levels: number): object => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);
  const deep = tool('deep', { inputSchema: nested(1_000) });
  const verdicts = await askScripted([tool('flat'), deep]);
  expect(summary(verdicts)).toEqual(
    ['sdk-1', 'sdk-2'].map((host) => [host, false, 0, expect.stringContaining('"deep" is nested more than 800 levels deep')]),
  );
});

describe('servers built on the SDKs, over stdio', () => {
  test.each([
    ['sdk-v1-stdio.mjs', 'legacy', ['sdk-1', 'sdk-2']],
    ['sdk-v2-dual-stdio.mjs', 'dual', ['sdk-1', 'sdk-2', 'sdk-2-auto']],
  ] as const)('every client takes all tools of %s, and no process is left', async (file, era, hosts) => {
    const pipes: Awaited<ReturnType<typeof processPipe>>[] = [];
    const verdicts = await ask({ era, tools: orderTools }, async () => {
      const pipe = await processPipe(fixture(file));
      pipes.push(pipe);
      return pipe;
    });
    expect(summary(verdicts)).toEqual(hosts.map((host) => [host, true, 3, '']));
    expect(verdicts.map((verdict) => verdict.version)).toEqual(hosts.map((host) => (host === 'sdk-1' ? '1.32.2' : '2.4.0')));
    expect(pipes).toHaveLength(hosts.length);
    await Promise.all(pipes.map((pipe) => pipe.exited));
  });

  test('of a server that speaks only 2026-07-28 the automatic client alone takes the tools', async () => {
    const verdicts = await ask({ era: 'modern', tools: orderTools }, () => processPipe(fixture('sdk-v2-modern-stdio.mjs')));
    expect(summary(verdicts)).toEqual([
      ['sdk-1', false, 0, 'speaks only 2026-07-28 and refuses initialize, with which clients on SDK 1.x begin'],
      ['sdk-2', false, 0, 'speaks only 2026-07-28 and refuses initialize, with which clients on SDK 2.x begin'],
      ['sdk-2-auto', true, 3, ''],
    ]);
  });
});

describe('servers built on the SDKs, over HTTP', () => {
  test.each([
    ['sdk-v1-http.mjs', 'legacy', ['sdk-1', 'sdk-2']],
    ['sdk-v2-dual-http.mjs', 'dual', ['sdk-1', 'sdk-2', 'sdk-2-auto']],
  ] as const)('every client takes all tools of %s', async (file, era, hosts) => {
    await using server = await startFixture(file);
    const verdicts = await ask({ era, transport: 'http', tools: orderTools }, null, { target: at(server) });
    expect(summary(verdicts)).toEqual(hosts.map((host) => [host, true, 3, '']));
  });

  test('of a server that speaks only 2026-07-28 the automatic client alone takes the tools', async () => {
    await using server = await startFixture('sdk-v2-modern-http.mjs');
    const verdicts = await ask({ era: 'modern', transport: 'http', tools: orderTools }, null, { target: at(server) });
    expect(verdicts.map(({ host, accepts, tools }) => [host, accepts, tools])).toEqual([
      ['sdk-1', false, 0],
      ['sdk-2', false, 0],
      ['sdk-2-auto', true, 3],
    ]);
    expect(verdicts[1]?.detail).toContain('speaks only 2026-07-28');
  });

  test('a redirect to another origin gets neither the request nor the headers', async () => {
    const received: unknown[] = [];
    await using elsewhere = await serve((request, _message, response) => {
      received.push(request.headers.authorization);
      response.end();
    });
    await using server = await serve((_request, _message, response) => {
      response.writeHead(307, { location: `${elsewhere.url}/mcp` }).end();
    });
    const headers = { authorization: 'Bearer tok-example-1' };
    const verdicts = await ask({ transport: 'http' }, null, { target: { ...at(server), headers }, headers });
    expect(received).toEqual([]);
    for (const { accepts, detail } of verdicts)
      expect([accepts, detail]).toEqual([false, expect.stringContaining('redirected to another origin')]);
  });

  test.each([
    ['500 with a page', 500, 'text/html', '<h1>Error</h1>', 'HTTP 500 to initialize'],
    [
      '400 with an error',
      400,
      'application/json',
      '{"error":{"message":"Server already initialized"}}',
      'HTTP 400 to initialize: "Server already initialized"',
    ],
    ['200 with a page', 200, 'text/html', '<h1>Hello</h1>', 'initialize is answered with text/html'],
    [
      '200 with broken JSON',
      200,
      'application/json',
      '{"jsonrpc":',
      'initialize is answered with application/json and no JSON-RPC response',
    ],
  ])('%s is named by status or type', async (_name, status, type, body, words) => {
    await using server = await serve((_request, _message, response) => {
      response.writeHead(status, { 'content-type': type }).end(body);
    });
    const verdicts = await ask({ transport: 'http' }, null, { target: at(server) });
    for (const { accepts, detail } of verdicts) expect([accepts, detail]).toEqual([false, expect.stringContaining(words)]);
  });

  test('a server that leaves the initialized notification open costs a limited time', async () => {
    await using server = await serve((_request, message, response) => {
      if (message.id === undefined) return;
      response.writeHead(200, { 'content-type': 'application/json' }).end(legacyAnswers([])(message));
    });
    const verdicts = await ask({ transport: 'http' }, null, { target: at(server), timeoutMs: 300 });
    for (const { detail } of verdicts) expect(detail).toBe('no answer to notifications/initialized within 600 ms');
  });
});

describe('2026-07-28 over HTTP', () => {
  const askModern = async (tools: unknown[], more: object) => {
    await using server = await modernServer(tools, more);
    const declared = tools.map((raw, index) => sampleTool(raw, index));
    const verdicts = await ask({ era: 'modern', transport: 'http', tools: declared }, null, { target: at(server) });
    return verdicts[2];
  };
  const whole = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };

  test('a tool whose x-mcp-header is invalid is dropped, and the SDK prints nothing about it', async () => {
    const warn = vi.spyOn(console, 'warn');
    const bad = tool('by_region', {
      inputSchema: { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'no good' } } },
    });
    expect(await askModern([tool('find'), bad], whole)).toMatchObject({
      accepts: true,
      tools: 1,
      detail: '"by_region" dropped: its x-mcp-header is invalid',
    });
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });

  test('a list without the members that 2026-07-28 demands is refused by their names', async () => {
    expect(await askModern([tool('find')], { ttlMs: 0, cacheScope: 'private' })).toMatchObject({
      host: 'sdk-2-auto',
      accepts: false,
      detail: 'the result of tools/list has no resultType; the whole list is refused',
    });
  });
});

describe('what the clients refuse, in words', () => {
  test('one tool whose root is no object loses the whole list, and is named', async () => {
    const verdicts = await askScripted([tool('find'), tool('get_cart', { inputSchema: { type: 'string' } })]);
    for (const { accepts, tools, detail } of verdicts)
      expect([accepts, tools, detail]).toEqual([
        false,
        0,
        '"get_cart": /inputSchema/type is "string", must be "object"; the whole list is refused',
      ]);
  });

  test('a tool without inputSchema on the second page is named', async () => {
    const verdicts = await askScripted([tool('find'), { name: 'bare' }], {
      'tools/list': (message) => {
        const second = (message.params as { cursor?: string } | undefined)?.cursor === '2';
        return line(message, { result: second ? { tools: [{ name: 'bare' }] } : { tools: [tool('find')], nextCursor: '2' } });
      },
    });
    for (const { detail } of verdicts)
      expect(detail).toBe('"bare": /inputSchema is missing and must be an object; the whole list is refused');
  });

  test('an output schema that does not compile loses the list in SDK 1.x', async () => {
    const broken = tool('report', { outputSchema: { type: 'object', properties: { rows: { $ref: '#/$defs/row' } } } });
    const [one, two] = await askScripted([tool('find'), broken]);
    expect(one).toMatchObject({ accepts: false, tools: 0, detail: expect.stringContaining('outputSchema of "report" does not compile') });
    expect(two).toMatchObject({ accepts: true, tools: 2, detail: '' });
  });

  test('pages that never end are given up', async () => {
    const verdicts = await askScripted([tool('find')], {
      'tools/list': (message) => line(message, { result: { tools: [tool('find')], nextCursor: String(message.id) } }),
    });
    for (const { detail } of verdicts) expect(detail).toBe('the pages of tools/list do not end');
  });

  test('an adapter without handshake is reached by no client', async () => {
    const initialize = (message: Parameters<typeof line>[0]) => line(message, { error: { code: -32601, message: 'Method not found' } });
    const verdicts = await askScripted([tool('find')], { initialize }, { era: 'bare' });
    expect(verdicts.map((verdict) => verdict.detail)).toEqual([
      'no handshake: initialize is refused, so no client on SDK 1.x can connect',
      'no handshake: initialize is refused, so no client on SDK 2.x can connect',
    ]);
  });

  test('an error that the adapter sends is quoted', async () => {
    const verdicts = await askScripted([tool('find')], {
      'tools/list': (message) => line(message, { error: { code: -32001, message: 'ERP is down' } }),
    });
    for (const { detail } of verdicts) expect(detail).toBe('tools/list is answered with error -32001 "ERP is down"');
  });

  test('a process that ends is said to end', async () => {
    const verdicts = await askScripted([tool('find')], { 'tools/list': () => null });
    for (const { detail } of verdicts) expect(detail).toBe('the process ends before it answers tools/list');
  });

  test('an unknown revision is quoted', async () => {
    const verdicts = await askScripted([tool('find')], {
      initialize: (message) =>
        line(message, { result: { protocolVersion: '1.0', capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } } }),
    });
    expect(verdicts[0]?.detail).toBe('initialize answers with protocolVersion "1.0", which SDK 1.x does not know');
    expect(verdicts[1]?.detail).toBe('initialize answers with protocolVersion "1.0", which SDK 2.x does not know');
  });

  test('undeclared tools are never asked for by SDK 2.x', async () => {
    const [one, two] = await askScripted([tool('find')], {
      initialize: (message) =>
        line(message, { result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'x', version: '1' } } }),
    });
    expect(one).toMatchObject({ accepts: true, tools: 1, detail: '' });
    expect(two).toMatchObject({ accepts: false, tools: 0, detail: expect.stringContaining('no tools capability is declared') });
  });

  test('an adapter that cannot be started twice is told so', async () => {
    const verdicts = await ask({}, async () => Promise.reject(new Error('the port is taken')));
    for (const { detail } of verdicts) expect(detail).toBe('it does not start once more: the port is taken');
  });
});

describe('answers that the clients drop', () => {
  const wait = 300;

  test('a time-out over an answer on several lines names the line', async () => {
    const initialize = (message: Parameters<typeof line>[0]) => `${JSON.stringify(JSON.parse(line(message, { result: {} })), null, 2)}\n`;
    const noise = [sampleNoise({ kind: 'multiline', line: 1, endLine: 5 })];
    const verdicts = await askScripted([tool('find')], { initialize }, { noise }, wait);
    for (const { detail } of verdicts)
      expect(detail).toBe('an answer spread over several lines (stdout line 1): the SDK drops it and waits until its time-out');
  });

  test('a time-out over an answer without jsonrpc says what it lacks', async () => {
    const list = answered('tools/list', { tools: [] });
    const exchanges = [{ ...list, answer: { id: 1, result: { tools: [] } } }];
    const verdicts = await askScripted(
      [tool('find')],
      { 'tools/list': (message) => `${JSON.stringify({ id: message.id, result: { tools: [] } })}\n` },
      { exchanges },
      wait,
    );
    for (const { detail } of verdicts)
      expect(detail).toBe('the answer to tools/list has no "jsonrpc": "2.0": the SDK drops it and waits until its time-out');
  });

  test('silence is called silence', async () => {
    const verdicts = await askScripted([tool('find')], { 'tools/list': () => '' }, {}, wait);
    for (const { detail } of verdicts) expect(detail).toBe('no answer to tools/list within 300 ms');
  });

  test('stray text and carriage returns lose nothing', async () => {
    const verdicts = await askScripted([tool('find')], {
      initialize: (message) => `ERP adapter ready\n${legacyAnswers([])(message)}`,
      'tools/list': (message) => line(message, { result: { tools: [tool('find')] } }).replace('\n', '\r\n'),
    });
    expect(summary(verdicts)).toEqual([
      ['sdk-1', true, 1, ''],
      ['sdk-2', true, 1, ''],
    ]);
  });
});

test('an adapter that is gone before the client speaks is said to end', async () => {
  const verdicts = await ask({}, async () => {
    const pipe = scriptedPipe(() => '');
    pipe.onEnd = (handler) => queueMicrotask(handler);
    return pipe;
  });
  for (const { detail } of verdicts) expect(detail).toBe('the process ends before it answers initialize');
});

test('what the adapter writes while the SDK is still loading is not lost', async () => {
  const verdicts = await ask({ tools: [sampleTool(tool('find'))] }, async () => {
    const pipe = scriptedPipe(legacyAnswers([tool('find')]));
    const { onData } = pipe;
    pipe.onData = (handler) => {
      onData(handler);
      queueMicrotask(() => handler(Buffer.alloc(11 * 1024 * 1024, 'x')));
    };
    return pipe;
  });
  for (const { detail } of verdicts) expect(detail).toBe('a line of more than 10 MiB on stdout, at which the SDK ends the connection');
});

describe('results of calls', () => {
  test('a content block of an unknown type costs the tool', async () => {
    const calls = [sampleCall({ tool: tool('find'), result: { content: [{ type: 'html', html: '<b>' }] } })];
    const verdicts = await askScripted([tool('find'), tool('list')], {}, { calls });
    for (const { tools, detail } of verdicts)
      expect([tools, detail]).toEqual([1, '"find" has its result refused: /content/0 is of type "html", which this SDK does not know']);
  });

  test('a block of a known type that lacks a member is told by that member', async () => {
    const calls = [sampleCall({ tool: tool('find'), result: { content: [{ type: 'image', data: 'aGk=' }] } })];
    const verdicts = await askScripted([tool('find')], {}, { calls });
    for (const { detail } of verdicts)
      expect(detail).toBe('"find" has its result refused: /content/0/mimeType is missing and must be a string');
  });

  test('an error result needs no structuredContent', async () => {
    const declared = tool('find', { outputSchema: { type: 'object' } });
    const failed = [sampleCall({ tool: declared, result: { content: [{ type: 'text', text: 'not found' }], isError: true } })];
    const plain = [sampleCall({ tool: declared, result: { content: [{ type: 'text', text: 'A-1' }] } })];
    expect((await askScripted([declared], {}, { calls: failed })).map((verdict) => verdict.detail)).toEqual(['', '']);
    expect((await askScripted([declared], {}, { calls: plain }))[0]?.detail).toContain('structuredContent is missing');
  });

  test('only tools that declare readOnlyHint are called again', async () => {
    const called: unknown[] = [];
    const read = tool('find', { annotations: { readOnlyHint: true } });
    const calls = [sampleCall({ tool: read, arguments: { n: 1 } }), sampleCall({ tool: tool('drop') })];
    const verdicts = await askScripted(
      [read, tool('drop')],
      {
        'tools/call': (message) => {
          called.push(message.params);
          return line(message, { result: { content: [{ type: 'text', text: 'ok' }] } });
        },
      },
      { calls },
    );
    expect(called).toEqual([expect.objectContaining({ name: 'find', arguments: { n: 1 } }), expect.objectContaining({ name: 'find' })]);
    expect(verdicts.map((verdict) => verdict.tools)).toEqual([2, 2]);
  });
});

test('a saved list is put to the schemas, and nothing is started', async () => {
  const open = () => Promise.reject(new Error('started'));
  const tools = [sampleTool({}), { ...sampleTool({}, 1), raw: { name: 'b', inputSchema: {}, description: 4 } }];
  const verdicts = await ask({ transport: 'file', tools }, open, { target: null });
  for (const { accepts, detail } of verdicts)
    expect([accepts, detail]).toEqual([false, expect.stringContaining('"b": /inputSchema/type is missing')]);
});

/** A server of 2026-07-28 that lists these tools, with `more` beside them. */
function modernServer(tools: unknown[], more: object) {
  const discovered = {
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: {} },
    resultType: 'complete',
    ttlMs: 0,
    cacheScope: 'private',
  };
  const results: Record<string, object> = { 'server/discover': discovered, 'tools/list': { tools, ...more } };
  return serve((_request, { id, method }, response) => {
    const result = results[String(method)];
    const refusal = { error: { code: -32022, message: 'Unsupported', data: { supported: ['2026-07-28'] } } };
    json(response, result ? 200 : 400, { jsonrpc: '2.0', id, ...(result ? { result } : refusal) });
  });
}
