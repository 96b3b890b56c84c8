import type { DiffRule } from '../diff-rules.ts';

export type Direction = 'input' | 'output';

/** What a change does to the values that are allowed. */
export type Effect = 'narrows' | 'widens' | 'unclear' | 'none';

/**
 * What can happen to a schema, and the rule that tells it: what narrows an input breaks a caller, what widens an output breaks a reader.
 */
const CHANGES = {
  'member gone': ['narrows', 'param-removed', 'output-changed'],
  'member new': ['widens', 'param-added', 'output-added'],
  'required member new': ['narrows', 'required-added', 'output-added'],
  'member required': ['narrows', 'required-added', 'output-narrowed'],
  'member optional': ['widens', 'constraint-removed', 'output-changed'],
  closed: ['narrows', 'object-closed', 'output-narrowed'],
  opened: ['widens', 'object-opened', 'output-widened'],
  'fewer types': ['narrows', 'type-changed', 'output-narrowed'],
  'other types': ['narrows', 'type-changed', 'output-changed'],
  'more types': ['widens', 'type-widened', 'output-changed'],
  'no null': ['narrows', 'null-refused', 'output-narrowed'],
  'fewer values': ['narrows', 'enum-narrowed', 'output-narrowed'],
  'more values': ['widens', 'enum-widened', 'output-widened'],
  tighter: ['narrows', 'bound-tightened', 'output-narrowed'],
  looser: ['widens', 'bound-loosened', 'output-widened'],
  'without end': ['widens', 'bound-removed', 'output-widened'],
  'more asked': ['narrows', 'constraint-added', 'output-narrowed'],
  // Whatever else is allowed now, a reader may meet it.
  'other asked': ['narrows', 'constraint-added', 'output-widened'],
  'less asked': ['widens', 'constraint-removed', 'output-widened'],
  'fewer forms': ['narrows', 'type-changed', 'output-narrowed'],
  'more forms': ['widens', 'type-widened', 'output-widened'],
  // It narrows, or changes nothing.
  'perhaps more asked': ['unclear', 'schema-undecided', 'output-narrowed'],
  // It was one of a few values, and may be others.
  'perhaps fewer values': ['unclear', 'schema-undecided', 'output-widened'],
  unclear: ['unclear', 'schema-undecided', 'schema-undecided'],
  default: ['none', 'default-changed', 'declaration-changed'],
  header: ['none', 'header-changed', 'declaration-changed'],
  'secret header': ['none', 'secret-header', 'declaration-changed'],
  note: ['none', 'declaration-changed', 'declaration-changed'],
} as const satisfies Record<string, readonly [Effect, DiffRule, DiffRule]>;

export type Change = keyof typeof CHANGES;

export function ruleOf(change: Change, direction: Direction): DiffRule {
  const [, input, output] = CHANGES[change];
  return direction === 'input' ? input : output;
}

export function effectOf(change: Change): Effect {
  return CHANGES[change][0];
}
