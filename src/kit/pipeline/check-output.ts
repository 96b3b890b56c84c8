import { isSpecType } from '@modelcontextprotocol/server';
import { isObject, type JsonObject } from '../../model/json.ts';
import { size, some } from '../../model/text.ts';
import { RESERVED } from '../envelope.ts';
import { partsOf } from '../result.ts';
import type { Answer, Services } from '../services.ts';
import { ToolError } from '../tool-error.ts';
import { envelopeOf } from './answer.ts';
import type { Call } from './call.ts';

/**
 * Puts what the tool returned into the envelope: it must be what it promised, and small. A fault here is the author's; what was done stays done.
 * @throws Error when it is not what was promised; ToolError `result_too_large`
 */
export function checkOutput(call: Call, { limits }: Services, returned: unknown): Answer {
  const { tool } = call;
  const { data, content } = partsOf(returned);
  const fields = fieldsOf(tool.name, data);
  const problems = tool.outputProblemsOf(fields);
  if (problems.length) throw new Error(`${tool.name} returned what its output schema does not allow: ${some(problems)}`);
  const envelope = Object.assign(envelopeOf(call, 'ok', false), fields);
  const text = JSON.stringify(envelope);
  // Only what may be too long is worth counting: a UTF-16 unit has at most three bytes.
  const bytes = text.length * 3 > limits.resultBytes ? Buffer.byteLength(text) : 0;
  if (bytes > limits.resultBytes) throw tooLarge('the result has', bytes, limits.resultBytes);
  if (!content.every((block) => isSpecType.ContentBlock(block))) throw new Error(`${tool.name} returned a content block that is none`);
  const beside = content.length ? Buffer.byteLength(JSON.stringify(content)) : 0;
  if (beside > limits.contentBytes) throw tooLarge('the content beside the result has', beside, limits.contentBytes);
  return { envelope, content, text };
}

function tooLarge(what: string, bytes: number, most: number): ToolError {
  return new ToolError('result_too_large', {
    message: `${what} ${size(bytes)}, and at most ${size(most)} are answered: ask for less at a time`,
  });
}

/** The tool's own fields. */
function fieldsOf(tool: string, data: unknown): JsonObject {
  if (data === undefined || data === null) return {};
  // What JSON makes of anything else is not what the schema was asked about.
  if (!isObject(data) || !isPlain(data)) throw new Error(`${tool} must return a plain object`);
  const taken = RESERVED.filter((name) => Object.hasOwn(data, name));
  if (taken.length) throw new Error(`${tool} returned ${some(taken)}, which the envelope keeps for itself`);
  return data;
}

function isPlain(data: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(data);
  return (prototype === Object.prototype || prototype === null) && !('toJSON' in data);
}
