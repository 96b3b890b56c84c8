import { describe, expect, test } from 'vitest';
import { auth } from '../../src/checks/auth/index.ts';
import { http } from '../../src/checks/http/index.ts';
import { judge } from '../../src/checks/judge.ts';
import { exchange, httpAnswer, sampleContext, sampleEvidence, sampleFailure } from '../../src/checks/sample.ts';
import { challengeOf } from '../../src/model/challenge.ts';
import type { Evidence } from '../../src/model/evidence.ts';
import type { Exchange } from '../../src/model/exchange.ts';

const ENDPOINT = 'http://127.0.0.1:5000/mcp';

/** What http/* and auth/* say of an adapter that is faultless but for `over`: rule and message. */
function findings(over: Partial<Evidence>): [string, string][] {
  const evidence = sampleEvidence({ transport: 'http', target: { kind: 'http', url: ENDPOINT, headers: {} }, ...over });
  return judge(sampleContext(evidence), {}, [...auth, ...http]).map(({ rule, message }) => [rule, message]);
}

const refused = (status: number, over = {}): Exchange =>
  exchange('server/discover', { outcome: 'refused', http: httpAnswer(status, { url: ENDPOINT, ...over }) });
const page = (body: string) => ({ contentType: 'text/html', body, bodyBytes: body.length });
const failedTool = (body: string) => ({
  probes: { 'unknown-tool': [exchange('tools/call', { outcome: 'refused', http: httpAnswer(500, page(body)) })] },
});

describe('a conversation that did not come about has exactly one cause', () => {
  test.each([
    ['nobody listens', 'unreachable', null, 'http/unreachable'],
    ['the port is taken', 'port-in-use', null, 'http/port-in-use'],
    ['a redirect to another origin', 'redirected', refused(308, { location: 'http://erp.example/mcp' }), 'http/redirect'],
    ['a page that is not there', 'http-error', refused(404, page('<h1>Not Found</h1>')), 'http/error'],
    ['a server that crashes', 'http-error', refused(500, page('<html>')), 'http/error'],
    ['an Accept header that got lost', 'http-error', refused(406), 'http/accept-406'],
    ['a host name that is not allowed', 'http-error', refused(421, { body: 'Invalid Host header' }), 'http/host-rejected'],
    ['a host name refused by 403', 'unauthorized', refused(403, { body: 'Invalid Host: 127.0.0.1' }), 'http/host-rejected'],
    ['a 401 without challenge', 'unauthorized', refused(401), 'auth/no-challenge'],
    ['a 403', 'unauthorized', refused(403), 'auth/required'],
  ] as const)('%s', (_title, kind, first, rule) => {
    const handshake = { ...sampleEvidence().handshake, discover: first, initialize: null, initialized: null };
    const found = findings({ failure: sampleFailure(kind), handshake, exchanges: first ? [first] : [] });
    expect(found.map(([id]) => id)).toEqual([rule]);
  });
});

test('a page is quoted in one line, without its markup, styles and scripts', () => {
  const head = '<!doctype html><title>500</title><style>h1 {color: red}</style>\n<script>alert(1)</script>';
  const [found] = findings(failedTool(`${head}<h1>Internal\nServer &lt;Error&gt;</h1>`));
  expect(found?.[1]).toContain('("Internal Server <Error>")');
});

test.each(['<style ', '<', '<title>', '<script>a</script'])('a page of nothing but %s costs no time', (piece) => {
  const started = performance.now();
  expect(findings(failedTool(piece.repeat(64_000 / piece.length)))).toHaveLength(1);
  expect(performance.now() - started).toBeLessThan(2_000);
});

test.each([
  [undefined, [], null],
  ['Bearer', ['bearer'], null],
  ['Bearer realm="erp, the one", resource_metadata="http://127.0.0.1/x"', ['bearer'], 'http://127.0.0.1/x'],
  ['Basic realm="erp", Bearer resource_metadata=http://127.0.0.1/x', ['basic', 'bearer'], 'http://127.0.0.1/x'],
])('the challenge %s names its schemes and its metadata', (header, schemes, metadata) => {
  const challenge = challengeOf(httpAnswer(401, { headers: header === undefined ? {} : { 'www-authenticate': header } }));
  expect(challenge).toMatchObject({ schemes, resourceMetadata: metadata });
});
