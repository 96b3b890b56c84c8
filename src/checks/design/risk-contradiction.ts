import { member } from '../../model/json.ts';
import { quote } from '../../model/text.ts';
import { changes, description, isRisk, type ToolDeclaration } from '../../model/tool.ts';
import type { ToolRule } from '../rule.ts';
import { actionOf, changesNothing, openingChange, transformsContent } from './action-words.ts';

const hinted = (name: string, hints: Record<string, unknown>, text = 'Does its work.') => ({ name, description: text, annotations: hints });

export const riskContradiction: ToolRule = {
  id: 'design/risk-contradiction',
  on: 'tool',
  severity: 'warning',
  since: '2025-03-26',
  why: 'Hosts call a tool that says readOnlyHint without asking: if it writes, something is changed that nobody has agreed to.',
  fix: 'set readOnlyHint to false (and destructiveHint to what is true), or name the tool for what it does',
  examples: {
    good: [
      hinted('delete_order', { readOnlyHint: false, destructiveHint: true }),
      hinted('preview_delete_order', { readOnlyHint: true }),
      hinted('list_deleted_orders', { readOnlyHint: true }, 'Lists what was deleted.'),
      hinted('create_report', { readOnlyHint: true }, 'Creates a summary of the orders.'),
      hinted('check_update', { readOnlyHint: true }),
      hinted('add_watermark', { readOnlyHint: true }, 'Adds a watermark to the image and returns it.'),
      hinted('query', { readOnlyHint: true }, 'Sends a query to the search index and returns what it finds.'),
      hinted('add_numbers', { readOnlyHint: true, destructiveHint: false }),
      hinted('create_order', { readOnlyHint: false, destructiveHint: false }),
    ],
    bad: [
      hinted('delete_order', { readOnlyHint: true }),
      hinted('order', { readOnlyHint: true }, 'Cancels the order and refunds the money.'),
      hinted('删除订单', { readOnlyHint: true }),
      hinted('eliminar_pedido', { readOnlyHint: true }),
      hinted('purge_orders', { destructiveHint: false, readOnlyHint: false }),
      hinted('sync', { readOnlyHint: true, destructiveHint: true }),
      { ...hinted('orders', { readOnlyHint: true }), _meta: { 'mcp-adapter/risk': 'write' } },
    ],
  },
  *check(tool) {
    const annotations = member(tool.raw, 'annotations');
    const readOnly = member(annotations, 'readOnlyHint') === true;
    const destructive = member(annotations, 'destructiveHint');
    const action = changesNothing(tool.name) || (readOnly && transformsContent(tool.name)) ? null : actionOf(tool.name);
    if (readOnly) {
      const said = contradiction(tool, action);
      if (said) yield { at: '/annotations/readOnlyHint', message: `${said}, but readOnlyHint is true, so hosts call it without asking` };
      else if (destructive === true)
        yield {
          at: '/annotations/destructiveHint',
          message: 'readOnlyHint and destructiveHint are both true; hosts believe the first and do not ask',
        };
    } else if (destructive === false && action?.action === 'delete') {
      const said = `the name says ${quote(action.verb)}`;
      yield {
        at: '/annotations/destructiveHint',
        message: `${said}, but destructiveHint is false, so hosts may not ask before it deletes`,
      };
    }
  },
};

/** What else in the declaration says that the tool writes. */
function contradiction(tool: ToolDeclaration, action: ReturnType<typeof actionOf>): string | undefined {
  const risk = member(member(tool.raw, '_meta'), 'mcp-adapter/risk');
  if (isRisk(risk) && changes(risk)) return `_meta says ${quote(risk)}`;
  if (action && action.action !== 'read') return `the name says ${quote(action.verb)}`;
  const verb = action || changesNothing(tool.name) || transformsContent(tool.name) ? undefined : openingChange(description(tool));
  return verb && `the description says ${quote(verb)}`;
}
