import type { CallRecord, Evidence } from '../model/evidence.ts';
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
  const jobs: { job: Job; take: (verdict: SchemaVerdict) => void }[] = [];
  const inputSchemas = new Map<number, SchemaVerdict>();
  const outputSchemas = new Map<number, SchemaVerdict>();
  const structured = new Map<CallRecord, SchemaVerdict>();
  const args = new Map<CallRecord, SchemaVerdict>();
  for (const tool of evidence.tools) {
    const schema = inputSchema(tool);
    if (schema) jobs.push({ job: { schema }, take: (verdict) => inputSchemas.set(tool.index, verdict) });
    const result = member(tool.raw, 'outputSchema');
    if (isObject(result)) jobs.push({ job: { schema: result }, take: (verdict) => outputSchemas.set(tool.index, verdict) });
  }
  for (const call of evidence.calls) {
    const schema = call.tool && inputSchema(call.tool);
    if (schema) jobs.push({ job: { schema, value: call.arguments }, take: (verdict) => args.set(call, verdict) });
    const result = member(call.tool?.raw, 'outputSchema');
    const value = resultOf(call.exchange)?.structuredContent;
    if (isObject(result) && value !== undefined)
      jobs.push({ job: { schema: result, value }, take: (verdict) => structured.set(call, verdict) });
  }
  const verdicts = jobs.length ? await judge(jobs.map(({ job }) => job)) : [];
  jobs.forEach(({ take }, index) => {
    const verdict = verdicts[index];
    if (verdict) take(verdict);
  });
  return { inputSchema: inputSchemas, outputSchema: outputSchemas, structured, arguments: args };
}
