import type { JsonObject } from '../model/json.ts';
import { shorten } from '../model/text.ts';
import { changes, isRisk, propertiesOf, RISKS, type Risk } from '../model/tool.ts';
import { compileSchema } from '../schema/compile.ts';
import type { ToolContext } from './context.ts';
import { declarationOf, inputSchemaOf } from './declaration.ts';
import { RESERVED } from './envelope.ts';
import type { Content } from './result.ts';
import { type AnySchema, asJsonSchema, isStandard, type StandardSchema, type ValueOf } from './schemas.ts';

/** A business action, as its author writes it. */
export interface ToolDefinition<Input extends AnySchema, Output extends AnySchema | undefined> {
  /** 1 to 64 of `A-Z a-z 0-9 _ -`: what every host accepts. */
  name: string;
  title: string;
  /** What it does and when to use it, for the model: at most 1,024 characters. */
  description: string;
  /** What it may change. `write` and `destructive` need a grant; `prepare` makes or releases what only the caller uses. */
  risk: Risk;
  /**
   * The arguments that make the idempotency key: `['task_id']`, `['task_id', 'step_id']`. Needed for write and destructive; read tools have none.
   * `task_id` and `step_id` are added to the input when it does not declare them.
   */
  idempotency?: readonly string[];
  input: Input;
  /** The tool's own fields; the envelope is added. */
  output?: Output;
  /**
   * For risk prepare, whether an answer from memory still counts, such as when what was made is still there; always, unless said. When not, the
   * call is made again. It is given the envelope, of failures too.
   */
  holds?(envelope: JsonObject): boolean;
  /** OAuth scopes, all of which the caller needs. */
  scopes?: readonly string[];
  /**
   * Arguments whose values may stand in the audit log; of all others only type, length and a hash. `purpose`, `account` and `env_id` are told
   * in fields of their own anyway: never put anything secret in arguments of these names.
   */
  loggable?: readonly string[];
  /** True for a tool that acts on an origin, which it names at its effect step: a grant can then be limited to origins. */
  origins?: boolean;
  /** True when it deals with an open world, such as the web; false unless said. */
  openWorld?: boolean;
  /** Capabilities that the client must have declared (`sampling`, `elicitation`, `roots`), for a tool that cannot do without. */
  clientCapabilities?: readonly string[];
  /** How long a call may take: 60 s unless said, at most 10 min. */
  timeoutMs?: number;
  /** Does it. Returns the tool's own fields, with `withContent` further content blocks; throws ToolError for what can go wrong. */
  run(
    args: ValueOf<Input>,
    context: ToolContext,
  ): Returned<Output> | Content<Returned<Output>> | Promise<Returned<Output> | Content<Returned<Output>>>;
}

type Returned<Output> = Output extends AnySchema ? ValueOf<Output> : object;

/** A tool ready to be served. Made by `defineTool`. */
export interface Tool {
  name: string;
  risk: Risk;
  /** The names of the arguments that make the idempotency key; empty for none. */
  keys: readonly string[];
  /** Whether an answer from memory still counts. */
  holds(envelope: JsonObject): boolean;
  scopes: readonly string[];
  loggable: readonly string[];
  origins: boolean;
  clientCapabilities: readonly string[];
  timeoutMs: number;
  /** As tools/list shows it. */
  declaration: JsonObject;
  /** Sentences that say what is wrong with the arguments; empty when they fit. */
  problemsOf(args: unknown): string[];
  /** Sentences that say what is wrong with what the tool returned. */
  outputProblemsOf(data: unknown): string[];
  /** What a schema library makes of valid arguments, or what else it has against them; null for JSON Schema, which has said it all. */
  parse: ((args: JsonObject) => Promise<{ value: unknown } | { problems: string[] }>) | null;
  /** @param seen the arguments, or what `parse` made of them */
  run(seen: unknown, context: ToolContext): Promise<unknown>;
}

const DEFAULT_TIMEOUT_MS = 60_000;
const MAX_TIMEOUT_MS = 600_000;

