import { RISKS } from '../model/tool.ts';
import { REFERENCE_SCHEMA } from './reference-schema.ts';

const launch = {
  command: { type: 'string', minLength: 1 },
  args: { type: 'array', items: { type: 'string' } },
  cwd: { type: 'string' },
  env: { type: 'object', additionalProperties: { type: 'string' } },
  inheritEnv: { type: 'boolean' },
} as const;

/** The JSON Schema of `mcp-adapter.json`; editors get it through `$schema`. */
export const CONFIG_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'mcp-adapter.json',
  type: 'object',
  additionalProperties: false,
  properties: {
    $schema: { type: 'string' },
    default: { type: 'string', description: 'The target that commands use when none is named; without it, the first.' },
    targets: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        minProperties: 1,
        properties: {
          stdio: { type: 'object', additionalProperties: false, required: ['command'], properties: launch },
          http: {
            type: 'object',
            additionalProperties: false,
            required: ['url'],
            properties: {
              url: { type: 'string' },
              headers: { type: 'object', additionalProperties: { type: 'string' } },
              bearerEnv: { type: 'string', description: 'The name of the environment variable that holds the token.' },
              start: { type: 'object', additionalProperties: false, required: ['command'], properties: launch },
            },
          },
        },
      },
    },
    rules: { type: 'object', additionalProperties: { enum: ['off', 'info', 'warning', 'error'] } },
    profiles: { type: 'array', items: { type: 'string' } },
    strict: { type: 'boolean' },
    risks: { type: 'object', additionalProperties: { enum: RISKS } },
    secrets: { type: 'array', items: { type: 'string' }, description: 'Names of environment variables whose values must never be shown.' },
    identities: {
      type: 'object',
      description: 'Who may use which tools: contract calls as each of them.',
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        required: ['allow'],
        properties: {
          bearerEnv: { type: 'string', description: 'The name of the environment variable that holds the token; for HTTP.' },
          headers: {
            type: 'object',
            additionalProperties: { type: 'string' },
            description: 'For HTTP; {{env:NAME}} is a variable of the environment.',
          },
          env: {
            type: 'object',
            additionalProperties: { type: 'string' },
            description: 'For stdio; {{env:NAME}} is a variable of the environment.',
          },
          allow: { type: 'array', items: { type: 'string' }, description: 'The tools that it may use; "*" is every tool.' },
          targets: {
            type: 'array',
            items: { type: 'string' },
            description: 'The targets whose tools these are; every adapter unless said.',
          },
        },
      },
    },
    suites: { type: 'array', items: { type: 'string' } },
    reference: REFERENCE_SCHEMA,
  },
} as const;

/** The same for a config without the section of the bundled adapter, whose schema is larger than all the rest and costs most to compile. */
export const CONFIG_SCHEMA_WITHOUT_REFERENCE = { ...CONFIG_SCHEMA, properties: { ...CONFIG_SCHEMA.properties, reference: {} } } as const;
