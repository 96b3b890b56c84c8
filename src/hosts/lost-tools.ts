import type { Judged } from '../checks/judge.ts';
import type { CallRecord, Evidence } from '../model/evidence.ts';
import { resultOf } from '../model/exchange.ts';
import { member } from '../model/json.ts';
import { inputSchema } from '../model/tool.ts';
import type { Conversation } from './conversation.ts';
import { within } from './limit.ts';
import { refusalWords } from './refusal.ts';
import { issueWords } from './schema-issues.ts';
import type { Mode, Sdk, SdkSession } from './sdk.ts';

/** A tool that the client cannot use, and why, as the end of a sentence that begins with its name. */
export interface LostTool {
  name: string;
  why: string;
}

/** A connected client and what is known of the adapter. */
interface Connected {
  sdk: Sdk;
  session: SdkSession;
  conversation: Conversation;
  mode: Mode;
  limitMs: number;
  evidence: Evidence;
  findings: readonly Judged[];
}

/** A call that took longer than this is not made once more. */
const REPEATED_BELOW_MS = 2_000;

/**
 * Which tools the client does not list, or whose results it refuses. The calls are those that the user named: their recorded results are
 * put to the SDK's schema, and those of tools that declare readOnlyHint are made again by the client itself.
 */
export async function lostTools(listed: readonly string[], at: Connected): Promise<LostTool[]> {
  const lost = new Map<string, string>();
  for (const tool of at.evidence.tools) {
    const { name } = tool;
    if (listed.includes(name)) continue;
    // Over HTTP, SDK 2.x leaves out what it could not mirror into headers (2026-07-28 basic/transports/streamable-http).
    const header = JSON.stringify(inputSchema(tool) ?? null).includes('"x-mcp-header"');
    lost.set(name, header ? 'dropped: its x-mcp-header is invalid' : 'missing when the list is read once more');
  }
  for (const call of at.evidence.calls) {
    if (call.probe || !call.tool || lost.has(call.name)) continue;
    const why = recordedFault(call, at) ?? (await repeatedFault(call, at));
    if (why) lost.set(call.name, why);
  }
  return [...lost].map(([name, why]) => ({ name, why }));
}

/** What the SDK refuses about the result as it was recorded. */
function recordedFault(call: CallRecord, { sdk, findings }: Connected): string | null {
  const result = resultOf(call.exchange);
  if (!result) return null;
  const issues = sdk.callIssues(result);
  if (issues.length) return `has its result refused: ${issueWords(issues, result)}`;
  if (result.isError === true || member(call.tool?.raw, 'outputSchema') === undefined) return null;
  if (!result.structuredContent) return 'has its result refused: an outputSchema is declared and structuredContent is missing';
  const mismatch = findings.some((finding) => finding.rule === 'result/structured-mismatch' && finding.tool === call.name);
  return mismatch ? 'has its result refused: structuredContent does not match the outputSchema' : null;
}

/** What comes of the same call through the client; null where it may not be made again. */
async function repeatedFault(call: CallRecord, at: Connected): Promise<string | null> {
  const readOnly = member(member(call.tool?.raw, 'annotations'), 'readOnlyHint') === true;
  if (!readOnly || !resultOf(call.exchange) || call.exchange.ms > REPEATED_BELOW_MS) return null;
  try {
    await within(at.limitMs * 2, at.session.call(call.name, call.arguments, at.limitMs));
    return null;
  } catch (error) {
    return `cannot be called: ${refusalWords(error, at)}`;
  }
}
