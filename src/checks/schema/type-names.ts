import { nearest } from '../../model/nearest.ts';

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

/** What other languages call the types of JSON Schema. */
const OTHER_NAMES: Record<string, readonly string[]> = {
  integer: ['int', 'long', 'short', 'byte', 'bigint', 'int32', 'int64', 'uint', 'uint32', 'uint64', 'whole'],
  number: ['float', 'double', 'decimal', 'numeric', 'num', 'real', 'float32', 'float64'],
  boolean: ['bool', 'bit', 'flag'],
  string: [
    'str',
    'text',
    'char',
    'varchar',
    'uuid',
    'date',
    'datetime',
    'date-time',
    'time',
    'timestamp',
    'url',
    'uri',
    'email',
    'enum',
    'file',
    'bytes',
  ],
  object: ['dict', 'dictionary', 'map', 'hash', 'struct', 'json', 'record', 'table'],
  array: ['list', 'tuple', 'set', 'vector', 'sequence', 'slice'],
  null: ['none', 'nil', 'void', 'undefined'],
};

/** The type that an unknown name of one most likely means; undefined for `any` and what cannot be guessed. */
export function typeMeantBy(name: string): string | undefined {
  const word = name.toLowerCase().replace(/\[\]$|<.{0,40}>$/, '');
  if (name.endsWith('[]')) return 'array';
  if (['any', 'unknown', 'mixed', 'variant'].includes(word)) return undefined;
  return Object.keys(OTHER_NAMES).find((type) => OTHER_NAMES[type]?.includes(word)) ?? nearest(word, TYPES);
}
