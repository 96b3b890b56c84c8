import { messageOf } from '../../model/fault.ts';
import { duration, size } from '../../model/text.ts';
import { limitedBytes, TooLong } from '../http/limited-bytes.ts';
import { outcomeUnknown } from '../outcome-unknown.ts';
import { ToolError } from '../tool-error.ts';

/** One HTTP request to a system behind, or to the server that gives tokens for it. */
export interface Question {
  url: URL;
  method: string;
  headers: Headers;
  body?: string | Uint8Array<ArrayBuffer>;
  /** True when the request changes nothing, so that it may be sent again whatever became of it. */
  safe: boolean;
  timeoutMs: number;
  maxBytes: number;
  signal?: AbortSignal | undefined;
  /** How messages name who is asked: `the system behind`. */
  who: string;
}

/** Nothing was sent when a connection could not even be made. */
const UNSENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);
/** What `Response` takes no body for. */
const WITHOUT_BODY = new Set([204, 205, 304]);

/**
 * Sends it and reads the whole answer; redirects are answers too, and are not followed.
 * @throws ToolError `backend_unreachable`, `backend_timeout`, `backend_failed` (an answer that is too long), `outcome_unknown` when what changes
 *   something was sent and no answer that can be read came; the reason of `signal` when it is aborted
 */
export async function ask({ url, method, headers, body, safe, timeoutMs, maxBytes, signal, who }: Question): Promise<Response> {
  const time = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await fetch(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, time]) : time,
    });
    const bytes = await limitedBytes(answer, maxBytes);
    return new Response(WITHOUT_BODY.has(answer.status) ? null : bytes, { status: answer.status, headers: answer.headers });
  } catch (cause) {
    signal?.throwIfAborted();
    const isTooLong = cause instanceof TooLong;
    const longer = `${who} answered with more than ${size(maxBytes)}`;
    if (!safe && !UNSENT.has(causeOf(cause)))
      throw outcomeUnknown(isTooLong ? longer : `the request was sent to ${who}, and no answer came`, cause);
    if (isTooLong) throw new ToolError('backend_failed', { message: `${longer}: ask for less`, cause });
    if (time.aborted)
      throw new ToolError('backend_timeout', { retryable: true, message: `${who} did not answer within ${duration(timeoutMs)}`, cause });
    throw new ToolError('backend_unreachable', { retryable: true, message: `${who} could not be reached`, cause });
  }
}

/** The code of the operating system, or of node's HTTP client. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : messageOf(error);
}
