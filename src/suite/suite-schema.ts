import type { Expectation } from '../model/expectation.ts';
import type { JsonObject } from '../model/json.ts';
import { SUITE_FORMAT } from './suite.ts';

const texts = { type: 'array', items: { type: 'string' } } as const;

/**
 * The JSON Schema of a suite's shape. Only keywords that `isObvious` judges, so that a good suite costs no validator; what they cannot say
 * (`text`, the matchers of `json`, pointers, templates) is for check-suite.ts.
 */
export const SUITE_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: SUITE_FORMAT,
  type: 'object',
  additionalProperties: false,
  required: ['format', 'steps'],
  properties: {
    format: { type: 'string' },
    site: { type: 'string', description: 'A folder of static pages, relative to the suite.' },
    task: { type: 'string', minLength: 1, description: 'The task_id of the suite; smoke-{{run}} unless said.' },
    grants: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['tools'],
        properties: { tools: { ...texts, minItems: 1 }, origins: texts },
      },
    },
    steps: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['tool'],
        properties: {
          name: { type: 'string', minLength: 1 },
          tool: { type: 'string', minLength: 1 },
          arguments: { type: 'object' },
          expect: {
            type: 'object',
            additionalProperties: false,
            properties: {
              ok: { type: 'boolean' },
              code: { type: 'string' },
              retryable: { type: 'boolean' },
              max_ms: { type: 'number', minimum: 0 },
              output_schema: { type: 'boolean' },
              answered: { type: 'boolean' },
              accepts_arguments: { type: 'boolean' },
              denied: { type: 'boolean' },
              raw_exception: { type: 'boolean' },
              max_bytes: { type: 'integer', minimum: 1 },
              text: { description: 'Something that the texts of the result hold, or {regex: …}.' },
              json: { type: 'object', description: 'JSON pointer → a value, or {type:}, {regex:}, {min:, max:}, {any: true}.' },
            },
          },
          capture: { type: 'object', description: 'Name → JSON pointer into the result.' },
          ignore: texts,
        },
      },
    },
  },
} as const;

/** What the schema makes sure of; `capture` holds texts once check-suite.ts has looked at it. */
export interface SuiteDocument {
  format: string;
  site?: string;
  task?: string;
  grants?: { tools: string[]; origins?: string[] }[];
  steps: StepDocument[];
}

export interface StepDocument {
  name?: string;
  tool: string;
  arguments?: JsonObject;
  expect?: Expectation;
  capture?: Record<string, string>;
  ignore?: string[];
}
