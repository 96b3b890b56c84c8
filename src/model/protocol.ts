/** Which handshake an adapter speaks: `initialize`, `server/discover`, both, or none. */
export type Era = 'legacy' | 'modern' | 'dual' | 'bare';

export type Transport = 'stdio' | 'http' | 'file';

/** Where in a conversation something happened. */
export type Phase = 'spawn' | 'handshake' | 'discover' | 'list' | 'call' | 'probe' | 'shutdown';

/** Every released revision of MCP, oldest first. */
export const REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;
export const LATEST_LEGACY = '2025-11-25';
export const MODERN = '2026-07-28';

/** Revisions are dates, so they order as texts. */
export function isModern(revision: string): boolean {
  return revision >= MODERN;
}

/** JSON-RPC and MCP error codes (2026-07-28 basic/index, "Error codes"). */
export const CODES = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
} as const;

/** Errors that only a server of 2026-07-28 sends: seeing one settles the era (basic/versioning). */
export function isModernError(code: unknown): boolean {
  return code === CODES.headerMismatch || code === CODES.missingCapability || code === CODES.unsupportedVersion;
}

/** The `_meta` keys that every modern request carries (2026-07-28 basic/index, "Request metadata"). */
export const META = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
} as const;

/** A tool name that no adapter has: what the unknown-tool probe calls. */
export const NO_SUCH_TOOL = '__mcp_adapter_no_such_tool__';

/** The capability that a client must declare before it may be asked: request method → capability. */
const CLIENT_CAPABILITIES: Record<string, string> = {
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
  'elicitation/create': 'elicitation',
};

/** The client capability that a request of the adapter's needs; undefined when it needs none. */
export function capabilityFor(method: string): string | undefined {
  return Object.hasOwn(CLIENT_CAPABILITIES, method) ? CLIENT_CAPABILITIES[method] : undefined;
}
