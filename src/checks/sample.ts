import type { CallRecord, Evidence } from '../model/evidence.ts';
import type { Exchange, HttpAnswer } from '../model/exchange.ts';
import type { Frame, Noise } from '../model/frame.ts';
import { bytesOf, isObject, type JsonObject } from '../model/json.ts';
import type { ProcessFacts, StartFailure } from '../model/process.ts';
import { LATEST_LEGACY } from '../model/protocol.ts';
import { nameOf, type ToolDeclaration } from '../model/tool.ts';
import type { CallExample, Context } from './rule.ts';

/** The pieces that rule examples are made of: each is faultless but for what `over` says. */

/** A declared tool; `raw` may leave out anything, but keeps whatever it says. */
export function sampleTool(raw: unknown, index = 0): ToolDeclaration {
  const whole = isObject(raw)
    ? { name: 'find_order', description: 'Finds one order by its number.', inputSchema: { type: 'object', properties: {} }, ...raw }
    : raw;
  return { index, name: nameOf(whole, index), raw: whole, bytes: bytesOf(whole), numbers: {}, source: null };
}

/** An answered exchange: `answered('tools/list', {tools: []})`. */
export function answered(method: string, result: unknown, over: Partial<Exchange> = {}): Exchange {
  const answer = { jsonrpc: '2.0', id: 1, result };
  return { ...exchange(method), outcome: 'answered', answer, bytes: bytesOf(answer), ...over };
}

/** An exchange that ended in a JSON-RPC error. */
export function failed(method: string, code: number, message: string, over: Partial<Exchange> = {}): Exchange {
  return { ...exchange(method), outcome: 'answered', answer: { jsonrpc: '2.0', id: 1, error: { code, message } }, ...over };
}

/** An exchange in which nothing came back; `over` says how it went instead. */
export function exchange(method: string, over: Partial<Exchange> = {}): Exchange {
  return {
    method,
    sent: { jsonrpc: '2.0', id: 1, method },
    outcome: 'silent',
    answer: null,
    numbers: {},
    bytes: 0,
    line: null,
    ms: 5,
    phase: 'probe',
    tool: null,
    notifications: [],
    stderrBytes: 0,
    http: null,
    reason: null,
    ...over,
  };
}

/** What an HTTP server answered. */
export function httpAnswer(status: number, over: Partial<HttpAnswer> = {}): HttpAnswer {
  return {
    method: 'POST',
    url: 'http://127.0.0.1:5000/mcp',
    status,
    headers: {},
    contentType: 'application/json',
    body: '',
    bodyBytes: 0,
    headersMs: 4,
    firstByteMs: 5,
    longestGapMs: 0,
    location: null,
    ...over,
  };
}

/** Something on stdout that is no message. */
export function sampleNoise(over: Partial<Noise>): Noise {
  return { kind: 'text', line: 1, endLine: 1, bytes: 20, text: '', ms: 30, phase: 'handshake', tool: null, beforeFirst: false, ...over };
}

/** A message from the adapter. */
export function frameIn(message: JsonObject, over: Partial<Frame> = {}): Frame {
  return { seq: 1, ms: 30, direction: 'in', bytes: bytesOf(message), message, phase: 'list', tool: null, ...over };
}

/** The facts of a process that behaved. */
export function sampleProcess(over: Partial<ProcessFacts> = {}): ProcessFacts {
  return {
    command: 'node server.js',
    pid: 4242,
    firstByteMs: 40,
    stdoutBytes: 900,
    stdoutLines: 4,
    stderrBytes: 0,
    stderrTail: [],
    exit: null,
    ending: { by: 'stdin', ms: 12, survivors: 0, cpu: 0, lateBytes: 0 },
    ...over,
  };
}

/** Why an adapter could not be spoken to. */
export function sampleFailure(kind: StartFailure['kind'], over: Partial<StartFailure> = {}): StartFailure {
  return {
    kind,
    waitingFor: 'initialize',
    limitMs: null,
    limitOption: null,
    detail: '',
    afterwards: null,
    environment: null,
    path: null,
    ...over,
  };
}

/** A faultless legacy adapter over stdio with one tool, but for `over`. */
export function sampleEvidence(over: Partial<Evidence> = {}): Evidence {
  const tools = over.tools ?? [sampleTool({})];
  const initialize = answered('initialize', {
    protocolVersion: LATEST_LEGACY,
    capabilities: { tools: {} },
    serverInfo: { name: 'erp', version: '1.4.0' },
  });
  const list = answered('tools/list', { tools: tools.map((tool) => tool.raw) });
  const revision = over.revision ?? LATEST_LEGACY;
  return {
    target: null,
    transport: 'stdio',
    era: 'legacy',
    revision,
    revisions: [revision],
    server: { name: 'erp', version: '1.4.0' },
    capabilities: { tools: {} },
    instructions: null,
    handshake: {
      discover: failed('server/discover', -32601, 'Method not found'),
      restarted: null,
      initialize,
      initialized: exchange('notifications/initialized', { outcome: 'accepted' }),
      firstAnswerMs: 60,
      refused: [],
    },
    tools,
    lists: { tools: { method: 'tools/list', exchanges: [list], items: tools.map((tool) => tool.raw), stopped: null, cursor: null } },
    exchanges: [initialize, list],
    unsolicited: [],
    noise: [],
    process: sampleProcess(),
    probes: {},
    calls: [],
    failure: null,
    stdinSharedBy: null,
    ...over,
  };
}

/** What rules judge from: the catalogue as it is, no wishes, and nothing that a validator said, but for `over`. */
export function sampleContext(evidence: Evidence, over: Partial<Context> = {}): Context {
  const schemas = { inputSchema: new Map(), outputSchema: new Map(), structured: new Map(), arguments: new Map() };
  return { evidence, strict: false, profiles: new Set(), secrets: [], serverName: null, risks: {}, schemas, ...over };
}

/** A call as the rules see it. */
export function sampleCall(example: CallExample): CallRecord {
  const tool = sampleTool(example.tool ?? {});
  const result = 'result' in example ? example.result : { content: [{ type: 'text', text: 'ok' }] };
  const base = example.error
    ? { ...exchange('tools/call'), outcome: 'answered' as const, answer: { jsonrpc: '2.0', id: 3, error: example.error } }
    : answered('tools/call', result);
  return {
    name: tool.name,
    tool,
    arguments: example.arguments ?? {},
    text: JSON.stringify(example.arguments ?? {}),
    exchange: { ...base, phase: 'call', tool: tool.name, ...example.exchange },
    probe: example.probe ?? null,
  };
}
