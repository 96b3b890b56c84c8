import type { Evidence } from '../../model/evidence.ts';
import type { Exchange } from '../../model/exchange.ts';
import { isObject } from '../../model/json.ts';
import { META, NO_SUCH_TOOL } from '../../model/protocol.ts';
import type { RequestOptions, Session } from '../../wire/session.ts';
import { keepOnce } from './keep-once.ts';
import { LIMIT_MS, MAX_SILENT } from './limits.ts';

type Probes = Evidence['probes'];

/** How much later than a request after it the answer to a broken message may come. */
const STRAGGLER_MS = 30;

/**
 * Asks what no client asks, one question after the other on the open connection: unknown names, odd ids, a broken message. No tool of the
 * adapter is called.
 */
export async function commonProbes(session: Session, seen: Pick<Evidence, 'capabilities' | 'lists'>): Promise<Probes> {
  const probes: Probes = {};
  let silent = 0;
  const ask = async (name: keyof Probes, question: () => Promise<Exchange>): Promise<void> => {
    if (silent >= MAX_SILENT || session.signal?.aborted) return;
    const exchange = await question();
    keepOnce(exchange, seen);
    probes[name] = [...(probes[name] ?? []), exchange];
    if (exchange.outcome === 'silent') silent++;
    if (exchange.outcome === 'gone' || exchange.outcome === 'unreachable') silent = MAX_SILENT;
  };
  const request = (method: string, params = {}, options: RequestOptions = {}) =>
    session.probe(method, params, { timeoutMs: LIMIT_MS, ...options });

  await ask('second-list', () => request('tools/list'));
  await ask('string-id', () => request('tools/list', {}, { id: 'mcp-adapter-string-id' }));
  await ask('zero-id', () => request('tools/list', {}, { id: 0 }));
  await ask('invalid-cursor', () => request('tools/list', { cursor: 'mcp-adapter-invalid-cursor' }));
  await ask('unknown-tool', () => request('tools/call', { name: NO_SUCH_TOOL, arguments: {} }));
  await ask('unknown-method', () => request('mcp-adapter/unknown'));
  if (!session.modern) await ask('ping', () => request('ping'));
  for (const [capability, method] of Object.entries({ resources: 'resources/list', prompts: 'prompts/list' })) {
    if (!isObject(seen.capabilities[capability])) await ask('undeclared-lists', () => request(method));
  }
  if (!isObject(seen.capabilities.tools)) await ask('undeclared-lists', () => request('tools/list'));
  if (session.modern) await modernProbes(session, ask, request);
  await ask('unknown-notification', () => session.notify('notifications/mcp-adapter-unknown', {}, { timeoutMs: LIMIT_MS }));
  // A stray answer to the notification gets the time of one request, so that it is not taken for that to what follows.
  if (silent < MAX_SILENT) await request('tools/list');
  if (silent < MAX_SILENT) probes['invalid-json'] = await brokenMessage(session, request, seen);
  return probes;
}

/** Sends what is no JSON, then a request: once that is answered, nothing more will come for the first. */
async function brokenMessage(session: Session, request: Request, seen: Pick<Evidence, 'lists'>): Promise<[Exchange, Exchange]> {
  const survived = new AbortController();
  const broken = session.raw('(invalid JSON)', '{"jsonrpc": "2.0", oops', { timeoutMs: LIMIT_MS, signal: survived.signal });
  const after = await request('tools/list');
  keepOnce(after, seen);
  setTimeout(() => survived.abort(), STRAGGLER_MS);
  return [await broken, after];
}

type Ask = (name: keyof Probes, question: () => Promise<Exchange>) => Promise<void>;
type Request = (method: string, params?: object, options?: RequestOptions) => Promise<Exchange>;

/** Requests that 2026-07-28 wants refused, each for one reason (basic/index, "Request metadata"; changelog). */
async function modernProbes(session: Session, ask: Ask, request: Request): Promise<void> {
  const { [META.protocolVersion]: version, [META.clientCapabilities]: capabilities, [META.clientInfo]: info } = session.usualMeta();
  const list = (meta: RequestOptions['meta'] & object) => () => request('tools/list', {}, { meta });
  await ask('meta-missing', () =>
    request('tools/list', {}, { meta: 'none', headers: { 'MCP-Protocol-Version': session.revision, 'Mcp-Method': 'tools/list' } }),
  );
  await ask('meta-without-version', () =>
    request(
      'tools/list',
      {},
      { meta: { [META.clientCapabilities]: capabilities, [META.clientInfo]: info }, headers: { 'MCP-Protocol-Version': session.revision } },
    ),
  );
  await ask('meta-without-capabilities', list({ [META.protocolVersion]: version, [META.clientInfo]: info }));
  await ask('meta-without-client', list({ [META.protocolVersion]: version, [META.clientCapabilities]: capabilities }));
  await ask('removed-method', () => request('ping'));
}
