import { gatherVerdicts } from '../../src/checks/gather.ts';
import { type Judged, judge } from '../../src/checks/judge.ts';
import type { ProfileId } from '../../src/checks/limits/profiles.ts';
import { list } from '../../src/checks/list/index.ts';
import type { Rule } from '../../src/checks/rule.ts';
import { sampleContext, sampleEvidence } from '../../src/checks/sample.ts';
import { schema } from '../../src/checks/schema/index.ts';
import { tool } from '../../src/checks/tool/index.ts';
import { tools } from '../../src/checks/tools/index.ts';
import type { Evidence } from '../../src/model/evidence.ts';
import { member } from '../../src/model/json.ts';
import type { ToolDeclaration } from '../../src/model/tool.ts';

/** Every rule about declarations and lists. */
export const RULES: readonly Rule[] = [...schema, ...tool, ...tools, ...list];

/** A declaration of which nothing is filled in; unlike the sample, it may be nested deeper than the stack. */
export function declared(raw: unknown, index = 0, numbers: Record<string, string> = {}): ToolDeclaration {
  const name = member(raw, 'name');
  return { index, name: typeof name === 'string' ? name : `#${index}`, raw, bytes: 0, numbers, source: null };
}

/** A faultless tool with this schema. */
export function withSchema(inputSchema: unknown, more: object = {}): ToolDeclaration {
  return declared({ name: 'find_order', description: 'Finds an order.', inputSchema, ...more });
}

interface Setting {
  profiles?: ProfileId[];
  serverName?: string;
  over?: Partial<Evidence>;
}

/** What the rules say about these tools, without the lines that nearly every list gets. */
export async function judged(tools: ToolDeclaration[], { profiles = [], serverName, over = {} }: Setting = {}): Promise<Judged[]> {
  const lists = { tools: { method: 'tools/list', exchanges: [], items: [], stopped: null, cursor: null } };
  const evidence = { ...sampleEvidence({ tools: [] }), lists, tools, ...over };
  const schemas = await gatherVerdicts(evidence);
  const context = sampleContext(evidence, { profiles: new Set(profiles), serverName: serverName ?? null, schemas });
  return judge(context, profiles.includes('openai-strict') ? {} : { 'schema/openai-strict': 'off' }, RULES);
}

/** The same as `severity rule at`. */
export async function findings(tools: ToolDeclaration[], setting?: Setting): Promise<string[]> {
  return (await judged(tools, setting)).map(({ severity, rule, at }) => `${severity} ${rule} ${at ?? ''}`.trim());
}
