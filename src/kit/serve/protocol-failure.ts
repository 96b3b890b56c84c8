import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { incident } from '../incident.ts';
import { ToolError } from '../tool-error.ts';

/** What a resource or prompt that failed is answered with: they have no envelope, so its words go into the protocol error. */
export function protocolFailure(what: string, error: unknown, log: (line: string) => void): ProtocolError {
  if (error instanceof ProtocolError) return error;
  if (error instanceof ToolError)
    return new ProtocolError(ProtocolErrorCode.InternalError, error.message, { code: error.code, retryable: error.retryable });
  const id = incident(what, error, log);
  return new ProtocolError(ProtocolErrorCode.InternalError, `the adapter failed unexpectedly; its log has the details under ${id}`, {
    code: 'internal',
    retryable: false,
    incident: id,
  });
}
