import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type JsonObject, kindOf, member } from '../model/json.ts';
import { quote, shorten, some } from '../model/text.ts';
import { propertiesOf } from '../model/tool.ts';
import { walk } from './walk.ts';

/** Judges one value: sentences that say what is wrong with it, empty when it fits. */
export type Validator = (value: unknown) => string[];

/** A value this large is told its first fault only: looking for all of them could take as long as it likes. */
const MAX_FOR_ALL = 64 * 1024;

/**
 * A validator of a schema that we trust, such as a tool's own: compiled once, run on this thread.
 * @throws Error when the schema cannot be compiled
 */
export function compileSchema(schema: JsonObject): Validator {
  const first = compiler('first', schema).compile(schema);
  let all: typeof first | null = null;
  return (value) => {
    if (first(value)) return [];
    const errors = first.errors ?? [];
    if (JSON.stringify(value)?.length > MAX_FOR_ALL) return errors.map(sentence);
    all ??= compiler('all', schema).compile(schema);
    all(value);
    return [...new Set((all.errors ?? errors).map(sentence))].slice(0, 8);
  };
}

const made: Partial<Record<'first' | 'all', Ajv2020>> = {};

/** Made once, as a compiler costs more than what it compiles; one of its own for a schema with ids, which must not meet those of another. */
function compiler(errors: 'first' | 'all', schema: JsonObject): Ajv2020 {
  const shared = walk(schema).every(({ schema: part }) => !('$id' in part) && !('$anchor' in part));
  const known = shared ? made[errors] : undefined;
  if (known) return known;
  const ajv = new Ajv2020({ strict: false, allErrors: errors === 'all', verbose: true, logger: false, ownProperties: true });
  addFormats.default(ajv);
  if (shared) made[errors] = ajv;
  return ajv;
}

function sentence(error: ErrorObject): string {
  const at = error.instancePath ? error.instancePath.slice(1).replaceAll('/', '.') : '';
  const place = at ? shorten(at, 100) : 'the arguments';
  const { params } = error;
  if (error.keyword === 'required') return `${at ? `${place}.` : ''}${member(params, 'missingProperty')} is missing`;
  if (error.keyword === 'additionalProperties') {
    const name = quote(String(member(params, 'additionalProperty')), 60);
    const known = Object.keys(propertiesOf(error.parentSchema));
    return `${at ? `${place} has` : 'there is'} no argument ${name}${known.length ? `; there is ${some(known, 8)}` : ''}`;
  }
  const given = typeof error.data === 'object' ? kindOf(error.data) : shorten(JSON.stringify(error.data) ?? 'nothing', 60);
  const allowed = member(params, 'allowedValues');
  const wish = Array.isArray(allowed)
    ? `must be one of ${some(
        allowed.map((each) => JSON.stringify(each)),
        12,
      )}`
    : (error.message ?? 'is wrong');
  return `${place} ${wish} (it is ${given})`;
}
