import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { incident } from '../incident.ts';
import { orTimeUp, TimeUp } from '../time-up.ts';
import { ToolError } from '../tool-error.ts';

/** How long a resource, a prompt or a completion may take. */
const LIMIT_MS = 30_000;

/**
 * Runs an author's code that no pipeline guards: within its time, and what it gives can be sent.
 * @throws ProtocolError that tells nothing of what went wrong inside
 */
export async function guarded<T>(what: string, log: (line: string) => void, work: () => T | Promise<T>): Promise<T> {
  try {
    const result = await orTimeUp(Promise.resolve().then(work), LIMIT_MS);
    JSON.stringify(result);
    return result;
  } catch (error) {
    throw protocolFailure(what, error, log);
  }
}

/** What a resource or prompt that failed is answered with: they have no envelope, so its words go into the protocol error. */
function protocolFailure(what: string, error: unknown, log: (line: string) => void): ProtocolError {
  if (error instanceof ProtocolError) return error;
  if (error instanceof TimeUp)
    return new ProtocolError(ProtocolErrorCode.InternalError, `${what} took too long`, { code: 'timeout', retryable: true });
  if (error instanceof ToolError)
    return new ProtocolError(ProtocolErrorCode.InternalError, error.message, { code: error.code, retryable: error.retryable });
  const id = incident(what, error, log);
  return new ProtocolError(ProtocolErrorCode.InternalError, `the adapter failed unexpectedly; its log has the details under ${id}`, {
    code: 'internal',
    retryable: false,
    incident: id,
  });
}
