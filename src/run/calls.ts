import type { CallRecord } from '../model/evidence.ts';
import { isObject, type JsonObject, kindOf, member } from '../model/json.ts';
import { inputSchema, parameters, type ToolDeclaration } from '../model/tool.ts';
import { isHttp } from '../wire/channel-kinds.ts';
import type { Session } from '../wire/session.ts';

/** A call that the user named, with its arguments as typed. */
export interface CallWish {
  name: string;
  arguments: JsonObject;
  /** The exact JSON text of the arguments. */
  text: string;
  /** How long to wait for this one, where that is not as long as for others. */
  timeoutMs?: number;
  /** How long to wait in all, however much progress is told. */
  totalMs?: number;
}

/** The limits of a call that nobody watches: progress may double its time, and no more. */
export function limitsOf(timeoutMs: number): Required<Pick<CallWish, 'timeoutMs' | 'totalMs'>> {
  return { timeoutMs, totalMs: 2 * timeoutMs };
}

/** An argument that no schema declares. */
const EXTRA_ARGUMENT = 'mcp_adapter_unexpected';
const MAX_PROBED_ARGUMENTS = 5;

/** The first tool of that name; null when the adapter declares none. */
export function toolNamed(tools: readonly ToolDeclaration[], name: string): ToolDeclaration | null {
  return tools.find((each) => each.name === name) ?? null;
}

/** Calls one tool, exactly as wished. `tool` is null where the adapter declares none of that name. */
export async function callTool(
  session: Session,
  tool: ToolDeclaration | null,
  { timeoutMs, totalMs, ...wish }: CallWish,
  probe: CallRecord['probe'] = null,
): Promise<CallRecord> {
  const exchange = await session.request(
    'tools/call',
    { name: wish.name, arguments: wish.arguments },
    {
      tool: wish.name,
      argumentsText: wish.text,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(totalMs === undefined ? {} : { totalMs }),
    },
  );
  return { ...wish, tool, exchange, probe };
}

/** Why a client over HTTP must drop this tool and never call it (2026-07-28, "Custom headers from tool parameters"); null when it need not. */
export async function droppedBecause(tool: ToolDeclaration, session: Session): Promise<string | null> {
  if (!session.modern || !isHttp(session.channel)) return null;
  const { headerFaults } = await import('../checks/tool/header-parameter.ts');
  return headerFaults(tool)[0] ?? null;
}

/** The same call with an extra, a missing, a wrong argument and texts for numbers, one change at a time. */
export async function probeArguments(session: Session, tool: ToolDeclaration, wish: CallWish): Promise<CallRecord[]> {
  const calls: CallRecord[] = [];
  for (const [probe, value] of variants(tool, wish.arguments)) {
    if (session.signal?.aborted) break;
    calls.push(await callTool(session, tool, { name: wish.name, arguments: value, text: JSON.stringify(value) }, probe));
  }
  return calls;
}

function variants(tool: ToolDeclaration, given: JsonObject): [NonNullable<CallRecord['probe']>, JsonObject][] {
  const required = member(inputSchema(tool), 'required');
  const typed = Object.entries(parameters(tool)).flatMap(([name, schema]) => {
    const type = member(schema, 'type');
    return typeof type === 'string' && isObject(schema) ? [{ name, type, schema }] : [];
  });
  const missing = (Array.isArray(required) ? required : []).filter((name) => typeof name === 'string' && name in given);
  return [
    [
      { kind: 'extra', argument: EXTRA_ARGUMENT },
      { ...given, [EXTRA_ARGUMENT]: true },
    ],
    ...missing.slice(0, 1).map((name): [NonNullable<CallRecord['probe']>, JsonObject] => {
      const { [String(name)]: _, ...rest } = given;
      return [{ kind: 'missing', argument: String(name) }, rest];
    }),
    ...typed.slice(0, MAX_PROBED_ARGUMENTS).map(({ name, type }): [NonNullable<CallRecord['probe']>, JsonObject] => [
      { kind: 'wrong-type', argument: name },
      { ...given, [name]: type === 'object' ? ['wrong'] : { wrong: true } },
    ]),
    ...typed
      .filter(({ type }) => ['number', 'integer', 'boolean'].includes(type))
      .slice(0, MAX_PROBED_ARGUMENTS)
      .map(({ name, type, schema }): [NonNullable<CallRecord['probe']>, JsonObject] => [
        { kind: 'text', argument: name },
        { ...given, [name]: String(kindOf(given[name]) === 'nothing' ? sample(type, schema) : given[name]) },
      ]),
  ];
}

/** A value that the schema of a number or boolean allows. */
function sample(type: string, schema: JsonObject): unknown {
  if (type === 'boolean') return true;
  return typeof schema.minimum === 'number' ? schema.minimum : 1;
}
