import { isObject } from '../../model/json.ts';
import { quote } from '../../model/text.ts';
import { completeResult } from '../call/outcome.ts';
import type { CallRule } from '../rule.ts';
import { aKind } from './blocks.ts';

const content = [{ type: 'text', text: 'ok' }];

export const memberType: CallRule = {
  id: 'result/member-type',
  on: 'call',
  severity: 'error',
  clause: '2026-07-28 schema, CallToolResult: isError is a boolean, _meta an object',
  why: 'SDK clients refuse the whole result, so neither an answer nor an error reaches the model.',
  fix: 'write isError: true or false (or leave it out), and _meta as an object (or leave it out)',
  examples: {
    good: [{ result: { content, isError: false, _meta: {} } }, { result: { content } }],
    bad: [{ result: { content, isError: 'true' } }, { result: { content, isError: null } }, { result: { content, _meta: 'v1' } }],
  },
  *check(call, { evidence }) {
    const result = completeResult(call, evidence);
    if (!result) return;
    const { isError, _meta } = result;
    if (isError !== undefined && typeof isError !== 'boolean') {
      const is = typeof isError === 'string' ? `the text ${quote(isError, 40)}` : aKind(isError);
      yield { subject: 'isError', message: `is ${is}, must be true or false; clients refuse the result or take a failure for a success` };
    }
    if (_meta !== undefined && !isObject(_meta))
      yield { subject: '_meta', message: `is ${aKind(_meta)}, must be an object; clients refuse the result` };
  },
};
