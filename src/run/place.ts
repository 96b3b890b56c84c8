import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Evidence } from '../model/evidence.ts';
import { Fault } from '../model/fault.ts';
import { member } from '../model/json.ts';
import { didYouMeanOneOf } from '../model/nearest.ts';
import { masker } from '../model/secret.ts';
import type { Secret } from '../model/target.ts';
import { quote } from '../model/text.ts';
import type { ToolDeclaration } from '../model/tool.ts';
import { isHttp } from '../wire/channel-kinds.ts';
import { listAll } from '../wire/paging.ts';
import type { Session } from '../wire/session.ts';
import { droppedBecause, toolNamed } from './calls.ts';
import { type Connection, connectTo } from './connect.ts';
import { capabilitiesOf, evidenceOf, hasToolList, keepLists, nothingSeen, type Seen } from './evidence.ts';
import type { RunOptions } from './options.ts';

/** An open connection on which calls are made, with what the adapter declares. */
export interface Place {
  connection: Connection;
  session: Session;
  seen: Seen;
  /** False when no conversation came about; the evidence says why. */
  isOpen: boolean;
  /** Hides the secrets in a text that came from the adapter. */
  mask: (text: string) => string;
  /** Everything that it showed, as the rules read it. */
  evidence(): Evidence;
  close(): Promise<void>;
}

/** Connects and reads the tools. */
export async function openPlace(options: RunOptions): Promise<Place> {
  const connection = await connectTo(options.target, options.open);
  const { session, channel, failure } = connection.opened;
  const seen = nothingSeen();
  if (!failure) {
    keepLists(seen, { tools: await listAll(session, 'tools/list', 'tools') });
    if (isHttp(channel)) channel.setToolHeaders(seen.tools);
  }
  return placeOf(connection, seen, options.secrets);
}

/** A connection as a place, with what was seen on it. */
export function placeOf(connection: Connection, seen: Seen, secrets: readonly Secret[]): Place {
  const { session, failure } = connection.opened;
  const { close } = connection;
  return { connection, session, seen, isOpen: !failure, mask: masker(secrets), evidence: () => evidenceOf(connection, seen), close };
}

/** Why a call was not made, or says nothing: Ctrl-C, or `--deadline`. */
export const CUT_SHORT = 'the run was cut short';

/** Why no further call can be made here, in words; null when one can. */
export function endOf({ connection, session }: Place): string | null {
  // Then it was us who ended it.
  if (session.signal?.aborted) return CUT_SHORT;
  const exit = connection.exit();
  return exit && `the adapter had ended (${exit.signal ?? `exit code ${exit.code}`})`;
}

/** The tool of that name, or why it cannot be called. */
export async function toolAt({ seen, session }: Place, name: string): Promise<{ tool: ToolDeclaration | null; fault: Fault | null }> {
  const tool = toolNamed(seen.tools, name);
  if (!tool) {
    // Without a list nothing is known: the call itself will tell.
    if (!hasToolList(seen)) return { tool, fault: null };
    const names = seen.tools.map((each) => each.name);
    return { tool, fault: noSuchTool(name, names) };
  }
  const dropped = await droppedBecause(tool, session);
  if (!dropped) return { tool, fault: null };
  const hint = 'correct the declaration; mcp-adapter check shows where';
  return { tool, fault: new Fault('usage', `clients over HTTP must not call ${quote(name)}: ${dropped}`, hint) };
}

/** A name that no tool has. */
export function noSuchTool(name: string, names: readonly string[]): Fault {
  return new Fault('usage', `the adapter has no tool ${quote(name)}`, didYouMeanOneOf(name, names, NO_TOOLS));
}

/** The hint where no tool can be named. */
export const NO_TOOLS = 'it declares no tools';

/** Kit adapters and the Python templates read grants from their state folder (contracts §1). */
export function takesGrants({ connection }: Place): boolean {
  return member(member(member(capabilitiesOf(connection), 'experimental'), 'mcp-adapter'), 'state') === 1;
}

/** The same options for an adapter whose state is in `folder`. */
export function withState(options: RunOptions, folder: string): RunOptions {
  return { ...options, open: { ...options.open, env: { ...options.open.env, MCP_ADAPTER_STATE: folder } } };
}

/** An empty state folder of its own, and what removes it. */
export function freshState(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-adapter-state-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
