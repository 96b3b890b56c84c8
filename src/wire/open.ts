import type { Handshake } from '../model/evidence.ts';
import type { StartFailure } from '../model/process.ts';
import type { Era } from '../model/protocol.ts';
import type { Channel } from './channel.ts';
import type { FrameLog } from './frame-log.ts';
import type { ClientInfo, Session } from './session.ts';

/** How `--era` names what is spoken. */
export type EraWish = 'auto' | 'legacy' | 'modern' | 'bare';

export interface OpenOptions {
  info: ClientInfo;
  era: EraWish;
  /** A revision from `--protocol`; null for the newest. */
  protocol: string | null;
  /** Client capabilities to declare: `roots`, `sampling`, `elicitation`. */
  capabilities: readonly string[];
  /** Milliseconds until the first answer of a process or server. */
  startTimeoutMs: number;
  /** Milliseconds for each later request. */
  timeoutMs: number;
  /** The environment we run in: what adapters get of it is the wire's business. */
  env: NodeJS.ProcessEnv;
  /** Ends every wait and kills what was started. */
  signal: AbortSignal;
  onStderr?: (chunk: Buffer) => void;
  /** Called with the frames of the conversation before it begins: a trace is written from there. */
  trace?: (frames: FrameLog) => void;
}

/** The same options for a connection beside the conversation: it is not listened to. */
export function aside({ onStderr: _, trace: __, ...options }: OpenOptions): OpenOptions {
  return options;
}

/** A connection as far as it came: with `failure` set there may be no conversation, but still facts. */
export interface Opened<C extends Channel = Channel> {
  channel: C;
  session: Session;
  era: Era;
  handshake: Handshake;
  failure: StartFailure | null;
}
