import { isObject, member } from '../model/json.ts';

/** The JSON Schema dialects we judge by (2026-07-28 basic/index: 2020-12 is the default and MUST be supported). */
export const DIALECTS = ['2020-12', '2019-09', 'draft-07', 'draft-06'] as const;
export type Dialect = (typeof DIALECTS)[number];

const BY_URI: Record<string, Dialect> = {
  'https://json-schema.org/draft/2020-12/schema': '2020-12',
  'https://json-schema.org/draft/2019-09/schema': '2019-09',
  'http://json-schema.org/draft-07/schema': 'draft-07',
  'http://json-schema.org/draft-06/schema': 'draft-06',
};

/** The dialect a schema declares by `$schema`, the default when it declares none, null when it is one we do not know. */
export function dialectOf(schema: unknown): Dialect | null {
  if (!isObject(schema) || !('$schema' in schema)) return '2020-12';
  const uri = member(schema, '$schema');
  if (typeof uri !== 'string') return null;
  const bare = uri.replace(/#$/, '');
  return BY_URI[bare] ?? BY_URI[bare.replace(/^https:/, 'http:')] ?? BY_URI[bare.replace(/^http:/, 'https:')] ?? null;
}
