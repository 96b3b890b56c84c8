import { Fault } from '../../model/fault.ts';
import type { Caller } from '../caller.ts';
import { outcomeUnknown } from '../outcome-unknown.ts';
import { ToolError } from '../tool-error.ts';
import type { TraceContext } from '../trace.ts';
import { ask } from './ask.ts';
import type { Credential } from './credential.ts';
import { baseOf, targetUrl } from './target-url.ts';

export interface BackendOptions {
  /** Paths are resolved under it and cannot leave it. */
  baseUrl: string | URL;
  /** `tokenExchange(…)` or `subjectHeader(…)`: the caller's own token is never passed on. */
  credential: Credential;
  /** Bytes of an answer: 1 MiB unless said. */
  maxBodyBytes?: number;
}

export interface BackendRequest {
  /** GET unless said. */
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  /** The context's, so that a call that is cancelled ends here too. */
  signal?: AbortSignal;
  /** The context's, so that the trace goes on in the system behind. */
  trace?: TraceContext | null;
  /** 10 s unless said. */
  timeoutMs?: number;
  /** True when a request that is no GET changes nothing either, such as a search by POST. */
  safe?: boolean;
}

/** A system behind the adapter, asked on behalf of the caller. */
export interface Backend {
  /**
   * The answer, read to its end, whatever its status is but for those that throw. Redirects are not followed.
   * @throws ToolError `backend_unreachable`, `backend_timeout`; `backend_refused` for 401, 403, and a caller who cannot be vouched for;
   *   `backend_failed` for 429, 5xx and what is too long; `outcome_unknown` in the place of the last two when the request may have changed something
   */
  fetch(caller: Caller, path: string, request?: BackendRequest): Promise<Response>;
}

const WHO = 'the system behind';
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
const LONGEST_MS = 600_000;
/** The server is busy, not broken. */
const LATER = new Set([429, 502, 503, 504]);
/** Of the answers of a server in trouble, those that say that it did nothing; any other may come after the work was done. */
const UNDONE = new Set([501, 503]);

/** @throws Fault when the options cannot be used */
export function createBackend({ baseUrl, credential, maxBodyBytes = 1024 * 1024 }: BackendOptions): Backend {
  const base = baseOf(baseUrl);
  return {
    async fetch(caller, path, request = {}) {
      const { method = 'GET', body, signal, trace, timeoutMs = 10_000, safe = SAFE.has(method) } = request;
      if (!(timeoutMs > 0 && timeoutMs <= LONGEST_MS)) throw new Fault('config', `timeoutMs is ${timeoutMs}`, `give 1 to ${LONGEST_MS}`);
      const url = targetUrl(base, path);
      const headers = new Headers(request.headers);
      for (const name of ['traceparent', 'tracestate', 'baggage'] as const) if (trace?.[name]) headers.set(name, trace[name]);
      const send = async () => {
        // Set last: nothing that a tool says may take their place.
        for (const [name, value] of Object.entries(await credential.headers(caller))) headers.set(name, value);
        const question = { url, method, headers, safe, timeoutMs, maxBytes: maxBodyBytes, signal, who: WHO };
        return ask(body === undefined ? question : { ...question, body });
      };
      const answer = await send();
      // A token that was kept may have been taken back meanwhile; a refused request did nothing, so it may be sent again.
      const again = answer.status === 401 && credential.forget(caller);
      return passed(again ? await send() : answer, safe);
    },
  };
}

function passed(answer: Response, safe: boolean): Response {
  const { status } = answer;
  if (status === 401 || status === 403)
    throw new ToolError('backend_refused', { message: `${WHO} does not let this caller do that (${status})`, data: { status } });
  if (!safe && status >= 500 && !UNDONE.has(status)) throw outcomeUnknown(`${WHO} answered ${status}`);
  if (status === 429 || status >= 500)
    throw new ToolError('backend_failed', { retryable: LATER.has(status), message: `${WHO} answered ${status}`, data: { status } });
  return answer;
}
