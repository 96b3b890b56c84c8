import type { Exchange } from './exchange.ts';
import type { Frame, Noise } from './frame.ts';
import type { JsonObject } from './json.ts';
import type { ProcessFacts, StartFailure } from './process.ts';
import { type Era, LATEST_LEGACY, MODERN, type Transport } from './protocol.ts';
import type { Target } from './target.ts';
import type { ToolDeclaration } from './tool.ts';

/** A question put to the adapter on purpose, beside the ordinary conversation. */
export type ProbeName =
  // any transport
  | 'second-list'
  | 'invalid-cursor'
  | 'unknown-tool'
  | 'unknown-method'
  | 'unknown-notification'
  | 'invalid-json'
  | 'string-id'
  | 'zero-id'
  | 'ping'
  | 'version-older'
  | 'version-unknown'
  | 'second-connection'
  | 'undeclared-lists'
  // modern
  | 'meta-missing'
  | 'meta-without-version'
  | 'meta-without-capabilities'
  | 'meta-without-client'
  | 'removed-method'
  | 'initialize-on-modern'
  // stdio
  | 'closed-stdout'
  // http
  | 'http-get'
  | 'http-delete'
  | 'http-options'
  | 'http-accept-json'
  | 'http-origin'
  | 'http-host'
  | 'http-other-address'
  | 'http-batch'
  | 'http-large-body'
  | 'session-unknown'
  | 'session-missing'
  | 'session-deleted'
  | 'protocol-header-invalid'
  | 'protocol-header-missing'
  | 'header-version-mismatch'
  | 'header-method-missing'
  | 'header-method-mismatch'
  | 'header-name-missing'
  | 'header-name-mismatch'
  | 'header-name-encoded'
  | 'header-case'
  | 'header-param-missing'
  // authorization
  | 'auth-metadata'
  | 'auth-server';

/** How the conversation began. */
export interface Handshake {
  /** `server/discover` in the first process, when it was sent. */
  discover: Exchange | null;
  /** Why a second process was started before `initialize`. */
  restarted: 'died' | 'silent' | 'refused' | null;
  initialize: Exchange | null;
  /** `notifications/initialized`, with what came of it. */
  initialized: Exchange | null;
  /** Milliseconds from the start of the process that answered until its first answer. */
  firstAnswerMs: number | null;
  /** Every `initialize` that was refused before one was taken, newest last, as a server may name its versions in the refusal. */
  refused: Exchange[];
}

/** All pages of one list method. */
export interface Pages {
  method: string;
  exchanges: Exchange[];
  /** The items of every page, each once, as received. */
  items: unknown[];
  /** Why paging stopped early. */
  stopped: 'repeated-cursor' | 'too-many-pages' | 'too-many-items' | 'bad-cursor' | null;
  /** The cursor at which it stopped. */
  cursor: string | null;
}

/** One `tools/call`, by the user's wish or as an argument probe. */
export interface CallRecord {
  name: string;
  /** Null when the adapter does not declare a tool of this name. */
  tool: ToolDeclaration | null;
  arguments: JsonObject;
  /** The exact JSON text of the arguments, as it was sent. */
  text: string;
  exchange: Exchange;
  /** Set for calls of `--probe-args`: which argument was changed, and how. */
  probe: { kind: 'extra' | 'missing' | 'wrong-type' | 'text'; argument: string } | null;
}

/** Everything that was seen of one adapter: plain data, from which every rule judges. */
export interface Evidence {
  target: Target | null;
  transport: Transport;
  era: Era;
  /** The revision spoken, or that of a saved list. */
  revision: string;
  /** The revisions the declarations are judged for. */
  revisions: string[];
  server: { name: string; version: string } | null;
  capabilities: JsonObject;
  instructions: string | null;
  handshake: Handshake;
  tools: ToolDeclaration[];
  /** tools/list, resources/list, prompts/list, resources/templates/list as far as they were asked. */
  lists: Partial<Record<'tools' | 'resources' | 'prompts' | 'resourceTemplates', Pages>>;
  /** The ordinary conversation, in order; probes are not among it. */
  exchanges: Exchange[];
  /** Messages from the adapter that answer nothing of ours: its own requests, unasked notifications, unknown ids. */
  unsolicited: Frame[];
  noise: Noise[];
  process: ProcessFacts | null;
  probes: Partial<Record<ProbeName, Exchange[]>>;
  calls: CallRecord[];
  /** Set when nothing, or not everything, could be checked. */
  failure: StartFailure | null;
  /** A process started during a call that has the adapter's stdin open, when a later call got no answer. */
  stdinSharedBy: { pid: number; tool: string } | null;
}

/** A handshake in which nothing was said yet. */
export function noHandshake(): Handshake {
  return { discover: null, restarted: null, initialize: null, initialized: null, firstAnswerMs: null, refused: [] };
}

/** The evidence of declarations alone, such as a saved tools/list: nothing was asked, so only they can be judged. */
export function declaredEvidence(tools: readonly ToolDeclaration[], list: Pages | null, protocol: string | null): Evidence {
  return {
    target: null,
    transport: 'file',
    era: protocol && protocol >= MODERN ? 'modern' : 'legacy',
    revision: protocol ?? LATEST_LEGACY,
    revisions: protocol ? [protocol] : [LATEST_LEGACY, MODERN],
    server: null,
    capabilities: {},
    instructions: null,
    handshake: noHandshake(),
    tools: [...tools],
    lists: list ? { tools: list } : {},
    exchanges: [],
    unsolicited: [],
    noise: [],
    process: null,
    probes: {},
    calls: [],
    failure: null,
    stdinSharedBy: null,
  };
}
