import type { Finding } from '../model/finding.ts';

/** What is wrong, as it stands in brackets behind a tool's name; the finding itself says it at length. */
const REASONS: Record<string, string> = {
  'schema/root-type': 'the root is no object',
  'schema/root-enum-not': 'enum or not at the root',
  'schema/object-no-properties': 'object without properties',
  'schema/array-no-items': 'array without items',
  'schema/tuple-items': 'items is a list',
  'schema/property-name': 'name of a parameter',
  'schema/type-array': 'type is a list',
  'schema/enum-non-string': 'enum with other values than strings',
  'schema/required-unknown': 'required names an undeclared parameter',
  'schema/required-not-array': 'required is no list',
  'schema/ref-recursive': 'recursive $ref',
  'schema/unsafe-integer-bound': 'integer beyond 2^53',
  'tool/name-charset': 'characters of its name',
  'tool/description-empty': 'empty description',
};

/** A few words for a finding; for a rule without any, its id, under which the finding stands in the same report. */
export function shortReason({ rule, at }: Finding): string {
  const keyword = at?.split('/').at(-1);
  if (rule === 'schema/root-combinator' && keyword) return `${keyword} at the root`;
  return Object.hasOwn(REASONS, rule) ? (REASONS[rule] ?? rule) : rule;
}
