import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../src/model/exchange.ts';
import { keepsOutputBack, refusesArguments } from '../../src/run/refuses-arguments.ts';

const exchange = (answer: object): Exchange => ({
  ...{ method: 'tools/call', sent: null, outcome: 'answered', numbers: {}, bytes: 0, line: null, ms: 1, phase: 'call', tool: null },
  ...{ notifications: [], stderrBytes: 0, http: null, reason: null },
  answer: { jsonrpc: '2.0', id: 1, ...answer },
});
const said = (text: string, isError = true) => exchange({ result: { content: [{ type: 'text', text }], isError } });
const rpc = (code: number, message: string) => exchange({ error: { code, message } });
const enveloped = (code: string) => {
  const structuredContent = { ok: false, code, retryable: false, attempts: 1, task_id: 't', elapsed_ms: 1, message: 'x' };
  return exchange({ result: { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent, isError: true } });
};

/** What SDKs and validators write when they refuse arguments. */
const REFUSALS = [
  'MCP error -32602: Input validation error: Invalid arguments for tool find: [\n  {\n    "expected": "string",\n    "code": "invalid_type",\n    "path": ["id"],\n    "message": "Invalid input: expected string, received number"\n  }\n]',
  'Input validation error: Invalid arguments for tool find: id: Required',
  '[{"code": "too_big", "maximum": 5, "type": "number", "path": ["a"], "message": "Number must be less than or equal to 5"}]',
  '✖ Too big: expected number to be <=5\n  → at a',
  'Unrecognized key: "d"',
  "Unrecognized key(s) in object: 'd'",
  "Input validation error: 'x' is a required property",
  "'x' is not of type 'integer'",
  "'b' is not one of ['a']",
  '5 is less than the minimum of 10',
  "'aaaa' is too long",
  "Additional properties are not allowed ('x' was unexpected)",
  'Error executing tool find: 1 validation error for findArguments\nx\n  Field required [type=missing, input_value={}, input_type=dict]',
  "1 validation error for call[find]\nx\n  Input should be a valid integer [type=int_parsing, input_value='a', input_type=str]",
  "TypeError: find() got an unexpected keyword argument 'y'",
  'data/max_items must be integer',
  'data must have required property order_id',
  'arguments/max_items must be <= 50',
  'data/status must be equal to one of the allowed values',
  'invalid params: validating "arguments": validating root: unexpected additional properties ["x"]',
  'required argument "name" not found',
  'json: cannot unmarshal string into Go struct field args.count of type int',
  "$: required property 'order_id' not found",
  '$.max_items: string found, integer expected',
  '$.status: does not have a value in the enumeration ["open"]',
  "The arguments dictionary is missing a value for the required parameter 'message'. (Parameter 'arguments')",
  'failed to deserialize parameters: missing field `x`',
  'Error: Missing required parameter: order_id',
  'Invalid arguments: rows is a whole number from 1 to 9',
  'Validation failed: order_id is missing',
];

/** What tools write when the arguments were fine and the work was not. */
const FAILURES = [
  'order A-1 not found',
  "EINVAL: invalid argument, rename '/a' -> '/b'",
  "Error: ENOENT: no such file or directory, open '/x'",
  "[Errno 22] Invalid argument: 'a:b'",
  'Invalid argument (os error 22)',
  'The lawyers found an invalid argument in the contract',
  'Card validation failed: the issuer declined',
  'VAT number validation failed at the tax office',
  'Validation failed at the carrier: no such street',
  'Address validation error from the carrier',
  'ERROR: invalid input syntax for type uuid: "example"',
  'Invalid credentials',
  'Missing API key: set ERP_TOKEN',
  'Output validation error: Invalid structured content for tool find: data must have required property id',
  'MCP error -32602: Output validation error: Tool find has an output schema but no structured content was provided',
  '1 validation error for ErpResponse\nid\n  Field required [type=missing, input_value={}, input_type=dict]',
  'The queue is too long: 400 jobs wait',
  'The price is greater than the budget of the task',
  'Request failed with status code 400',
  'Access denied - path outside allowed directories: /etc not in /data',
  'No parcel found, two expected',
  'Payment refused: the card must be valid for 3 more months',
  "An error occurred invoking 'find'.",
  'Parameter store is unreachable',
  'The document does not match the template',
];

describe('what is a refusal of arguments', () => {
  test.each(REFUSALS)('%s', (text) => {
    expect(refusesArguments(said(text))).toBe(true);
    expect(refusesArguments(rpc(-32603, text))).toBe(true);
    expect(refusesArguments(said(text, false))).toBe(false);
  });

  test('the code of the protocol, and that of the envelope', () => {
    expect(refusesArguments(rpc(-32602, 'no'))).toBe(true);
    for (const code of ['invalid_arguments', 'validation_failed', 'missing_parameter'])
      expect(refusesArguments(enveloped(code))).toBe(true);
  });
});

describe('what is a failure of the work', () => {
  test.each(FAILURES)('%s', (text) => {
    expect(refusesArguments(said(text))).toBe(false);
    expect(refusesArguments(rpc(-32603, text))).toBe(false);
  });

  test('a tool that is not there, or whose result does not fit, under the code of invalid parameters', () => {
    expect(refusesArguments(rpc(-32602, 'MCP error -32602: Tool find not found'))).toBe(false);
    expect(refusesArguments(rpc(-32602, 'Output validation error: x'))).toBe(false);
  });

  test.each(['order_not_found', 'invalid_credentials', 'task_conflict'])('the code %s', (code) => {
    expect(refusesArguments(enveloped(code))).toBe(false);
  });
});

test('a result that an SDK kept back is told from what it refuses', () => {
  expect(keepsOutputBack('MCP error -32602: Output validation error: Tool find has an output schema')).toBe(true);
  expect(keepsOutputBack('Input validation error: x')).toBe(false);
});
