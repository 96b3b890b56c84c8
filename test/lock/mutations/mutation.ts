/** One change of a declaration whose meaning is known. */
export interface Mutation {
  name: string;
  /** A tool's declaration, or a whole adapter's: `{tools: […], server?, protocol?, supported?}`. */
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  /** Every change that is expected, exactly; in any order. */
  expect: { rule: string; severity: 'error' | 'warning' | 'info'; at?: string }[];
  /** A call that the old declaration allows and the new one refuses (or, for an output, a result the other way round). */
  witness?: unknown;
}
