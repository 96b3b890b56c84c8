import { quote } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { answered, exchange, httpAnswer, sampleFailure } from '../sample.ts';
import { conversation } from './answers.ts';

const url = 'http://127.0.0.1:5000/mcp';
const redirected = (status: number, location: string | null) => ({
  failure: sampleFailure('redirected'),
  exchanges: [exchange('initialize', { outcome: 'refused', http: httpAnswer(status, { location }) })],
});

export const redirect: SessionRule = {
  id: 'http/redirect',
  on: 'session',
  severity: 'error',
  transports: ['http'],
  why: 'Many clients do not repeat a POST at another address, and drop the Authorization header when they do.',
  fix: 'put the final address into the configuration, or serve the adapter at both',
  cause: true,
  examples: {
    good: [{ exchanges: [answered('tools/list', {}, { http: httpAnswer(200) })] }],
    bad: [
      { exchanges: [answered('tools/list', {}, { http: { ...httpAnswer(200), followed: { status: 307, url, location: `${url}/` } } })] },
      redirected(301, 'https://127.0.0.1:5000/mcp'),
      redirected(308, 'http://erp.example/mcp'),
      redirected(302, null),
    ],
  },
  *check(evidence) {
    for (const { http } of conversation(evidence)) {
      const seen = http.followed ?? (http.status >= 300 && http.status < 400 ? http : null);
      if (!seen) continue;
      yield { at: 'http', ...tell(seen.status, seen.url, seen.location) };
      return;
    }
  },
};

function tell(status: number, url: string, location: string | null): { message: string; fix?: string } {
  const path = new URL(url).pathname;
  if (location === null || !URL.canParse(location))
    return { message: `POST ${path} was answered with ${status}, a redirect that leads nowhere` };
  const [from, to] = [new URL(url), new URL(location)];
  const start = `POST ${quotedPath(path)} was redirected (${status}) to ${from.origin === to.origin ? quotedPath(to.pathname) : quote(location)}`;
  const fix = `use ${quote(location)} in the configuration, or serve both`;
  if (from.protocol === 'https:' && to.protocol === 'http:')
    return {
      message: `${start}, from https to http: clients refuse it, or send the Authorization header unencrypted`,
      fix: 'tell the framework that it stands behind TLS (X-Forwarded-Proto), so that it builds https addresses',
    };
  if (status !== 307 && status !== 308) return { message: `${start}; clients turn the POST into a GET, and the message is lost`, fix };
  if (from.origin !== to.origin)
    return { message: `${start}, another origin; clients do not follow, or without the Authorization header`, fix };
  return { message: `${start}; many clients do not follow, or lose the Authorization header`, fix };
}

function quotedPath(path: string): string {
  return /^[\w/.~-]{1,100}$/.test(path) ? path : quote(path);
}
