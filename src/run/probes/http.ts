import type { Evidence, ProbeName } from '../../model/evidence.ts';
import type { Exchange } from '../../model/exchange.ts';
import { LATEST_LEGACY, NO_SUCH_TOOL } from '../../model/protocol.ts';
import { isLoopback } from '../../model/target.ts';
import type { HttpChannel } from '../../wire/http.ts';
import type { RequestOptions, Session } from '../../wire/session.ts';
import { sessionProbes } from './http-sessions.ts';
import { LIMIT_MS, MAX_SILENT } from './limits.ts';

type Probes = Evidence['probes'];
type Question = [ProbeName, () => Promise<Exchange>];

/** How many probes are under way at once. */
const AT_ONCE = 4;
/** No page of this name is served by anyone. */
const FOREIGN = 'evil.example';
/** More than the usual limits for a JSON body, which are 100 kB to 1 MB. */
const LARGE_BYTES = 5 * 1024 * 1024;

/**
 * Asks of an HTTP adapter what no client asks: odd headers, other methods, a batch, session ids that do not exist. No tool of the adapter is
 * called, and no other host is spoken to. Never rejects.
 */
export async function httpProbes(channel: HttpChannel, session: Session): Promise<Probes> {
  const probes: Probes = {};
  const questions = [...anyEra(channel, session), ...(session.modern ? modern(session, channel) : legacy(session, channel))];
  await inTurn(questions, probes, session.signal);
  if (!session.modern && channel.sessionId) Object.assign(probes, await sessionProbes(channel, session));
  if (isLoopback(channel.url) && !session.signal?.aborted) probes['http-large-body'] = await largeBody(session);
  return probes;
}

/** A few at a time, until too many have got no answer. */
async function inTurn(questions: readonly Question[], probes: Probes, signal: AbortSignal | undefined): Promise<void> {
  const waiting = [...questions];
  let silent = 0;
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (silent >= MAX_SILENT || signal?.aborted) return;
      const [name, ask] = next;
      const exchange = await ask();
      probes[name] = [exchange];
      if (exchange.outcome === 'silent') silent++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

function list(session: Session, options: RequestOptions = {}): Promise<Exchange> {
  return session.probe('tools/list', {}, { timeoutMs: LIMIT_MS, ...options });
}

function anyEra(channel: HttpChannel, session: Session): Question[] {
  const url = new URL(channel.url);
  const preflight = {
    Origin: 'http://localhost:6274',
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'authorization,content-type,mcp-method,mcp-name,mcp-protocol-version,mcp-session-id',
  };
  const questions: Question[] = [
    ['http-options', () => channel.raw({ httpMethod: 'OPTIONS', headers: preflight, timeoutMs: LIMIT_MS })],
    ['http-accept-json', () => list(session, { headers: { Accept: 'application/json' } })],
    ['http-origin', () => list(session, { headers: { Origin: `http://${FOREIGN}` } })],
    ['http-batch', () => batch(session)],
  ];
  if (isLoopback(channel.url)) {
    // As the request of a page looks whose name was made to point here: Host and Origin agree.
    const host = url.port ? `${FOREIGN}:${url.port}` : FOREIGN;
    questions.push(['http-host', () => list(session, { headers: { Host: host, Origin: `http://${host}` } })]);
  }
  if (['127.0.0.1', 'localhost'].includes(url.hostname) && process.platform === 'linux') {
    const other = new URL(url);
    other.hostname = '127.0.0.9';
    questions.push(['http-other-address', () => channel.raw({ httpMethod: 'OPTIONS', url: other.href, timeoutMs: LIMIT_MS })]);
  }
  return questions;
}

function legacy(session: Session, channel: HttpChannel): Question[] {
  // Left again at once: an adapter that serves one connection at a time must not be kept busy with it.
  const headers = { Accept: 'text/event-stream', ...channel.conversationHeaders() };
  const get: Question = ['http-get', () => channel.stream ?? channel.raw({ httpMethod: 'GET', headers, timeoutMs: LIMIT_MS })];
  // Only who was told a version can be asked to check it (2025-06-18 basic/transports, "Protocol Version Header").
  if (!channel.era || session.revision < '2025-06-18') return channel.era ? [get] : [];
  return [
    ['protocol-header-invalid', () => list(session, { headers: { 'MCP-Protocol-Version': '1999-01-01' } })],
    ['protocol-header-missing', () => list(session, { headers: { 'MCP-Protocol-Version': null } })],
    get,
  ];
}

function modern(session: Session, channel: HttpChannel): Question[] {
  const call = (headers: Record<string, string | null>) =>
    session.probe('tools/call', { name: NO_SUCH_TOOL, arguments: {} }, { timeoutMs: LIMIT_MS, headers });
  const version = { 'MCP-Protocol-Version': session.revision };
  const encoded = `=?base64?${Buffer.from(NO_SUCH_TOOL).toString('base64')}?=`;
  return [
    ['http-get', () => channel.raw({ httpMethod: 'GET', headers: { Accept: 'text/event-stream', ...version }, timeoutMs: LIMIT_MS })],
    ['http-delete', () => channel.raw({ httpMethod: 'DELETE', headers: version, timeoutMs: LIMIT_MS })],
    ['header-version-mismatch', () => list(session, { headers: { 'MCP-Protocol-Version': LATEST_LEGACY } })],
    ['header-method-missing', () => list(session, { headers: { 'Mcp-Method': null } })],
    ['header-method-mismatch', () => list(session, { headers: { 'Mcp-Method': 'prompts/list' } })],
    ['header-name-missing', () => call({ 'Mcp-Name': null })],
    ['header-name-mismatch', () => call({ 'Mcp-Name': `${NO_SUCH_TOOL}other` })],
    ['header-name-encoded', () => call({ 'Mcp-Name': encoded })],
    ['header-case', () => list(session, { headers: { 'MCP-PROTOCOL-VERSION': session.revision, 'MCP-METHOD': 'tools/list' } })],
  ];
}

/** Two requests in one body: taken by 2025-03-26 only (2025-06-18 changelog), refused or answered by the others. */
function batch(session: Session): Promise<Exchange> {
  const one = (id: string) => {
    const meta = session.usualMeta();
    return { jsonrpc: '2.0', id, method: 'tools/list', ...(Object.keys(meta).length ? { params: { _meta: meta } } : {}) };
  };
  const headers = session.modern ? { 'Mcp-Method': 'tools/list' } : {};
  const text = JSON.stringify([one('mcp-adapter-batch-1'), one('mcp-adapter-batch-2')]);
  return session.raw('(batch)', text, { timeoutMs: LIMIT_MS, headers });
}

/** A request of 5 MiB, and an ordinary one after it: did the adapter survive? */
async function largeBody(session: Session): Promise<Exchange[]> {
  const _meta = { ...session.usualMeta(), 'mcp-adapter/padding': 'x'.repeat(LARGE_BYTES) };
  const text = JSON.stringify({ jsonrpc: '2.0', id: 'mcp-adapter-large', method: 'tools/list', params: { _meta } });
  const headers = session.modern ? { 'Mcp-Method': 'tools/list' } : {};
  const large = await session.raw('(5 MiB body)', text, { timeoutMs: LIMIT_MS, headers });
  return [large, await list(session)];
}
