import type { JsonObject } from '../model/json.ts';
import { CODES } from '../model/protocol.ts';

/**
 * What a client of few words answers to a request of the adapter: ping is answered; what was not declared is an unknown method; what was
 * declared is declined as the specification has it (an empty list of roots, a rejected sampling, a declined elicitation).
 */
export function answerServerRequest(request: JsonObject, capabilities: readonly string[]): JsonObject {
  const { id, method } = request;
  const result = (value: JsonObject) => ({ jsonrpc: '2.0', id, result: value });
  if (method === 'ping') return result({});
  if (method === 'roots/list' && capabilities.includes('roots')) return result({ roots: [] });
  if (method === 'elicitation/create' && capabilities.includes('elicitation')) return result({ action: 'decline' });
  if (method === 'sampling/createMessage' && capabilities.includes('sampling'))
    return { jsonrpc: '2.0', id, error: { code: -1, message: 'The user rejected the sampling request' } };
  return {
    jsonrpc: '2.0',
    id,
    error: { code: CODES.methodNotFound, message: `Method not found: ${String(method)} was not declared by this client` },
  };
}
