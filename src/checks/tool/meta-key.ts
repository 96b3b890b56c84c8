import { isObject, member, pointer } from '../../model/json.ts';
import { quote } from '../../model/text.ts';
import type { ToolRule } from '../rule.ts';

const LABEL = /^[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/;
const NAME = /^(?:[A-Za-z0-9](?:[A-Za-z0-9_.-]*[A-Za-z0-9])?)?$/;
/** Longer keys are judged by their beginning: the patterns are linear, but a message is no place for them. */
const MAX_LENGTH = 1_000;

export const metaKey: ToolRule = {
  id: 'tool/meta-key',
  on: 'tool',
  // No client is known to refuse such a key.
  severity: 'warning',
  since: '2025-06-18',
  clause: '2026-07-28 basic/index, "_meta": the form of key names, reserved prefixes',
  why: 'Clients and gateways that check the form of _meta keys drop them; a reserved prefix can be given a meaning by the specification.',
  fix: 'write a prefix of your own domain, reversed, and a name that begins and ends with a letter or digit: "com.example/cost"',
  examples: {
    good: [{ _meta: { 'mcp-adapter/risk': 'read', 'com.example.mcp/a_b.c': 1, plain: 2, 'openai/outputTemplate': 'ui://x' } }],
    bad: [{ _meta: { _private: 1 } }, { _meta: { '1com/x': 1 } }, { _meta: { 'a/b/c': 1 } }, { _meta: { 'com.mcp.tools/x': 1 } }],
  },
  *check({ raw }) {
    const meta = member(raw, '_meta');
    if (!isObject(meta)) return;
    for (const key of Object.keys(meta)) {
      const where = { at: pointer('_meta', key), subject: `_meta key ${quote(key, 60)}` };
      if (!isWellFormed(key.slice(0, MAX_LENGTH)))
        yield { ...where, message: 'not of the form prefix/name that the specification demands' };
      else if (isReserved(key))
        yield {
          ...where,
          severity: 'info',
          message: 'has a prefix that is reserved for MCP itself, which may give it a meaning of its own',
        };
    }
  },
};

function isWellFormed(key: string): boolean {
  const parts = key.split('/');
  const name = parts.pop() ?? '';
  if (parts.length > 1 || !NAME.test(name)) return false;
  return parts.every((prefix) => prefix.split('.').every((label) => LABEL.test(label)));
}

/** The second label decides; what the specification and its extensions define under their own prefix is left alone. */
function isReserved(key: string): boolean {
  const [prefix, name] = key.split('/');
  if (name === undefined || prefix === 'io.modelcontextprotocol') return false;
  const second = prefix?.split('.')[1];
  return second === 'modelcontextprotocol' || second === 'mcp';
}
