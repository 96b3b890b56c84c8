import type { CallRecord, Evidence, Pages } from '../model/evidence.ts';
import { resultOf } from '../model/exchange.ts';
import { isObject, type JsonObject, member } from '../model/json.ts';
import { LATEST_LEGACY, META, MODERN } from '../model/protocol.ts';
import { isStdio } from '../wire/channel-kinds.ts';
import { declarationsOf } from '../wire/declarations.ts';
import type { Connection } from './connect.ts';

/** Everything that one connection showed, as the rules read it. Built again whenever more has been seen. */
export function evidenceOf(connection: Connection, seen: Pick<Evidence, 'lists' | 'probes' | 'calls' | 'stdinSharedBy'>): Evidence {
  const { opened, target } = connection;
  const { session, channel, handshake } = opened;
  const stdio = isStdio(channel) ? channel : null;
  const tools = seen.lists.tools ? declarationsOf(seen.lists.tools) : [];
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
    tools,
    lists: seen.lists,
    exchanges: session.exchanges,
    unsolicited: [...channel.unsolicited],
    noise: stdio?.noise ?? [],
    process: connection.facts(),
    probes: seen.probes,
    calls: seen.calls,
    failure: connection.failure,
    stdinSharedBy: seen.stdinSharedBy,
  };
}

/** What has been seen before anything was asked. */
export function nothingSeen(): {
  lists: Evidence['lists'];
  probes: Evidence['probes'];
  calls: CallRecord[];
  stdinSharedBy: Evidence['stdinSharedBy'];
} {
  return { lists: {}, probes: {}, calls: [], stdinSharedBy: null };
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

/** The evidence of a saved tools/list: nothing was asked, so only declarations can be judged. */
export function fileEvidence(tools: Evidence['tools'], list: Pages | null, protocol: string | null): Evidence {
  return {
    target: null,
    transport: 'file',
    era: protocol && protocol >= MODERN ? 'modern' : 'legacy',
    revision: protocol ?? LATEST_LEGACY,
    revisions: protocol ? [protocol] : [LATEST_LEGACY, MODERN],
    server: null,
    capabilities: {},
    instructions: null,
    handshake: { discover: null, restarted: null, initialize: null, initialized: null, firstAnswerMs: null, refused: [] },
    tools,
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
