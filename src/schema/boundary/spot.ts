import type { JsonObject } from '../../model/json.ts';
import type { BoundaryCase } from './boundary-case.ts';

/** One of the schemas that speak about a value, and where it stands: a JSON pointer into the whole schema. */
export interface Layer {
  at: string;
  schema: JsonObject;
}

/** A value within the arguments, with all that the schema says of it. */
export interface Spot {
  /** In front of the names of its cases: `filter/rows/items`; empty for the arguments as a whole. */
  name: string;
  /** For people: `filter.rows[0]`; empty for the arguments as a whole. */
  words: string;
  /** The property that it is, or that it is an item of. */
  property: string;
  /** JSON pointer into the arguments. */
  place: string;
  /** What speaks about it; the first is its own schema. */
  layers: readonly Layer[];
  /** The same as one schema, without `$ref`, `allOf`, `anyOf` and `oneOf`. */
  plain: JsonObject;
  /** Arguments that fit and hold it, and its value in them. */
  base: JsonObject;
  value: unknown;
  /** True where arguments without it fit too. */
  isOptional: boolean;
  /** True where another branch of an `anyOf` or `oneOf` may allow what this one forbids. */
  isInBranch: boolean;
  /** What its presence shows, where the arguments to begin with do not have it: a case of its own; null where they have. */
  shows: Variant | null;
  /** What only one branch says, where it stands for a branch that the others of its place do not take; else null. */
  branch: readonly Layer[] | null;
}

/** A value to put in a place, and what it is for. Several of one name are alternatives: the first that is what it is meant to be is taken. */
export interface Variant {
  /** Within its spot: `max+1`. */
  name: string;
  kind: BoundaryCase['kind'];
  /** The keyword that it is about. */
  on: string;
  /** What an invalid one may break, the likeliest first, where that is not (only) what it is about. */
  breaks?: readonly string[];
  /** In words, with the value's own. */
  about: string;
  value: unknown;
  /** The exact JSON text of the value, where JSON.stringify would write another. */
  json?: string;
  /** What the validator judges in its place, where it cannot judge the value. */
  standIn?: unknown;
  /** True where nobody knows beforehand whether there is one: that it is none is not told. */
  isGuess?: boolean;
}
