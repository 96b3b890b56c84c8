import { readEnvelope, textsOf } from '../model/envelope.ts';
import { type Exchange, errorCode, errorMessage, resultOf } from '../model/exchange.ts';

/** JSON-RPC 2.0: "Invalid params"; what the SDKs answer for arguments that their schema forbids. */
const INVALID_PARAMS = -32602;

/** Codes of an envelope that speak of the arguments: `invalid_arguments`, `validation_failed`, `missing_parameter`. */
const CODE =
  /^(?:invalid|bad|wrong|missing|unexpected|unknown|malformed)_(?:\w+_)?(?:argument|arguments|parameter|parameters|param|params|input|inputs|request)$|^validation(?:_\w+)?$|^schema_violation$/;

/** How the SDKs and the usual validators (zod, pydantic, jsonschema, ajv) begin what they have against arguments. */
const WORDS =
  /\binput validation error\b|\binvalid (?:arguments?|params?|parameters?|inputs?)\b|\b\d+ validation errors? for\b|\bargument validation\b|\bvalidation (?:failed|error)\b|"code": ?"(?:invalid_type|too_small|too_big|unrecognized_keys|invalid_string|invalid_format|invalid_value|invalid_enum_value|not_multiple_of)"|\bis not of type '|\bis not valid under any of the given schemas\b|\bis a required property\b|\bAdditional properties are not allowed\b|\bmust (?:NOT have|have required|match pattern|be equal to one of the allowed values)\b/i;

/**
 * True when a call was refused because of its arguments, not for what became of it: by the protocol's code, the envelope's, or, where there is
 * neither, the words that the usual validators use.
 */
export function refusesArguments(exchange: Exchange): boolean {
  const code = errorCode(exchange);
  if (code !== undefined) return code === INVALID_PARAMS || WORDS.test(errorMessage(exchange).slice(0, 5_000));
  const result = resultOf(exchange);
  const envelope = readEnvelope(result);
  if (envelope) return !envelope.ok && CODE.test(envelope.code);
  return result?.isError === true && textsOf(result).some((text) => WORDS.test(text.slice(0, 5_000)));
}
