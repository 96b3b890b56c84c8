import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import draft6 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' };
import addFormats from 'ajv-formats';
import { isObject, type JsonObject, kindOf, member, pointer } from '../model/json.ts';
import { isTooDeep, TOO_DEEP } from './depth-limit.ts';
import { type Dialect, dialectOf } from './dialect.ts';
import type { SchemaProblem, SchemaVerdict, ValueVerdict } from './verdicts.ts';
import { walk } from './walk.ts';

/** More problems than this in one schema tell nothing new. */
const MAX_PROBLEMS = 50;

// Nothing is ever fetched: ajv resolves only what it was given. `logger: false`, because stdout and stderr are not ours to use. What every
// object inherits, such as `constructor`, is no member of a value.
const OPTIONS: Options = { strict: false, allErrors: true, verbose: true, logger: false, validateSchema: false, ownProperties: true };

const MAKE: Record<Dialect, () => Ajv> = {
  '2020-12': () => new Ajv2020(OPTIONS),
  '2019-09': () => new Ajv2019(OPTIONS),
  'draft-07': () => new Ajv(OPTIONS),
  'draft-06': () => new Ajv(OPTIONS).addMetaSchema(draft6),
};
const META: Record<Dialect, string> = {
  '2020-12': 'https://json-schema.org/draft/2020-12/schema',
  '2019-09': 'https://json-schema.org/draft/2019-09/schema',
  'draft-07': 'http://json-schema.org/draft-07/schema',
  'draft-06': 'http://json-schema.org/draft-06/schema#',
};

const made = new Map<Dialect, Ajv>();
function ajvFor(dialect: Dialect): Ajv {
  const ajv = made.get(dialect) ?? MAKE[dialect]();
  if (!made.has(dialect)) addFormats.default(ajv);
  made.set(dialect, ajv);
  return ajv;
}

/** One thing to validate: a schema against its meta-schema, or a value against a schema. */
export type Job = { schema: unknown } | { schema: unknown; value: unknown };

/** Judges one thing on this thread: for the worker, and for schemas of our own. */
export function validateJob(job: Job): SchemaVerdict {
  if (isTooDeep(job)) return TOO_DEEP;
  return 'value' in job ? validateValue(job.schema, job.value) : validateSchema(job.schema);
}

/** Is this a valid schema of the dialect it declares? Judged by the dialect's meta-schema, and each pattern as a regular expression. */
export function validateSchema(schema: unknown): SchemaVerdict {
  const dialect = dialectOf(schema);
  if (!dialect) return { problems: [], dialect: null, unjudged: null };
  try {
    const validate = ajvFor(dialect).getSchema(META[dialect]);
    const problems = validate?.(schema) ? [] : mostTelling(validate?.errors ?? []);
    return { problems: [...problems, ...badPatterns(schema)].slice(0, MAX_PROBLEMS), dialect, unjudged: null };
  } catch (error) {
    return { problems: [], dialect, unjudged: words(error) };
  }
}

/** Does the value fit the schema? A schema that cannot be compiled leaves it unjudged. */
export function validateValue(schema: unknown, value: unknown): SchemaVerdict {
  const dialect = dialectOf(schema);
  if (!dialect || !isObject(schema)) return { problems: [], dialect, unjudged: UNREADABLE };
  try {
    const validate = validatorOf(schema, dialect);
    return { problems: validate(value) ? [] : mostTelling(validate.errors ?? []), dialect, unjudged: null };
  } catch (error) {
    return { problems: [], dialect, unjudged: words(error) };
  }
}

/** Many values by one schema, which is compiled once. A single verdict for all of them when none can be judged. */
export function validateValues(schema: unknown, values: readonly unknown[]): ValueVerdict[] {
  const none = (unjudged: string) => [{ violations: [], unjudged }];
  const dialect = dialectOf(schema);
  if (schema === true || schema === false)
    return values.map(() => ({ violations: schema ? [] : [{ at: '', keyword: 'false schema' }], unjudged: null }));
  if (!dialect || !isObject(schema)) return none(UNREADABLE);
  try {
    const validate = validatorOf(schema, dialect);
    return values.map((value) => ({ violations: validate(value) ? [] : violations(validate.errors ?? []), unjudged: null }));
  } catch (error) {
    return none(words(error));
  }
}

const UNREADABLE = 'the schema cannot be read';

/** One adapter's schemas, and those of the runs before it, are judged again and again. */
const MAX_COMPILED = 200;
const compiled = new Map<string, ValidateFunction>();

/** Each is compiled by a validator of its own, as ids and anchors of one must not meet those of another. */
function validatorOf(schema: JsonObject, dialect: Dialect): ValidateFunction {
  const key = JSON.stringify(schema);
  const known = compiled.get(key);
  if (known) return known;
  const ajv = MAKE[dialect]();
  addFormats.default(ajv);
  const validate = ajv.compile(schema);
  if (compiled.size >= MAX_COMPILED) compiled.clear();
  compiled.set(key, validate);
  return validate;
}

function violations(errors: readonly ErrorObject[]): ValueVerdict['violations'] {
  return errors.slice(0, MAX_PROBLEMS).map(({ instancePath, keyword }) => ({ at: instancePath, keyword }));
}

/** `anyOf` and `$ref` report what failed inside them too; per place only the first specific problem is kept. */
function mostTelling(errors: readonly ErrorObject[]): SchemaProblem[] {
  const byPlace = new Map<string, SchemaProblem>();
  for (const error of errors) {
    const vague = error.keyword === 'anyOf' || error.keyword === 'oneOf' || error.keyword === 'if' || error.keyword === '$ref';
    const missing = member(error.params, 'missingProperty') ?? member(error.params, 'additionalProperty');
    const at = error.instancePath + (typeof missing === 'string' ? pointer(missing) : '');
    if (byPlace.has(at) || (vague && [...byPlace.keys()].some((place) => place.startsWith(at)))) continue;
    byPlace.set(at, { at, keyword: error.keyword, message: error.message ?? '', value: small(error.data) });
  }
  return [...byPlace.values()];
}

function badPatterns(schema: unknown): SchemaProblem[] {
  return walk(schema).flatMap(({ at, schema: part }) => {
    const pattern = part.pattern;
    if (typeof pattern !== 'string') return [];
    try {
      // JSON Schema patterns are ECMA-262 with the u flag (2020-12 core, section 6.4).
      new RegExp(pattern, 'u');
      return [];
    } catch (error) {
      return [{ at: `${at}/pattern`, keyword: 'pattern', message: words(error), value: pattern }];
    }
  });
}

function small(value: unknown): unknown {
  return isObject(value) || Array.isArray(value) ? kindOf(value) : value;
}

function words(error: unknown): string {
  return error instanceof Error ? error.message.split('\n')[0]?.slice(0, 200) || error.name : String(error);
}
