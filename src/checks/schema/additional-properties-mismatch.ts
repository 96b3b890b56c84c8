import { member } from '../../model/json.ts';
import { inputSchema } from '../../model/tool.ts';
import { problemsOf } from '../args/expected.ts';
import { hasPlainSuccess, isRefused } from '../call/outcome.ts';
import type { CallExample, CallRule } from '../rule.ts';
import { sampleCall } from '../sample.ts';

const ls = (more: Record<string, unknown>) => ({
  name: 'ls',
  inputSchema: { type: 'object', properties: { path: { type: 'string' } }, ...more },
});
const refusal = { isError: true, content: [{ type: 'text', text: 'unknown argument' }] };

/** A plain call that went well, and one with an argument too many. */
function probed(tool: Record<string, unknown>, result: unknown, plain: CallExample = {}): CallExample {
  const extra = sampleCall({ tool, arguments: { toolCallId: 'x' }, result, probe: { kind: 'extra', argument: 'toolCallId' } });
  return { evidence: { calls: [sampleCall({ tool, ...plain }), extra] } };
}

export const additionalPropertiesMismatch: CallRule = {
  id: 'schema/additional-properties-mismatch',
  on: 'call',
  severity: 'warning',
  why: 'Clients that add fields of their own to the arguments (n8n: toolCallId) believe the schema, and every call of theirs fails.',
  fix: 'write "additionalProperties": false into the input schema, or ignore unknown arguments',
  examples: {
    good: [
      probed(ls({ additionalProperties: false }), refusal),
      probed(ls({}), { content: [{ type: 'text', text: 'a.txt' }] }),
      // What refuses everything says nothing about unknown arguments.
      probed(ls({}), refusal, { result: refusal }),
      probed(ls({ additionalProperties: { type: 'integer' } }), refusal),
    ],
    bad: [probed(ls({}), refusal), probed(ls({ additionalProperties: true }), refusal)],
  },
  *check(call, context) {
    if (call.probe?.kind !== 'extra' || !call.tool || !isRefused(call)) return;
    const problems = problemsOf(call, context);
    if (!problems || problems.length) return;
    if (!hasPlainSuccess(call, context.evidence)) return;
    const stated = member(inputSchema(call.tool), 'additionalProperties');
    const why =
      stated === undefined ? 'additionalProperties is missing' : `additionalProperties is ${stated === true ? 'true' : 'a schema'}`;
    yield {
      at: '/inputSchema',
      message: `the tool refuses unknown arguments, but its schema allows them (${why}); clients that add fields of their own fail`,
    };
  },
};
