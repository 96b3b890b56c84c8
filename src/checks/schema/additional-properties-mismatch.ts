import { textsOf } from '../../model/envelope.ts';
import type { CallRecord } from '../../model/evidence.ts';
import { errorMessage, resultOf } from '../../model/exchange.ts';
import { member } from '../../model/json.ts';
import { quote, shorten } from '../../model/text.ts';
import { inputSchema, parameters, type ToolDeclaration } from '../../model/tool.ts';
import { problemsOf } from '../args/expected.ts';
import { hasPlainSuccess, isRefused } from '../call/outcome.ts';
import type { CallExample, CallRule } from '../rule.ts';
import { sampleCall } from '../sample.ts';

const ls = (more: Record<string, unknown>) => ({
  name: 'ls',
  inputSchema: { type: 'object', properties: { path: { type: 'string' } }, ...more },
});
const refusal = { isError: true, content: [{ type: 'text', text: 'unknown argument' }] };
const refuses = (text: string) => ({ isError: true, content: [{ type: 'text', text }] });

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
      { tool: ls({}), arguments: { path: '/x', toolCallId: 'x' } },
      { tool: ls({}), arguments: { path: '/x', note: 'x' }, result: refuses('unknown path "/x"; a note was not taken') },
      { tool: ls({}), arguments: { path: '/x' }, result: refuses('unexpected argument') },
      { tool: ls({ additionalProperties: false }), arguments: { toolCallId: 'x' }, result: refuses('unknown argument "toolCallId"') },
      // What the schema may declare elsewhere is not undeclared.
      { tool: ls({ patternProperties: { Id$: {} } }), arguments: { toolCallId: 'x' }, result: refuses('unknown argument "toolCallId"') },
    ],
    bad: [
      probed(ls({}), refusal),
      probed(ls({ additionalProperties: true }), refusal),
      { tool: ls({}), arguments: { path: '/x', toolCallId: 'x' }, result: refuses('Unrecognized key(s) in object: toolCallId') },
      { tool: ls({}), arguments: { toolCallId: 'x' }, result: refuses('Extra inputs are not permitted') },
      { tool: ls({}), arguments: { toolCallId: 'x' }, result: refuses('ls does not take toolCallId') },
      {
        tool: ls({ additionalProperties: true }),
        arguments: { note: 'x' },
        error: { code: -32602, message: "got an unexpected keyword argument 'note'" },
      },
    ],
  },
  *check(call, context) {
    if ((call.probe && call.probe.kind !== 'extra') || !call.tool || !isRefused(call)) return;
    const problems = problemsOf(call, context);
    if (!problems || problems.length) return;
    const stated = member(inputSchema(call.tool), 'additionalProperties');
    const why =
      stated === undefined ? 'additionalProperties is missing' : `additionalProperties is ${stated === true ? 'true' : 'a schema'}`;
    if (call.probe) {
      if (!hasPlainSuccess(call, context.evidence)) return;
      yield {
        at: '/inputSchema',
        message: `the tool refuses unknown arguments, but its schema allows them (${why}); clients that add fields of their own fail`,
      };
      return;
    }
    const words = [errorMessage(call.exchange), ...textsOf(resultOf(call.exchange))].join(' ').slice(0, 2_000);
    for (const name of refusedArguments(call, call.tool, words)) {
      yield {
        at: '/inputSchema',
        message: `${quote(call.name, 60)} refuses the argument ${quote(name, 60)}, which its schema does not declare but allows (${why})`,
        evidence: shorten(words, 200),
      };
    }
  },
};

/** Keywords by which a schema may declare what does not stand in `properties`. */
const ELSEWHERE = ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'patternProperties', 'dependentSchemas'];
const REFUSED =
  /\b(?:unknown|unexpected|unrecogni[sz]ed|additional|extra|extraneous|superfluous|unsupported|undeclared|invalid|no such|(?:do|does|did) not (?:accept|take|allow|support|know)|not (?:a valid|valid|permitted|allowed|expected|declared|accepted|supported))\b/i;
/** The same said of arguments in general: `Extra inputs are not permitted`. */
const REFUSED_ANY =
  /\b(?:unknown|unexpected|unrecogni[sz]ed|additional|extra|extraneous|unsupported)\s(?:keyword\s)?(?:argument|parameter|propert|field|key|input|member|name)/i;

/** The arguments of a refused call that its schema does not declare, and that the refusal speaks of. */
function refusedArguments(call: CallRecord, tool: ToolDeclaration, words: string): string[] {
  const schema = inputSchema(tool);
  if (!REFUSED.test(words) || ELSEWHERE.some((keyword) => member(schema, keyword) !== undefined)) return [];
  const declared = parameters(tool);
  const undeclared = Object.keys(call.arguments).filter((name) => !Object.hasOwn(declared, name));
  const named = undeclared.filter((name) => namesIt(words, name));
  return named.length || !REFUSED_ANY.test(words) ? named : undeclared;
}

/** A name of one ordinary word stands in many a sentence, so it must be quoted, or told of as an argument. */
function namesIt(words: string, name: string): boolean {
  for (let at = name ? words.indexOf(name) : -1; at >= 0; at = words.indexOf(name, at + 1)) {
    const around = `${words[at - 1] ?? ' '}${words[at + name.length] ?? ' '}`;
    if (/\w/.test(around)) continue;
    if (/[A-Z_]/.test(name) || /["'`]/.test(around) || REFUSED_ANY.test(words)) return true;
  }
  return false;
}
