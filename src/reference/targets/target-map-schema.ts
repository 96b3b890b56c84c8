import type { PageMap, TargetMapFile } from './target-map.ts';

export const TARGETS_FORMAT = 'mcp-adapter/targets@1' satisfies TargetMapFile['format'];

const KINDS = ['button', 'link', 'field', 'form', 'region', 'text'] satisfies PageMap['targets'][string]['kind'][];

const word = { type: 'string', minLength: 1, maxLength: 500 } as const;

const locators = {
  type: 'array',
  minItems: 1,
  maxItems: 10,
  items: {
    type: 'object',
    additionalProperties: false,
    minProperties: 1,
    properties: { role: word, name: word, label: word, placeholder: word, testid: word, text: word, css: word },
  },
} as const;

/** The JSON Schema of the shape of a target map; names, roles, patterns and what belongs together are for check-target-map.ts. */
export const TARGET_MAP_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: TARGETS_FORMAT,
  type: 'object',
  additionalProperties: false,
  required: ['format', 'pages'],
  properties: {
    format: { const: TARGETS_FORMAT },
    origin: word,
    pages: {
      type: 'array',
      minItems: 1,
      maxItems: 200,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['path'],
        properties: {
          path: { type: 'string', pattern: '^/[^?#]*$', maxLength: 500 },
          ready: locators,
          targets: {
            type: 'object',
            maxProperties: 200,
            additionalProperties: {
              type: 'object',
              additionalProperties: false,
              required: ['kind', 'locators'],
              properties: { kind: { type: 'string', enum: KINDS }, locators },
            },
          },
          lists: {
            type: 'object',
            maxProperties: 50,
            additionalProperties: {
              type: 'object',
              additionalProperties: false,
              required: ['items', 'key', 'fields'],
              properties: {
                items: locators,
                key: word,
                fields: {
                  type: 'object',
                  minProperties: 1,
                  maxProperties: 50,
                  additionalProperties: {
                    type: 'object',
                    additionalProperties: false,
                    required: ['css'],
                    properties: { css: word, attribute: word },
                  },
                },
                next: locators,
                delete: locators,
                confirm: locators,
              },
            },
          },
        },
      },
    },
  },
} as const;

/** What the schema makes sure of. */
export interface TargetMapDocument extends Omit<TargetMapFile, 'pages'> {
  pages: readonly (Omit<PageMap, 'targets' | 'lists'> & Partial<PageMap>)[];
}
