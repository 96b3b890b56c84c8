import { createHash } from 'node:crypto';
import { isObject, type JsonObject } from '../../model/json.ts';
import type { Caller } from '../caller.ts';
import { secureUrl } from '../http/secure-url.ts';
import { tokenOf } from '../oauth/caller-token.ts';
import { ToolError } from '../tool-error.ts';
import { ask } from './ask.ts';
import type { Credential } from './credential.ts';

export interface TokenExchangeOptions {
  /** Of the authorization server: https, or on this machine. */
  tokenEndpoint: string | URL;
  clientId: string;
  clientSecret: string;
  /** Who the new token is for: the system behind. */
  audience?: string;
  /** What it may do there, space separated. */
  scope?: string;
  /** 10 s unless said. */
  timeoutMs?: number;
}

interface Kept {
  token: Promise<string>;
  /** `Date.now()` from which it is not used any more; until it has come, everybody waits for it. */
  until: number;
}

const WHO = 'the server that gives tokens for the system behind';
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';
const MAX_BYTES = 64 * 1024;
/** Callers whose tokens are kept; the longest kept ones go first. */
const MAX_KEPT = 1_000;
/** So much earlier than it says a token is not used any more. */
const MARGIN_MS = 30_000;
/** RFC 6749, 5.2 and RFC 8693, 2.2.2: errors that may be told, because they are words of the protocol. */
const ERRORS = /^(?:invalid_(?:request|client|grant|scope|target)|unauthorized_client|unsupported_grant_type|access_denied)$/;

/**
 * Exchanges the caller's token for one that is meant for the system behind (RFC 8693), and keeps that until shortly before it ends.
 * @throws Fault when the options cannot be used
 */
export function tokenExchange(options: TokenExchangeOptions): Credential {
  const { tokenEndpoint, clientId, clientSecret, audience, scope, timeoutMs = 10_000 } = options;
  const endpoint = secureUrl('tokenEndpoint', tokenEndpoint);
  const kept = new Map<string, Kept>();
  const headers = new Headers({
    authorization: `Basic ${Buffer.from(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
  });

  return {
    async headers(caller) {
      const subject = subjectToken(caller);
      const key = keyOf(subject);
      const known = kept.get(key);
      const { token } = known && Date.now() < known.until ? known : keep(key, subject);
      return { authorization: `Bearer ${await token}` };
    },
    forget: (caller) => kept.delete(keyOf(subjectToken(caller))),
  };

  function keep(key: string, subject: string): Kept {
    const exchanged = exchange(subject);
    const entry: Kept = { until: Number.POSITIVE_INFINITY, token: exchanged.then(({ token }) => token) };
    kept.delete(key);
    kept.set(key, entry);
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    exchanged.then(
      ({ until }) => {
        entry.until = until;
      },
      () => {
        if (kept.get(key) === entry) kept.delete(key);
      },
    );
    return entry;
  }

  async function exchange(subject: string): Promise<{ token: string; until: number }> {
    const askedAt = Date.now();
    const form = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: subject,
      subject_token_type: ACCESS_TOKEN,
      requested_token_type: ACCESS_TOKEN,
      ...(audience === undefined ? {} : { audience }),
      ...(scope === undefined ? {} : { scope }),
    });
    const body = form.toString();
    const answer = await ask({ url: endpoint, method: 'POST', headers, body, safe: true, timeoutMs, maxBytes: MAX_BYTES, who: WHO });
    const document = await jsonOf(answer);
    if (answer.status !== 200) throw refusal(answer.status, document.error);
    const { access_token: token, token_type: type, expires_in: seconds } = document;
    if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token) || typeof type !== 'string' || type.toLowerCase() !== 'bearer')
      throw new ToolError('backend_failed', { message: `${WHO} answered without a bearer token` });
    // Passing it on would be what the exchange is there to prevent.
    if (token === subject) throw new ToolError('backend_failed', { message: `${WHO} gave the caller's own token back` });
    return { token, until: askedAt + (typeof seconds === 'number' ? seconds * 1000 : 0) - MARGIN_MS };
  }
}

function subjectToken(caller: Caller): string {
  const token = tokenOf(caller);
  if (token !== undefined) return token;
  throw new ToolError('backend_refused', {
    message: 'this caller came without a token that could be exchanged for one of the system behind: call over HTTP with OAuth',
  });
}

/** Tokens of one caller may differ in what they allow, so each is exchanged by itself. */
function keyOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** RFC 6749, 2.3.1. */
function formEncoded(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1);
}

async function jsonOf(answer: Response): Promise<JsonObject> {
  const document: unknown = await answer.json().catch(() => null);
  return isObject(document) ? document : {};
}

function refusal(status: number, error: unknown): ToolError {
  const said = typeof error === 'string' && ERRORS.test(error) ? `, ${error}` : '';
  const refused = status === 400 || status === 401 || status === 403;
  return new ToolError(refused ? 'backend_refused' : 'backend_failed', {
    retryable: status === 429 || status >= 500,
    message: `${WHO} ${refused ? 'refused this caller' : 'answered'} (${status}${said})`,
    data: { status },
  });
}
