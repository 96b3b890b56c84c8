import { member } from '../../model/json.ts';
import { quote } from '../../model/text.ts';
import type { ToolDeclaration } from '../../model/tool.ts';
import { hasWord } from '../../model/word-match.ts';
import type { ToolRule } from '../rule.ts';
import { actionOf, changesNothing } from './action-words.ts';
import { KEYS, ONCE_ONLY } from './idempotency-words.ts';
import { allParameters } from './parameter.ts';

const withProperties = (name: string, properties: Record<string, unknown> = { text: { type: 'string' } }, more = {}) => ({
  name,
  inputSchema: { type: 'object', properties },
  ...more,
});

export const noIdempotencyKey: ToolRule = {
  id: 'design/no-idempotency-key',
  on: 'tool',
  severity: 'info',
  strict: 'warning',
  why: 'Clients and models repeat a call whose answer was lost: without a key the order, message or payment is made twice.',
  fix: 'take a task_id or idempotency_key, answer a repeated one with the first result, and say idempotentHint: true where a repeat is harmless',
  examples: {
    good: [
      withProperties('create_order', { sku: { type: 'string' }, task_id: { type: 'string' } }),
      withProperties('send_message', { options: { type: 'object', properties: { idempotencyKey: { type: 'string' } } } }),
      withProperties('create_folder', {}, { annotations: { idempotentHint: true } }),
      withProperties('add', { a: { type: 'number' }, b: { type: 'number' } }),
      withProperties('create_report'),
      withProperties('update_order'),
      withProperties('create_branch'),
      withProperties('create_or_update_file'),
      withProperties('get_post'),
      withProperties('add_tax', { price: { type: 'number' } }, { annotations: { readOnlyHint: true } }),
    ],
    bad: [withProperties('create_order'), withProperties('slack_post_message'), withProperties('enviarCorreo'), withProperties('创建订单')],
  },
  *check(tool) {
    const found = actionOf(tool.name);
    if (found?.action !== 'create' || changesNothing(tool.name) || hasWord(tool.name, ONCE_ONLY) || isHarmless(tool)) return;
    const parameters = allParameters(tool);
    if (parameters.some(({ name }) => hasWord(name, KEYS)) || takesNumbersOnly(tool)) return;
    yield { message: `its name says ${quote(found.verb)}, but it has no task_id or idempotency key, so a repeated call may do it twice` };
  },
};

/** True when the adapter itself says that a repeat does no harm. */
function isHarmless(tool: ToolDeclaration): boolean {
  const annotations = member(tool.raw, 'annotations');
  const risk = member(member(tool.raw, '_meta'), 'mcp-adapter/risk');
  return member(annotations, 'readOnlyHint') === true || member(annotations, 'idempotentHint') === true || risk === 'read';
}

/** `add(a, b)` is arithmetic. */
function takesNumbersOnly(tool: ToolDeclaration): boolean {
  const parameters = allParameters(tool);
  return parameters.length > 0 && parameters.every(({ schema }) => ['number', 'integer'].includes(String(member(schema, 'type'))));
}
