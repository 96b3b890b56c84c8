import { createHash } from 'node:crypto';
import { canonicalJson } from '../model/canonical-json.ts';
import { isObject, type JsonObject, member } from '../model/json.ts';
import { escapeUnsafe } from '../model/text.ts';
import type { Risk } from '../model/tool.ts';
import { isTooDeep } from '../schema/depth-limit.ts';
import { publishedRisk, withRisk } from './published-risk.ts';

export const LOCK_FORMAT = 'mcp-adapter/lock@1';
/** Where it is kept, beside the config. */
export const LOCK_FILE = 'tools.lock.json';

/** What an adapter promised: every declaration as it was, so that a change of one is seen, and can be read as before and after. */
export interface Lock {
  format: typeof LOCK_FORMAT;
  /** How everything is hashed: SHA-256, in hex, of the JSON of RFC 8785. */
  hash: 'sha256-jcs';
  /** The revision that was spoken. */
  protocol: string;
  server: {
    name: string;
    version: string;
    /** What it tells every model; null where it says nothing. A lock without it is older, and knows nothing of published risks either. */
    instructions?: string | null;
  };
  /** As whom the list was read: with other credentials an adapter may offer other tools. */
  profile: string;
  tools: Record<string, LockedTool>;
}

export interface LockedTool {
  /** Of the declaration, and of the risk where one is published. */
  hash: string;
  /** Of what it says in each part; null where it says nothing. What no part holds, the hash of the whole does. */
  parts: Record<'input' | 'output' | 'text' | 'annotations', string | null>;
  /** What the tool publishes in `_meta["mcp-adapter/risk"]`. */
  risk?: Risk;
  /** Without `_meta`; members in the order of their names. */
  declaration: JsonObject;
}

/**
 * Locks declarations. The cursor, the time to live and the cache scope of a list belong to the list, and `_meta`, but for a published risk, to
 * whoever carries it: they are no part of the promise. Of two tools of one name the first counts; one without a name, or nested too deep, cannot be locked.
 */
export function lockOf({
  protocol,
  server: { name: serverName, version, instructions = null },
  tools,
}: Pick<Lock, 'protocol' | 'server'> & { tools: readonly unknown[] }): Lock {
  const locked = new Map<string, LockedTool>();
  for (const raw of tools) {
    const name = member(raw, 'name');
    if (isObject(raw) && typeof name === 'string' && !locked.has(name) && !isTooDeep(raw)) locked.set(name, lockedTool(raw));
  }
  const sorted = [...locked].sort(([a], [b]) => (a < b ? -1 : 1));
  const server = { name: serverName, version, instructions };
  return { format: LOCK_FORMAT, hash: 'sha256-jcs', protocol, server, profile: 'default', tools: Object.fromEntries(sorted) };
}

/** The lock as it is kept: one member a line, so that git shows what changed; what a reader cannot see is written as escapes. */
export function lockText(lock: Lock): string {
  return `${escapeUnsafe(JSON.stringify(lock, null, 2))}\n`;
}

/** One declaration with its hashes. */
export function lockedTool({ _meta, ...raw }: JsonObject): LockedTool {
  const declaration = sorted(raw);
  const risk = publishedRisk({ _meta });
  const { title, description, icons, inputSchema, outputSchema, annotations } = declaration;
  const says = title !== undefined || description !== undefined || icons !== undefined;
  return {
    hash: hashOf(risk ? withRisk(declaration, risk) : declaration),
    parts: {
      input: hashOf(inputSchema),
      output: hashOf(outputSchema),
      text: hashOf(says ? { title, description, icons } : undefined),
      annotations: hashOf(annotations),
    },
    ...(risk ? { risk } : {}),
    declaration,
  };
}

/** The same value with its members in one order. A number that JavaScript cannot hold has become null before: JSON has none such. */
function sorted(value: JsonObject): JsonObject {
  return JSON.parse(canonicalJson(JSON.parse(JSON.stringify(value))));
}

function hashOf(value: JsonObject): string;
function hashOf(value: unknown): string | null;
function hashOf(value: unknown): string | null {
  return value === undefined ? null : createHash('sha256').update(canonicalJson(value)).digest('hex');
}
