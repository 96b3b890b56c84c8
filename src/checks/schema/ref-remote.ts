import { isModern } from '../../model/protocol.ts';
import { quote } from '../../model/text.ts';
import type { ToolRule } from '../rule.ts';
import { place, SIDES } from './parts.ts';
import { referencesOf } from './references.ts';

const object = (properties: unknown, more = {}) => ({ inputSchema: { type: 'object', properties, ...more } });

export const refRemote: ToolRule = {
  id: 'schema/ref-remote',
  on: 'tool',
  severity: 'error',
  clause: '2026-07-28 basic/index, "JSON Schema": a network $ref MUST NOT be fetched, and SHOULD be rejected',
  why: 'Clients must not fetch it, so the schema cannot be used and the tool is refused.',
  fix: 'copy the schema it points to into "$defs"',
  examples: {
    good: [object({ a: { $ref: 'https://erp.example/order#/$defs/A' } }, { $id: 'https://erp.example/order', $defs: { A: {} } })],
    bad: [
      object({ a: { $ref: 'https://erp.example/order.json' } }),
      object({ a: { $ref: 'item.json' } }, { $id: 'https://erp.example/order.json' }),
    ],
  },
  *check(tool, { evidence }) {
    // Until 2025-11-25 nothing forbade it.
    const severity = evidence.revisions.every(isModern) ? 'error' : 'warning';
    for (const side of SIDES)
      for (const { at, ref, kind } of referencesOf(tool, side).refs)
        if (kind === 'remote')
          yield { at, subject: place(at), severity, message: `points to the network (${quote(ref, 100)}), which clients must not fetch` };
  },
};
