import { readEnvelope, textsOf } from '../model/envelope.ts';
import { type Exchange, errorCode, errorMessage, resultOf } from '../model/exchange.ts';

/** JSON-RPC 2.0: "Invalid params"; what the SDKs answer for arguments that their schema forbids. */
const INVALID_PARAMS = -32602;

/** Codes of an envelope that speak of the arguments: `invalid_arguments`, `validation_failed`, `missing_parameter`. */
const CODE =
  /^(?:invalid|bad|wrong|missing|unexpected|unknown|malformed)_(?:\w+_)?(?:argument|arguments|parameter|parameters|param|params|input|inputs|request)$|^validation(?:_\w+)?$|^schema_violation$/;

/** What the SDKs write in front of what a tool, or a validator, says. */
const FRONT = /^(?:\W*(?:mcp error -?\d+|(?:tool|value|validation)?error|error (?:executing|calling) tool \S{1,140}):\s*)+/i;

/** How a refusal of arguments begins; further on the same words may be about a card, an address, a tax number. */
const BEGINS =
  /^\W*(?:(?:(?:input|arguments?|parameters?|params|request|schema) )?validation (?:failed|errors?)\b(?! (?:at|by|for the|of the|with) )|invalid (?:\w{1,30} )?(?:arguments?|params?|parameters?|inputs?)\b(?! syntax)|(?:missing|unexpected|unknown|unrecogni[sz]ed) (?:required )?(?:arguments?|params?|parameters?|propert(?:y|ies)|fields?|keyword)\b|failed to deserialize parameters\b)/i;

const JSON_TYPES = 'string|integer|number|boolean|object|array|null|unknown';

/** What only validators write, wherever it stands. */
const ANYWHERE = new RegExp(
  [
    // zod 3 and 4: their issues as JSON, and as lines
    '"code": ?"(?:invalid_type|too_small|too_big|unrecognized_keys|invalid_(?:string|format|value|enum_value|literal|union)|not_multiple_of)"',
    'invalid input: expected |invalid option: expected one of|too (?:big|small): expected |unrecognized key(?:s|\\(s\\))?(?: in object)?: ',
    // pydantic, and what Python says of keywords; an answer of somebody else that does not fit is no refusal of arguments
    '\\b\\d+ validation errors? for (?!\\w*(?:response|result|reply|output)s?\\b)|got an unexpected keyword argument',
    'missing \\d+ required (?:positional|keyword-only) arguments?',
    // jsonschema
    `is not of type '|is not one of \\[|does not match '|is a required property\\b|additional properties are not allowed|is not a multiple of `,
    `is (?:less|greater) than (?:or equal to )?the (?:minimum|maximum) of|['"\\]] is too (?:long|short)\\b|has non-unique elements`,
    'is not valid under any of the given schemas',
    // ajv
    'must not have (?:additional|fewer|more) |must have required property|must match (?:pattern|format|exactly one schema|a schema) ?',
    '(?:\\S must be )(?:string|integer|number|boolean|object|array|null|[<>]=? -?\\d|equal to (?:constant|one of the allowed values)|multiple of )',
    // Go, Java, C#
    'validating "arguments":|cannot unmarshal \\w+ into go |required argument "[^"]{1,140}" not found|missing properties: \\[',
    `unexpected additional properties \\[|required property '[^']{1,140}' not found|(?:${JSON_TYPES}) found, (?:${JSON_TYPES}) expected\\b`,
    'is not defined in the schema and the schema does not allow|does not have a value in the enumeration',
    'missing a value for the required parameter',
  ].join('|'),
  'i',
);

/** The operating system has arguments of its own. */
const OF_THE_SYSTEM = /\bE[A-Z]{3,14}: |\[(?:Errno|WinError) -?\d+\]|\bos error \d+/;
/** The SDKs keep back a result that does not fit, and what is not there, with the words and the code of a refusal. */
const OUTPUT = /^\W*output validation error\b/i;
const NO_TOOL = /^\W*tool \S{1,140} (?:not found|disabled)\b/i;

const MAX_TEXT = 5_000;

/**
 * True when a call was refused because of its arguments, not for what became of it: by the protocol's code, the envelope's, or, where there is
 * neither, the words that the usual validators use.
 */
export function refusesArguments(exchange: Exchange): boolean {
  const code = errorCode(exchange);
  if (code !== undefined) {
    const said = withoutFront(errorMessage(exchange));
    return code === INVALID_PARAMS ? !OUTPUT.test(said) && !NO_TOOL.test(said) : speaksOfArguments(said);
  }
  const result = resultOf(exchange);
  const envelope = readEnvelope(result);
  if (envelope) return !envelope.ok && CODE.test(envelope.code);
  return result?.isError === true && textsOf(result).some((text) => speaksOfArguments(withoutFront(text)));
}

/** True when an SDK has kept back a result that does not fit the output schema. */
export function keepsOutputBack(message: string): boolean {
  return OUTPUT.test(withoutFront(message));
}

function speaksOfArguments(said: string): boolean {
  if (OUTPUT.test(said) || OF_THE_SYSTEM.test(said)) return false;
  return BEGINS.test(said) || ANYWHERE.test(said);
}

function withoutFront(text: string): string {
  return text.slice(0, MAX_TEXT).replace(FRONT, '');
}
