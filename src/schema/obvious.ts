import { isObject, type JsonObject } from '../model/json.ts';
import { propertiesOf } from '../model/tool.ts';
import type { Job } from './validate.ts';

// Most schemas are plain, and most arguments plainly fit them. Starting a validator for those would cost more than the whole conversation,
// so they are looked at here. Both functions answer true only where the validator would find nothing; false means "ask it".

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
const TEXTS = new Set(['title', 'description', '$comment', 'format']);
const COUNTS = new Set(['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties']);
const NUMBERS = new Set(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum']);
const ANY = new Set(['default', 'const']);
const FLAGS = new Set(['uniqueItems', 'deprecated', 'readOnly', 'writeOnly']);
/** In draft-07 and 2020-12 all of the above mean the same. */
const DIALECTS = /^https?:\/\/json-schema\.org\/(draft\/2020-12|draft-07)\/schema#?$/;
const MAX_DEPTH = 20;

/** True for a job whose verdict is plain: a valid schema, or a value that fits. */
export function isObvious(job: Job): boolean {
  if (!isPlainSchema(job.schema, 0)) return false;
  return !('value' in job) || fits(job.schema, job.value);
}

function isPlainSchema(schema: unknown, depth: number): schema is JsonObject {
  if (!isObject(schema) || depth > MAX_DEPTH) return false;
  for (const keyword in schema) if (!isPlainKeyword(keyword, schema[keyword], depth)) return false;
  return true;
}

function isPlainKeyword(keyword: string, value: unknown, depth: number): boolean {
  if (keyword === 'type') return typeof value === 'string' && TYPES.has(value);
  if (keyword === 'properties') return isObject(value) && Object.values(value).every((each) => isPlainSchema(each, depth + 1));
  if (keyword === 'items') return isPlainSchema(value, depth + 1);
  if (keyword === 'additionalProperties') return typeof value === 'boolean';
  if (keyword === 'required') return isNames(value);
  if (keyword === 'enum') return isNames(value) && value.length > 0;
  if (keyword === '$schema') return depth === 0 && typeof value === 'string' && DIALECTS.test(value);
  if (TEXTS.has(keyword)) return typeof value === 'string';
  if (COUNTS.has(keyword)) return Number.isInteger(value) && Number(value) >= 0;
  if (NUMBERS.has(keyword)) return typeof value === 'number';
  if (FLAGS.has(keyword)) return typeof value === 'boolean';
  if (keyword === 'examples') return Array.isArray(value);
  return ANY.has(keyword);
}

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string') && new Set(value).size === value.length;
}

/** Keywords that say nothing about a value. */
const SILENT = new Set([
  '$schema',
  '$id',
  '$comment',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
]);

function fits(schema: JsonObject, value: unknown): boolean {
  for (const keyword in schema) if (!SILENT.has(keyword) && !fitsKeyword(keyword, schema, value)) return false;
  return true;
}

function fitsKeyword(keyword: string, schema: JsonObject, value: unknown): boolean {
  const limit = schema[keyword];
  if (keyword === 'type') return typeOf(value, limit);
  if (keyword === 'enum') return typeof value === 'string' && isNames(limit) && limit.includes(value);
  if (keyword === 'minimum') return typeof value === 'number' && value >= Number(limit);
  if (keyword === 'maximum') return typeof value === 'number' && value <= Number(limit);
  // A code unit count is never less than the character count that the schema means.
  if (keyword === 'maxLength') return typeof value === 'string' && value.length <= Number(limit);
  if (keyword === 'minLength') return typeof value === 'string' && value.length >= Number(limit) * 2;
  if (keyword === 'maxItems') return Array.isArray(value) && value.length <= Number(limit);
  if (keyword === 'minItems') return Array.isArray(value) && value.length >= Number(limit);
  if (keyword === 'items') return Array.isArray(value) && isObject(limit) && value.every((each) => fits(limit, each));
  if (!isObject(value)) return false;
  const properties = propertiesOf(schema);
  if (keyword === 'required') return isNames(limit) && limit.every((name) => Object.hasOwn(value, name));
  if (keyword === 'additionalProperties') return limit === true || Object.keys(value).every((name) => Object.hasOwn(properties, name));
  if (keyword === 'properties')
    return Object.entries(value).every(([name, each]) => {
      const own = Object.hasOwn(properties, name) ? properties[name] : {};
      return isObject(own) && fits(own, each);
    });
  return false;
}

function typeOf(value: unknown, type: unknown): boolean {
  if (type === 'object') return isObject(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'null') return value === null;
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type && value !== undefined;
}
