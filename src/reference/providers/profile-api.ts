import { isDeepStrictEqual } from 'node:util';
import { ask } from '../../kit/backend/ask.ts';
import { baseOf, targetUrl } from '../../kit/backend/target-url.ts';
import { ToolError } from '../../kit/tool-error.ts';
import { follow } from '../../model/follow-pointer.ts';
import type { HttpProfilesCall, HttpProfilesConfig } from '../config/reference-config.ts';
import { headersFrom } from './headers-from.ts';
import { createPace } from './pace.ts';

/**
 * Asks a profile-browser layer over HTTP, no faster than it wants; nothing of what it answers reaches a message.
 * @returns its answer: JSON, and one that counts as a success
 * @throws ToolError `env_unavailable` (no answer, or a passing fault), `env_busy` (in use elsewhere), `env_provider_error` (anything else)
 */
export type AskLayer = (call: HttpProfilesCall, profile: string, signal: AbortSignal) => Promise<unknown>;

const ANSWER_MS = 30_000;
const ANSWER_BYTES = 1024 * 1024;

/** @throws Fault when `baseUrl` is no URL, or a variable for a header is not set */
export function createAskLayer(config: HttpProfilesConfig, env: NodeJS.ProcessEnv): AskLayer {
  const base = baseOf(config.baseUrl);
  const named = headersFrom(config.headersEnv, env);
  const myTurn = createPace(config.ratePerSecond);

  return async ({ method, path, body }, profile, signal) => {
    await myTurn(signal);
    const headers = new Headers(named);
    if (body) headers.set('content-type', 'application/json');
    const answer = await ask({
      url: targetUrl(base, path.replaceAll('{id}', encodeURIComponent(profile))),
      method,
      headers,
      ...(body && { body: JSON.stringify(body).replaceAll('{id}', JSON.stringify(profile).slice(1, -1)) }),
      // Starting what runs and stopping what does not are no errors to such a layer.
      safe: true,
      timeoutMs: ANSWER_MS,
      maxBytes: ANSWER_BYTES,
      signal,
      who: 'the profile-browser layer',
    }).catch((error) => {
      throw error instanceof ToolError ? unanswered(error) : error;
    });
    return judged(answer.status, await answer.json().catch(() => undefined), config);
  };
}

function unanswered(error: ToolError): ToolError {
  if (error.code === 'backend_failed' || error.code === 'backend_refused') return providerError(error.message, error);
  return new ToolError('env_unavailable', {
    retryable: true,
    message: `${error.message}: a person should see whether it runs`,
    cause: error,
  });
}

function judged(status: number, body: unknown, { busy, success }: HttpProfilesConfig): unknown {
  if (status === 401 || status === 403)
    throw providerError(`the profile-browser layer refuses us (HTTP ${status}): a person should look at its key in the config`);
  if (busy && matches(body, busy))
    throw new ToolError('env_busy', { retryable: true, message: 'the profile is in use elsewhere: try again later' });
  if (status === 429 || status >= 500)
    throw new ToolError('env_unavailable', {
      retryable: true,
      message: `the profile-browser layer answered HTTP ${status}: try again later`,
    });
  if (status < 200 || status > 299) throw providerError(`the profile-browser layer answered HTTP ${status}`);
  if (body === undefined) throw providerError('the profile-browser layer did not answer with JSON');
  if (success && !matches(body, success)) throw providerError('the profile-browser layer answered that it could not do it');
  return body;
}

/** Equal, or for texts: contained, as messages name users and times. */
function matches(body: unknown, { pointer, value }: { pointer: string; value: unknown }): boolean {
  const seen = follow(body, pointer).value;
  return isDeepStrictEqual(seen, value) || (typeof seen === 'string' && typeof value === 'string' && value !== '' && seen.includes(value));
}

function providerError(message: string, cause?: unknown): ToolError {
  return new ToolError('env_provider_error', { message, cause });
}
