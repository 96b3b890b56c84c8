import type { Evidence } from '../model/evidence.ts';
import { resultOf } from '../model/exchange.ts';
import { isObject, type JsonObject, member } from '../model/json.ts';
import { LATEST_LEGACY, META } from '../model/protocol.ts';
import { isStdio } from '../wire/channel-kinds.ts';
import { declarationsOf } from '../wire/declarations.ts';
import type { Connection } from './connect.ts';

/** What a command gathers while it talks to an adapter. */
export type Seen = Pick<Evidence, 'lists' | 'tools' | 'probes' | 'calls' | 'stdinSharedBy'>;

/** Everything that one connection showed, as the rules read it. */
export function evidenceOf(connection: Connection, seen: Seen): Evidence {
  const { opened, target } = connection;
  const { session, channel, handshake } = opened;
  const stdio = isStdio(channel) ? channel : null;
  return {
    target,
    transport: target.kind,
    era: opened.era,
    revision: session.revision,
    revisions: opened.era === 'dual' ? [LATEST_LEGACY, session.revision] : [session.revision],
    server: serverOf(connection),
    capabilities: capabilitiesOf(connection),
    instructions: instructionsOf(connection),
    handshake,
    tools: seen.tools,
    lists: seen.lists,
    exchanges: session.exchanges,
    unsolicited: [...channel.unsolicited],
    noise: stdio?.noise ?? [],
    process: connection.facts(),
    probes: seen.probes,
    calls: seen.calls,
    failure: opened.failure,
    stdinSharedBy: seen.stdinSharedBy,
  };
}

/** What has been seen before anything was asked. */
export function nothingSeen(): Seen {
  return { lists: {}, tools: [], probes: {}, calls: [], stdinSharedBy: null };
}

/** Keeps the lists. Their tools are declared here once, so that what is found out about one later holds wherever it is named. */
export function keepLists(seen: Seen, lists: Evidence['lists']): void {
  seen.lists = lists;
  seen.tools = lists.tools ? declarationsOf(lists.tools) : [];
}

/** True when tools/list was answered. */
export function hasToolList({ lists }: Pick<Evidence, 'lists'>): boolean {
  return lists.tools?.exchanges.at(-1)?.outcome === 'answered';
}

/** The first answer of the handshake: an InitializeResult or a DiscoverResult. */
function greeting({ opened: { handshake, era } }: Connection): JsonObject | undefined {
  return resultOf(era === 'modern' || era === 'dual' ? handshake.discover : handshake.initialize);
}

export function capabilitiesOf(connection: Connection): JsonObject {
  const capabilities = greeting(connection)?.capabilities;
  return isObject(capabilities) ? capabilities : {};
}

function instructionsOf(connection: Connection): string | null {
  const instructions = greeting(connection)?.instructions;
  return typeof instructions === 'string' ? instructions : null;
}

/** Name and version: from `serverInfo`, which the modern revision moved into `_meta`. */
function serverOf(connection: Connection): { name: string; version: string } | null {
  const result = greeting(connection);
  const info = member(result, 'serverInfo') ?? member(member(result, '_meta'), META.serverInfo);
  if (!isObject(info)) return null;
  return { name: String(info.name ?? ''), version: String(info.version ?? '') };
}
