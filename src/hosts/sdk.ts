import type { JsonObject } from '../model/json.ts';
import type { BytePipe } from './byte-pipe.ts';
import type { Conversation } from './conversation.ts';
import type { SchemaIssue } from './schema-issues.ts';

/** Over what an SDK client reaches the adapter. */
export type Link = { kind: 'pipe'; pipe: BytePipe } | { kind: 'http'; url: string; headers: Record<string, string> };

/** What a client offers first: `legacy` begins with initialize, as installed hosts do; `auto` asks server/discover before. */
export type Mode = 'legacy' | 'auto';

/** One official SDK, loaded. */
export interface Sdk {
  /** As reports call it. */
  name: string;
  version: string | null;
  /** What its result schemas say of a raw result. */
  listIssues(result: unknown): SchemaIssue[];
  callIssues(result: unknown): SchemaIssue[];
  /** Why its client cannot use an outputSchema at all; null when it can. */
  outputSchemaFault(schema: unknown): string | null;
  /** A client that has not connected yet; nothing is sent before `connect`. */
  session(link: Link, conversation: Conversation, mode: Mode): SdkSession;
}

/** One client. Its methods reject with whatever the SDK throws. */
export interface SdkSession {
  connect(limitMs: number): Promise<void>;
  /** False when this client shows no tools because the adapter declares no such capability. */
  asksForTools(): boolean;
  /** The names of the tools of every page. */
  list(limitMs: number): Promise<string[]>;
  call(name: string, args: JsonObject, limitMs: number): Promise<void>;
  /** Ends the session and the connection; never rejects, and waits at most `limitMs` for an HTTP answer. */
  close(limitMs: number): Promise<void>;
}

/** Thrown when the pages of a list come round again. */
export class EndlessPages extends Error {
  constructor() {
    super('the pages of the list do not end');
    this.name = 'EndlessPages';
  }
}

/** What both clients say about themselves. */
export const CLIENT = { name: 'mcp-adapter', version: '1.0.0' };
