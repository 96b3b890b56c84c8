import { pointer } from '../../model/json.ts';
import { quote } from '../../model/text.ts';
import { isAccepted } from '../call/outcome.ts';
import type { CallRule } from '../rule.ts';
import { problemsOf } from './expected.ts';

const find = { inputSchema: { type: 'object', properties: { id: { type: 'string' }, note: { type: 'string' } }, required: ['id'] } };
const open = { inputSchema: { type: 'object', properties: { id: {} } } };
const refusal = { isError: true, content: [{ type: 'text', text: 'id is required' }] };

export const invalidAccepted: CallRule = {
  id: 'args/invalid-accepted',
  on: 'call',
  severity: 'warning',
  clause: '2026-07-28 server/tools: servers MUST validate all tool inputs',
  why: 'A call that the schema forbids does something nobody meant, and the model never learns that its arguments were wrong.',
  fix: 'validate the arguments against the input schema before the tool runs, and answer isError: true with what is wrong',
  examples: {
    good: [
      { tool: find, arguments: {}, result: refusal, probe: { kind: 'missing', argument: 'id' } },
      { tool: open, arguments: { id: 5 }, probe: { kind: 'wrong-type', argument: 'id' } },
      { tool: find, arguments: { id: 'A-1' }, probe: { kind: 'missing', argument: 'note' } },
      {
        tool: find,
        arguments: {},
        result: { content: [{ type: 'text', text: 'Error: id is required' }] },
        probe: { kind: 'missing', argument: 'id' },
      },
    ],
    bad: [
      { tool: find, arguments: {}, probe: { kind: 'missing', argument: 'id' } },
      { tool: find, arguments: { id: { a: 1 } }, probe: { kind: 'wrong-type', argument: 'id' } },
    ],
  },
  *check(call, context) {
    const { probe } = call;
    if (probe?.kind !== 'missing' && probe?.kind !== 'wrong-type') return;
    if (!problemsOf(call, context)?.length || !isAccepted(call, context.evidence)) return;
    yield {
      at: pointer('inputSchema', 'properties', probe.argument),
      subject: quote(probe.argument),
      message: probe.kind === 'missing' ? 'a call without this required argument succeeds' : 'a call with a wrong type here succeeds',
    };
  },
};
