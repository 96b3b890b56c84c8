import { kindOf, pointer } from '../../model/json.ts';
import { quote } from '../../model/text.ts';
import type { ToolDeclaration } from '../../model/tool.ts';
import type { SubSchema } from '../../schema/walk.ts';
import type { Hit, ToolRule } from '../rule.ts';
import { inputParts, place } from '../schema/parts.ts';

const KEY = 'x-mcp-header';
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const TYPES: readonly unknown[] = ['string', 'integer', 'boolean'];
const SECRET =
  /^(?:(?:.*[_-])?(?:password|passwd|secret|api_?key|authorization|credentials?|private_?key)|(?:api|auth|access|bearer|session|refresh)?[_-]?token)$/i;

const schema = (properties: unknown, more = {}) => ({ inputSchema: { type: 'object', properties, ...more } });

export const headerParameter: ToolRule = {
  id: 'tool/header-parameter',
  on: 'tool',
  severity: 'error',
  since: '2026-07-28',
  clause: '2026-07-28 basic/transports/streamable-http, "Custom headers from tool parameters"',
  why: 'A client over HTTP must drop a tool whose x-mcp-header breaks a rule.',
  fix: 'put x-mcp-header on string, integer or boolean parameters that only "properties" leads to, each with a header name of its own',
  examples: {
    good: [
      schema({ region: { type: 'string', [KEY]: 'Region' }, [KEY]: { type: 'array' } }),
      schema({ at: { type: 'object', properties: { page_token: { type: 'string', [KEY]: 'At-Page' } } } }),
    ],
    bad: [
      schema({ region: { type: 'string', [KEY]: '' } }),
      schema({ region: { type: 'string', [KEY]: 'My Region' } }),
      schema({ a: { type: 'string', [KEY]: 'Region' }, b: { type: 'string', [KEY]: 'region' } }),
      schema({ price: { type: 'number', [KEY]: 'Price' } }),
      schema({ list: { type: 'array', items: { type: 'string', [KEY]: 'Item' } } }),
      schema({ api_key: { type: 'string', [KEY]: 'Key' } }),
    ],
  },
  *check(tool, { evidence }) {
    // Over stdio nothing is sent in headers, and clients may ignore the member.
    const severity = evidence.transport === 'stdio' ? 'warning' : 'error';
    const lost = evidence.transport === 'stdio' ? 'clients over HTTP would drop the tool' : 'clients over HTTP drop the tool';
    const before = new Map<string, string>();
    for (const part of declared(tool)) {
      const at = part.at + pointer(KEY);
      const fault = faultOf(part, before);
      if (fault) yield { at, subject: place(part.at), severity, message: `${fault}; ${lost}` };
      else if (SECRET.test(part.property ?? '')) yield { ...revealed(part), at };
    }
  },
};

/**
 * Why a client over HTTP must drop this tool from the list and never call it; empty when it may stay (2026-07-28
 * basic/transports/streamable-http, "Custom headers from tool parameters").
 */
export function headerFaults(tool: ToolDeclaration): string[] {
  const before = new Map<string, string>();
  return declared(tool).flatMap((part) => faultOf(part, before) ?? []);
}

function declared(tool: ToolDeclaration): SubSchema[] {
  return inputParts(tool).filter((part) => Object.hasOwn(part.schema, KEY));
}

function faultOf({ schema, property, reachable }: SubSchema, before: Map<string, string>): string | null {
  const header = schema[KEY];
  const type = schema.type;
  if (!reachable || property === null) return `${KEY} stands where a client cannot find it: only "properties" may lead to it`;
  if (typeof header !== 'string') return `${KEY} is ${kindOf(header)}, must be the name of a header`;
  if (!TOKEN.test(header))
    return header === '' ? `${KEY} is empty` : `${KEY} ${quote(header, 60)} is no name of a header (letters, digits and hyphens)`;
  if (!TYPES.includes(type))
    return `${KEY} on a parameter of ${typeof type === 'string' ? `type ${quote(type, 20)}` : 'no single type'}; only string, integer and boolean can become a header`;
  const other = before.get(header.toLowerCase());
  before.set(header.toLowerCase(), header);
  return other === undefined ? null : `the header ${quote(header, 60)} is taken twice (case does not count)`;
}

function revealed(part: SubSchema): Hit {
  return {
    subject: place(part.at),
    severity: 'warning',
    message: `${KEY} copies what looks like a credential into a header, where proxies and logs see it`,
    fix: 'leave x-mcp-header out here; credentials belong to the transport, not to the model',
  };
}