/**
 * Declares a business action. Its arguments are typed by `input`.
 * @throws TypeError when it cannot be compiled, or contradicts itself; what the design rules refuse is told by `createAdapter`
 */
export function defineTool<const Input extends AnySchema, const Output extends AnySchema | undefined = undefined>(
  definition: ToolDefinition<Input, Output>,
): Tool {
  const { name, risk, input, output, timeoutMs = DEFAULT_TIMEOUT_MS } = definition;
  const keys = definition.idempotency ?? [];
  const fail = (message: string) => new TypeError(`tool ${JSON.stringify(name)}: ${message}`);
  if (!isRisk(risk)) throw fail(`the risk ${JSON.stringify(risk)} is none of ${RISKS.join(', ')}`);
  if (changes(risk) && !keys.includes('task_id'))
    throw fail(`the idempotency key of a ${risk} tool begins with task_id, because a grant is for a task: ['task_id', 'step_id']`);
  if (risk === 'read' && keys.length) throw fail('a read tool has no idempotency key: it is never answered from memory');
  if (definition.holds && (risk !== 'prepare' || !keys.length))
    throw fail('holds is for a tool of risk prepare with an idempotency key: what was written is never written again');
  if (!(timeoutMs >= 1 && timeoutMs <= MAX_TIMEOUT_MS)) throw fail(`timeoutMs must be 1 to ${MAX_TIMEOUT_MS}, not ${timeoutMs}`);
  try {
    const own = asJsonSchema(input, 'input');
    const inputSchema = inputSchemaOf(own, keys, risk);
    // A schema library may refuse arguments that it does not know.
    const added = keys.filter((key) => !Object.hasOwn(propertiesOf(own), key));
    const outputSchema = output ? asJsonSchema(output, 'output') : null;
    checkNames(inputSchema, outputSchema, definition.loggable ?? []);
    const outputProblemsOf = outputSchema ? compileSchema(outputSchema) : () => [];
    return {
      name,
      risk,
      keys,
      holds: (envelope) => definition.holds?.(envelope) ?? true,
      scopes: definition.scopes ?? [],
      loggable: definition.loggable ?? [],
      origins: definition.origins ?? false,
      clientCapabilities: definition.clientCapabilities ?? [],
      timeoutMs,
      declaration: declarationOf(definition, inputSchema, outputSchema),
      problemsOf: compileSchema(inputSchema),
      outputProblemsOf,
      parse: isStandard(input) ? (args) => parsed(input, args, added) : null,
      // Validated by now, so it is what the schema says.
      run: async (seen, context) => definition.run(seen as ValueOf<Input>, context),
    };
  } catch (error) {
    throw fail(error instanceof Error ? error.message : String(error));
  }
}

/** @throws TypeError for names that would fail at every call, or never mean anything */
function checkNames(input: JsonObject, output: JsonObject | null, loggable: readonly string[]): void {
  const taken = RESERVED.filter((name) => Object.hasOwn(propertiesOf(output), name));
  if (taken.length) throw new TypeError(`the output declares ${taken.join(', ')}, which the envelope keeps for itself`);
  const unknown = loggable.find((name) => !Object.hasOwn(propertiesOf(input), name));
  if (unknown !== undefined) throw new TypeError(`loggable names ${JSON.stringify(unknown)}, which the input does not declare`);
}

/** The arguments as a schema library hands them to the tool's code, with its defaults and conversions; it is not shown the arguments of the key. */
async function parsed(
  schema: StandardSchema,
  args: JsonObject,
  added: readonly string[],
): Promise<{ value: unknown } | { problems: string[] }> {
  const known = Object.fromEntries(Object.entries(args).filter(([name]) => !added.includes(name)));
  const result = await schema['~standard'].validate(known);
  if (!result.issues) return { value: result.value };
  const problems = result.issues.slice(0, 8).map(({ path = [], message }) => {
    const at = path.map((each) => String(typeof each === 'object' ? each.key : each)).join('.');
    return at ? `${shorten(at, 100)}: ${shorten(message, 200)}` : shorten(message, 200);
  });
  return { problems };
}
