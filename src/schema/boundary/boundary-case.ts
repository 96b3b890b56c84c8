import type { JsonObject } from '../../model/json.ts';

/** Arguments made on purpose: on the edge of what a schema allows, or just beyond it. */
export interface BoundaryCase {
  /** Within its tool, the same in every run: `timeout/max+1`, `filter/rows/items/type-null`, `missing/order_id`. */
  name: string;
  /**
   * What is expected: `either` may be taken or refused (a broken format, a path that leads out of a folder, a member called `__proto__`),
   * whatever the schema says of it.
   */
  kind: 'valid' | 'invalid' | 'either';
  /** JSON pointer into the input schema, to the keyword that it is about: `/properties/timeout/maximum`. */
  at: string;
  /** The keyword that it breaks; null for what the schema allows. */
  keyword: string | null;
  /** JSON pointer into the arguments, to the value that it is about; empty for the arguments as a whole. */
  place: string;
  /** What it is, in words, as they follow the name of the tool: `timeout is 121, above the maximum of 120`. */
  about: string;
  arguments: JsonObject;
  /** The exact JSON text of the arguments. */
  text: string;
}

/** What was made for one schema. */
export interface BoundaryCases {
  cases: BoundaryCase[];
  /** Made, and then not what they were meant to be: the validator said otherwise. */
  dropped: { name: string; why: string }[];
  /** Why there are none or not all, as one sentence about the schema; empty when everything was made. */
  reason: string;
}
