import { setAt } from '../cases/set-at.ts';
import { Fault, messageOf } from '../model/fault.ts';
import { isObject, type JsonObject, kindOf, member } from '../model/json.ts';
import { didYouMean } from '../model/nearest.ts';
import { lineOf, quote } from '../model/text.ts';
import { inputSchema, parameters, type ToolDeclaration } from '../model/tool.ts';

/** The arguments of a call as the command line gave them. */
export interface GivenArguments {
  /** JSON text; null when none was given. */
  text: string | null;
  /** `path=value` pairs. */
  args: readonly string[];
  task: string | null;
}

/**
 * The arguments of a call: the JSON text exactly as typed but for what `--arg` and `--task` put into it. Nothing is converted silently: a `--arg` value is
 * read as the type that the tool's schema declares, and as text where it declares none.
 * @throws Fault (usage) for text that is no JSON object, a path that leads nowhere, a value that does not fit its type
 */
export function argumentsFrom(given: GivenArguments, tool: ToolDeclaration | null): { arguments: JsonObject; text: string } {
  // A line break between two members cannot be sent over stdio; it means as much as a space.
  const text = given.text?.trim().replace(/[\r\n]/g, ' ') || '{}';
  const value = parseObject(text, 'the arguments');
  const edits = given.args.map((pair) => set(value, pair, tool));
  if (given.task !== null) {
    define(value, 'task_id', given.task);
    edits.push({ keys: ['task_id'], value: given.task });
  }
  return { arguments: value, text: edits.reduce((edited, each) => setAt(edited, each.keys, each.value), text) };
}

/** @throws Fault (usage) with line and column when the text is no JSON object */
export function parseObject(text: string, what: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = messageOf(error);
    throw new Fault(
      'usage',
      `${what} are no JSON: ${quote(message)} at ${placeOf(message, text)}, in ${quote(text, 60)}`,
      'quote the JSON for your shell: \'{"id": "A-1"}\'',
    );
  }
  if (!isObject(value)) throw new Fault('usage', `${what} must be a JSON object, not ${kindOf(value)}`, 'write \'{"id": "A-1"}\'');
  return value;
}

/** Line and column of a syntax error, from the offset that its message names; the end of the text when it names none. */
function placeOf(message: string, text: string): string {
  const { line, column } = lineOf(text, Number(/position (\d+)/.exec(message)?.[1] ?? text.length));
  return `line ${line}, column ${column}`;
}

/** Puts one pair into the arguments; returns where. */
function set(root: JsonObject, pair: string, tool: ToolDeclaration | null): { keys: string[]; value: unknown } {
  const equals = pair.indexOf('=');
  if (equals < 1)
    throw new Fault('usage', `--arg ${quote(pair)} is not of the form path=value`, 'write --arg id=A-1, or --arg address.city=Bonn');
  const keys = pair.slice(0, equals).split('.');
  const path = [...keys];
  const last = path.pop() ?? '';
  let schema: unknown = tool ? inputSchema(tool) : undefined;
  let target = root;
  for (const key of path) {
    schema = member(member(schema, 'properties'), key);
    const inner = Object.hasOwn(target, key) ? target[key] : undefined;
    if (inner !== undefined && !isObject(inner))
      throw new Fault('usage', `--arg ${quote(pair)}: ${quote(key)} is ${kindOf(inner)}, not an object`);
    const next: JsonObject = inner ?? {};
    define(target, key, next);
    target = next;
  }
  const known = member(schema, 'properties');
  const own = member(known, last);
  if (tool && !path.length && own === undefined) warnUnknown(tool, last, pair);
  const value = typed(pair.slice(equals + 1), own, pair);
  define(target, last, value);
  return { keys, value };
}

/** Also for names such as `__proto__`, which an assignment would swallow. */
function define(target: JsonObject, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

function warnUnknown(tool: ToolDeclaration, name: string, pair: string): void {
  const schema = inputSchema(tool);
  if (schema?.additionalProperties !== false) return;
  const known = Object.keys(parameters(tool));
  throw new Fault(
    'usage',
    `--arg ${quote(pair)}: ${quote(tool.name)} has no argument ${quote(name)}`,
    didYouMean(name, known, `it has ${known.join(', ')}`),
  );
}

/** The value as its schema wants it; text where the schema does not say. */
function typed(text: string, schema: unknown, pair: string): unknown {
  const type = member(schema, 'type');
  const types = Array.isArray(type) ? type : [type];
  if (types.includes('string') || type === undefined) return text;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  const kind = kindOf(value);
  const fits = types.some((each) => each === kind || (each === 'integer' && Number.isInteger(value)));
  if (!fits)
    throw new Fault(
      'usage',
      `--arg ${quote(pair)}: the schema wants ${types.join(' or ')}`,
      `write the value as JSON, for example ${exampleOf(types[0])}`,
    );
  return value;
}

function exampleOf(type: unknown): string {
  return type === 'boolean' ? 'true' : type === 'array' ? '\'["a"]\'' : type === 'object' ? '\'{"a": 1}\'' : type === 'null' ? 'null' : '5';
}
