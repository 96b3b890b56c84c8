import type { Evidence } from '../model/evidence.ts';
import { resultOf } from '../model/exchange.ts';
import { isObject, member } from '../model/json.ts';
import { inputSchema } from '../model/tool.ts';
import { judgeSchemas } from '../schema/judge-schemas.ts';
import type { Job } from '../schema/validate.ts';
import type { SchemaVerdict, SchemaVerdicts } from '../schema/verdicts.ts';

/**
 * Has every schema, and every value that a schema describes, judged: what the rules about schemas read.
 * @param judge who validates; in a worker unless the schemas are our own
 */
export async function gatherVerdicts(
  evidence: Evidence,
  judge: (jobs: Job[]) => SchemaVerdict[] | Promise<SchemaVerdict[]> = judgeSchemas,
): Promise<SchemaVerdicts> {
  const jobs: { job: Job; into: Map<number, SchemaVerdict>; key: number }[] = [];
  const input = new Map<number, SchemaVerdict>();
  const output = new Map<number, SchemaVerdict>();
  const structured = new Map<number, SchemaVerdict>();
  const args = new Map<number, SchemaVerdict>();
  for (const tool of evidence.tools) {
    const schema = inputSchema(tool);
    if (schema) jobs.push({ job: { schema }, into: input, key: tool.index });
    const result = member(tool.raw, 'outputSchema');
    if (isObject(result)) jobs.push({ job: { schema: result }, into: output, key: tool.index });
  }
  evidence.calls.forEach((call, key) => {
    const schema = call.tool && inputSchema(call.tool);
    if (schema) jobs.push({ job: { schema, value: call.arguments }, into: args, key });
    const result = member(call.tool?.raw, 'outputSchema');
    const value = resultOf(call.exchange)?.structuredContent;
    if (isObject(result) && value !== undefined) jobs.push({ job: { schema: result, value }, into: structured, key });
  });
  const verdicts = jobs.length ? await judge(jobs.map(({ job }) => job)) : [];
  jobs.forEach(({ into, key }, index) => {
    const verdict = verdicts[index];
    if (verdict) into.set(key, verdict);
  });
  return { input, output, structured, arguments: args };
}
