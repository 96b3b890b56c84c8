import { isDeeperThan, member } from '../model/json.ts';
import type { HostVerdict } from '../model/run.ts';
import { plural, quote, shorten } from '../model/text.ts';
import { held } from './byte-pipe.ts';
import { newConversation } from './conversation.ts';
import type { HostInput } from './host-input.ts';
import { within } from './limit.ts';
import { type LostTool, lostTools } from './lost-tools.ts';
import { refusalWords } from './refusal.ts';
import { issueWords } from './schema-issues.ts';
import type { Link, Mode, Sdk } from './sdk.ts';

/** At 1,400 levels the SDKs overflow the stack, outside of any promise, so that we would die with them; at 800 they do not. */
const MAX_LEVELS = 800;

/** No request gets less than this, however quickly the adapter answered before: it may be busy now. */
const LEAST_MS = 4_000;
/** How long the end of an HTTP session may take. */
const GOODBYE_MS = 1_000;

/** One client to ask. */
interface Asked {
  host: string;
  mode: Mode;
  load(kind: Link['kind']): Promise<Sdk>;
}

const one = async (kind: Link['kind']) => (await import('./sdk-one.ts')).loadSdkOne(kind);
const two = async () => (await import('./sdk-two.ts')).loadSdkTwo();

/**
 * Lets the official clients connect and list the tools, one after the other, and says for each what it would use of the adapter. They
 * begin with initialize, as installed hosts do; SDK 2.x is asked in `auto` mode too where that makes a difference, which is with an
 * adapter that answers server/discover. Of a saved list their schemas judge the declarations. Empty when nothing was seen of the adapter.
 */
export async function sdkVerdicts(input: HostInput): Promise<HostVerdict[]> {
  const { evidence } = input;
  if (evidence.failure && !evidence.tools.length) return [];
  const asked: Asked[] = [
    { host: 'sdk-1', mode: 'legacy', load: one },
    { host: 'sdk-2', mode: 'legacy', load: two },
  ];
  if (evidence.era === 'modern' || evidence.era === 'dual') asked.push({ host: 'sdk-2-auto', mode: 'auto', load: two });
  const verdicts: HostVerdict[] = [];
  if (evidence.transport === 'file') for (const each of asked.slice(0, 2)) verdicts.push(await read(each, input));
  else for (const each of asked) verdicts.push(await ask(each, input));
  return verdicts;
}

/** What the SDK's schema says of a list that nobody serves. */
async function read({ host, load }: Asked, { evidence }: HostInput): Promise<HostVerdict> {
  const sdk = await load('pipe');
  const list = { tools: evidence.tools.map((tool) => tool.raw) };
  const issues = sdk.listIssues(list);
  const detail = issues.length ? `${issueWords(issues, list)}; the whole list is refused` : '';
  return { host, version: sdk.version, accepts: !detail, tools: detail ? 0 : evidence.tools.length, detail };
}

async function ask({ host, mode, load }: Asked, input: HostInput): Promise<HostVerdict> {
  const { evidence } = input;
  const deep = evidence.tools.find(({ raw }) => isDeeperThan(raw, MAX_LEVELS));
  if (deep) {
    const detail = `${quote(deep.name, 64)} is nested more than ${MAX_LEVELS} levels deep, at which the client runs out of stack and dies`;
    return { host, version: null, accepts: false, tools: 0, detail };
  }
  // The adapter starts while the SDK loads.
  const [loaded, opened] = await Promise.allSettled([load(input.open ? 'pipe' : 'http'), reach(input)]);
  if (loaded.status === 'rejected') {
    if (opened.status === 'fulfilled' && opened.value.kind === 'pipe') await opened.value.pipe.close();
    throw loaded.reason;
  }
  const sdk = loaded.value;
  const refused = (detail: string): HostVerdict => ({ host, version: sdk.version, accepts: false, tools: 0, detail });
  if (opened.status === 'rejected')
    return refused(`it does not start once more: ${shorten(String(member(opened.reason, 'message')), 120)}`);
  const conversation = newConversation();
  const session = sdk.session(opened.value, conversation, mode);
  const limitMs = patience(input);
  try {
    await within(limitMs * 2, session.connect(limitMs));
    if (!session.asksForTools() && evidence.tools.length)
      return refused(`no tools capability is declared, so the ${plural(evidence.tools.length, 'tool')} are never asked for`);
    const listed = session.asksForTools() ? await within(limitMs * 3, session.list(limitMs)) : [];
    return accepted(await lostTools(listed, { sdk, session, conversation, mode, limitMs, ...input }));
  } catch (error) {
    return refused(refusalWords(error, { sdk, mode, conversation, evidence }));
  } finally {
    await session.close(GOODBYE_MS);
  }

  function accepted(lost: readonly LostTool[]): HostVerdict {
    const tools = evidence.tools.filter((tool) => !lost.some((each) => each.name === tool.name)).length;
    const detail = lost.map(({ name, why }) => `${quote(name, 64)} ${why}`).join('; ');
    return { host, version: sdk.version, accepts: true, tools, detail };
  }
}

async function reach({ open, target, headers }: HostInput): Promise<Link> {
  if (open) return { kind: 'pipe', pipe: held(await open()) };
  if (target?.kind === 'http') return { kind: 'http', url: target.url, headers };
  throw new TypeError('a stdio target needs a way to start it');
}

/** Milliseconds for a request: a multiple of what the adapter took before, so that an answer which the SDK drops costs little. */
function patience({ evidence, timeoutMs }: HostInput): number {
  const seen = Math.max(
    evidence.handshake.firstAnswerMs ?? 0,
    ...evidence.exchanges.map((exchange) => (exchange.answer ? exchange.ms : 0)),
  );
  return Math.min(timeoutMs, Math.max(LEAST_MS, 3 * seen));
}
