import { isObject, member } from '../../model/json.ts';
import { refusers } from '../limits/index.ts';
import type { ToolRule } from '../rule.ts';

export const descriptionEmpty: ToolRule = {
  id: 'tool/description-empty',
  on: 'tool',
  severity: 'warning',
  why: 'The description is what a model chooses a tool by, and Bedrock refuses a request in which one is empty.',
  fix: 'write one sentence that says what the tool does and when to use it',
  yieldsTo: ['list/item-invalid'],
  examples: { good: [{ description: 'Me.' }], bad: [{ description: '' }, { description: ' \n\t' }, { description: undefined }] },
  *check({ raw }) {
    const text = member(raw, 'description');
    if (!isObject(raw)) return;
    if (text === undefined)
      yield { at: '/description', severity: 'info', message: 'there is no description; a model has only the name to choose the tool by' };
    if (typeof text === 'string' && text.trim() === '')
      yield {
        at: '/description',
        message: 'the description is empty; Bedrock refuses the request, and a model has only the name to choose the tool by',
        refusedBy: refusers('description-empty'),
        fix: 'write one sentence that says what the tool does, or leave the description out',
      };
  },
};
