import type { Phase } from './protocol.ts';

/** One message on the wire, in either direction. */
export interface Frame {
  /** Order within the connection, from 1. */
  seq: number;
  /** Milliseconds since the connection began. */
  ms: number;
  direction: 'in' | 'out';
  /** UTF-8 bytes of the message, without its line end. */
  bytes: number;
  /** The message as parsed; undefined for something sent on purpose that is no JSON. */
  message: unknown;
  /** stdout line (from 1) of a message received over stdio. */
  line?: number;
  phase: Phase;
  /** The tool that ran when it arrived. */
  tool: string | null;
}

/** How a piece of stdout failed to be one JSON-RPC message on one line. */
export type NoiseKind =
  /** text */
  | 'text'
  /** JSON, but no JSON-RPC message, such as a log object */
  | 'json'
  /** what npm, npx, pnpm, uv or dotnet print before the adapter runs */
  | 'launcher'
  /** empty lines */
  | 'blank'
  /** one message spread over several lines */
  | 'multiline'
  /** `Content-Length:` headers */
  | 'framing'
  /** a byte order mark before a message, which was stripped */
  | 'bom'
  /** a carriage return at the end of a message, which was stripped */
  | 'crlf'
  /** bytes that are no UTF-8 */
  | 'encoding'
  /** text on the same line as a message, which was separated */
  | 'glued'
  /** a line above 16 MiB, skipped */
  | 'too-long'
  /** the process ended within a line */
  | 'truncated';

/** Something on stdout that is no message, or a message with something wrong about its bytes. */
export interface Noise {
  kind: NoiseKind;
  /** stdout line, from 1. */
  line: number;
  /** The last line, for what spans several. */
  endLine: number;
  /** Bytes of it. */
  bytes: number;
  /** The first 400 characters. */
  text: string;
  ms: number;
  phase: Phase;
  /** The tool that ran at the time. */
  tool: string | null;
  /** True before the first message came. */
  beforeFirst: boolean;
}
