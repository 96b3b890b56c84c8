import { isLoopback } from '../../model/target.ts';
import { quote, some } from '../../model/text.ts';
import { answeredOnly } from '../http/answers.ts';
import type { SessionRule } from '../rule.ts';
import { resourceMetadata, serverMetadata } from './metadata.ts';
import { got, guarded, server } from './sample.ts';

const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'registration_endpoint', 'revocation_endpoint'];

export const issuerMismatch: SessionRule = {
  id: 'auth/issuer-mismatch',
  on: 'session',
  severity: 'error',
  transports: ['http'],
  clause:
    '2026-07-28 basic/authorization/authorization-server-discovery: issuer MUST be identical to the identifier it was found by (RFC 8414, 3.3)',
  why: 'Clients must refuse metadata of another issuer, so the login ends before it begins.',
  fix: 'serve the metadata of the authorization server at its well-known address, with the issuer exactly as authorization_servers names it',
  examples: {
    good: [guarded(), guarded({ servers: [server()] }), guarded({ servers: [server({ issuer: 'http://127.0.0.1:5000/' })] })],
    bad: [
      guarded({ servers: [server({ issuer: 'http://127.0.0.1:5000/other' })] }),
      guarded({ servers: [got('http://127.0.0.1:5000/.well-known/oauth-authorization-server', 'Not Found', 404)] }),
    ],
  },
  *check(evidence) {
    const listed = resourceMetadata(evidence)?.document.authorization_servers;
    const servers = (Array.isArray(listed) ? listed : []).filter((each) => typeof each === 'string');
    const found = serverMetadata(evidence);
    for (const { document } of found) {
      const { issuer } = document;
      if (!servers.some((each) => trimmed(each) === trimmed(issuer)))
        yield {
          at: 'http',
          message: `the authorization server ${some(
            servers.map((each) => quote(each)),
            2,
          )} ${typeof issuer === 'string' ? `calls itself issuer ${quote(issuer)}` : 'publishes metadata without an issuer'}; clients must refuse it`,
        };
    }
    const asked = answeredOnly(evidence.probes['auth-server'] ?? []);
    if (!found.length && asked.length)
      yield {
        at: 'http',
        message: `no metadata of the authorization server was found at ${some(asked.map(({ http }) => `${new URL(http.url).pathname} (${http.status})`))}`,
      };
  },
};

function trimmed(issuer: unknown): unknown {
  return typeof issuer === 'string' ? issuer.replace(/\/$/, '') : issuer;
}

export const pkceMissing: SessionRule = {
  id: 'auth/pkce-missing',
  on: 'session',
  severity: 'error',
  transports: ['http'],
  clause:
    '2026-07-28 basic/authorization/security-considerations: code_challenge_methods_supported has to include S256, or clients MUST refuse',
  why: 'Clients refuse an authorization server that does not say that it supports PKCE with S256.',
  fix: 'support PKCE and publish "code_challenge_methods_supported": ["S256"]',
  yieldsTo: ['auth/issuer-mismatch'],
  examples: {
    good: [
      guarded({ servers: [server()] }),
      guarded({ servers: [server({ code_challenge_methods_supported: ['plain', 'S256'] })] }),
      guarded(),
    ],
    bad: [
      guarded({ servers: [server({ code_challenge_methods_supported: undefined })] }),
      guarded({ servers: [server({ code_challenge_methods_supported: ['plain'] })] }),
    ],
  },
  *check(evidence) {
    for (const { document } of serverMetadata(evidence)) {
      const methods = document.code_challenge_methods_supported;
      if (Array.isArray(methods) && methods.includes('S256')) continue;
      const says = Array.isArray(methods) ? `only ${some(methods.map((each) => quote(String(each), 30)))}` : 'nothing';
      yield {
        at: 'http',
        message: `the metadata of the authorization server says ${says} in code_challenge_methods_supported; clients want S256`,
      };
    }
  },
};

export const insecureServer: SessionRule = {
  id: 'auth/insecure-server',
  on: 'session',
  severity: 'error',
  transports: ['http'],
  clause: '2026-07-28 basic/authorization/security-considerations: endpoints of the authorization server MUST be served over HTTPS',
  why: 'Codes and tokens can be read and changed on the way.',
  fix: 'serve the endpoints of the authorization server over https (on the own machine http is fine)',
  examples: {
    good: [guarded({ servers: [server()] }), guarded({ servers: [server({ token_endpoint: 'https://login.example/token' })] })],
    bad: [guarded({ servers: [server({ token_endpoint: 'http://login.example/token' })] })],
  },
  *check(evidence) {
    for (const { document } of serverMetadata(evidence)) {
      const plain = ENDPOINTS.filter((name) => isPlain(document[name]));
      if (plain.length) yield { at: 'http', subject: some(plain), message: 'is served over http; clients refuse to log in there' };
    }
  },
};

function isPlain(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  return new URL(value).protocol === 'http:' && !isLoopback(value);
}
