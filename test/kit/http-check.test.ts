import { describe, expect, it } from 'vitest';
import { serveHttp } from '../../src/kit/serve/http.ts';
import type { HttpOptions } from '../../src/kit/serve/http-options.ts';
import type { Finding } from '../../src/model/finding.ts';
import { member } from '../../src/model/json.ts';
import { run } from '../cli/run-cli.ts';
import { AUDIENCE, createIssuer, ISSUER } from './issuer.ts';
import { tinyServed } from './tiny-served.ts';

/** What our own check finds at an adapter that is served like this; what it says about the tools of the tiny adapter is left out. */
async function findings(options: HttpOptions, argv: string[] = [], tiny = tinyServed()): Promise<string[]> {
  const serving = await serveHttp(tiny, { signals: false, graceMs: 100, log: () => {}, ...options });
  try {
    const { findings, error } = await run(['check', '--url', serving.url, '--no-hosts', ...argv]);
    if (error) findings.push({ rule: `error ${error.class}`, message: error.message } as Finding);
    return findings
      .filter(({ rule }) => !/^(tool|design|schema|result|trust)\//.test(rule))
      .map(({ rule, message }) => `${rule}: ${message}`);
  } finally {
    await serving.close();
  }
}

describe('our own check', () => {
  it.each(['legacy', 'modern'])('finds nothing at an adapter without auth (%s)', async (era) => {
    expect(await findings({}, ['--era', era])).toEqual([]);
  });

  it('finds nothing at one that pages may call', async () => {
    expect(await findings({ allowedOrigins: ['http://localhost:6274'] })).toEqual([]);
  });

  it.each(['legacy', 'modern'])('finds nothing at one with auth, with a token (%s)', async (era) => {
    const { jwks, token } = await createIssuer();
    const text = await token({ claims: { scope: 'orders:read orders:write' } });
    const auth = { issuer: ISSUER, jwks, audience: AUDIENCE };
    expect(await findings({ auth }, ['--era', era, '--header', `Authorization: Bearer ${text}`])).toEqual([]);
  });

  it('finds no more at one with auth, without a token, than that one is needed and where it is got', async () => {
    const { jwks } = await createIssuer();
    expect(await findings({ auth: { issuer: ISSUER, jwks } })).toEqual([
      expect.stringMatching(
        /^error auth\/required: .* bearer credential, scope "orders:read orders:write", login at https:\/\/login\.example/,
      ),
    ]);
  });

  it('finds nothing at how a scope is asked for', async () => {
    const { jwks, token } = await createIssuer();
    const auth = { issuer: ISSUER, jwks, audience: AUDIENCE };
    const tiny = tinyServed();
    const asked: unknown[] = [];
    const scopesOf = tiny.scopesOf;
    tiny.scopesOf = (request) => {
      asked.push(member(member(request, 'params'), 'name'));
      return scopesOf(request);
    };
    const argv = ['--call', 'find_order={}', '--header', `Authorization: Bearer ${await token()}`];
    expect(await findings({ auth }, argv, tiny)).toEqual([]);
    expect(asked).toContain('find_order');
  });
});
