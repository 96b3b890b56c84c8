import type { Observation } from '../model/observation.ts';
import { quote, shorten } from '../model/text.ts';

/** Codes that say who may not, not what went wrong; what may stand around them: `tool_forbidden`, `permission_denied_for_role`. */
const CODE = new RegExp(
  `(?:^|_)(?:${[
    'forbidden',
    'unauthori[sz]ed',
    'unauthenticated',
    '(?:access|permission|authori[sz]ation)s?_(?:denied|refused)',
    '(?:insufficient|missing|lacks?|lacking|no|requires?)_(?:scope|permission|privilege|right|role|access)s?',
    '(?:scope|permission|privilege|role|auth|authentication|authori[sz]ation|login)s?_(?:missing|required|denied|needed|insufficient|lacking|not_allowed)',
    'invalid_token',
    'token_(?:expired|invalid|missing|required)',
  ].join('|')})(?:_|$)|^(?:tool_)?not_(?:permitted|allowed|authori[sz]ed|authenticated)$|^(?:http_)?40[13]$`,
);

/** The same in free words, where there is no code. */
const WORDS =
  /\b(?:forbidden|unauthori[sz]ed|unauthenticated|not authori[sz]ed|not authenticated|(?:access|permission) (?:is |was )?denied|insufficient (?:scope|permission|privilege|right)s?|(?:missing|requires?|lacks?|needs) (?:the |a )?(?:\S{1,40} )?(?:scope|role|permission|privilege)s?|(?:scope|role|permission|privilege)s? (?:\S{1,40} )?(?:is |are )?(?:missing|required|needed)|(?:do not|does not|don't|doesn't) have (?:the |a )?(?:\S{1,40} )?(?:permission|privilege|role|scope|access|right)s?|(?:not (?:permitted|allowed) to|may not|must not) (?:use|call|run|access) (?:the |this )?(?:tool|operation|action))\b/i;

/** What the operating system says of a file is no word about who asks. */
const OF_A_FILE = /\b(?:EACCES|EPERM|errno 13|path|directory)\b/;

/** A tool that is hidden from the caller is not there for it: what the protocol and the SDKs say then. */
const NO_SUCH_TOOL =
  /^(?:MCP error -3260[12]: )?(?:unknown tool\b|no such tool\b|tool .{1,140} (?:not found|does not exist|is unknown)\b)/i;

/**
 * How a call was denied because of who made it, for people: `insufficient_scope`, `http_403`, `"Unknown tool: cancel_order"`. Null when it was let through: it
 * went well, or failed for its arguments, for what it was about, or for want of a grant. Null too when no answer came.
 */
export function denialIn({ outcome, code, jsonrpcCode, message }: Observation): string | null {
  if (outcome === 'policy_denied') return code === 'write_not_enabled' ? null : shorten(code, 80);
  if (outcome !== 'tool_error' && outcome !== 'rpc_error') return null;
  if (CODE.test(code)) return shorten(code, 80);
  // A code of its own says what it was about; a number of JSON-RPC says nothing.
  if (outcome === 'tool_error' && code !== 'tool_error') return null;
  const said = message.slice(0, 2_000);
  const isDenied = (WORDS.test(said) && !OF_A_FILE.test(said)) || (jsonrpcCode !== -32603 && NO_SUCH_TOOL.test(said));
  return isDenied ? quote(said, 100) : null;
}
