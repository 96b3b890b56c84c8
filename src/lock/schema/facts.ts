import type { Bound, BoundKeyword } from './bound.ts';
import { KINDS, type Kind } from './kinds.ts';
import type { Place } from './source.ts';

/** Something that a schema asks for beside bounds: a pattern, a format, a multiple. */
export interface Demand {
  keyword: 'pattern' | 'format' | 'multipleOf' | 'uniqueItems' | 'dependentRequired';
  value: unknown;
  at: string;
}

/** What one schema says of an object's members; where several hold together, each says its own. */
export interface Members {
  properties: Map<string, Place>;
  /** By regular expression. */
  patterns: Map<string, Place>;
  additional: Place | undefined;
}

/** What one schema says of a list's items. */
export interface Items {
  prefix: Place[];
  rest: Place | undefined;
}

/** `anyOf` and `oneOf`, where they could not be folded into the rest. */
export interface Union {
  keyword: 'anyOf' | 'oneOf';
  branches: Place[];
  at: string;
  value: unknown;
}

/** A keyword of which only two can be compared, for being equal. */
export interface Opaque {
  keyword: string;
  /** What has to be equal beside the schemas. */
  key: string;
  parts: Place[];
  at: string;
  value: unknown;
}

/** A keyword that says nothing about values. */
export interface Note {
  value: unknown;
  at: string;
}

/** What a node says about a value, in one form: however it was written down, the same promise has the same facts. */
export interface Facts {
  /** Where the node stands. */
  at: string;
  /** Places of `type` and `enum`. */
  places: Map<'type' | 'enum', string>;
  kinds: Set<Kind>;
  /** True when numbers are whole. */
  integer: boolean;
  /** By kind, where only listed values are allowed; by their JSON. */
  values: Map<Kind, Map<string, unknown>>;
  bounds: Map<BoundKeyword, Bound>;
  demands: Map<string, Demand>;
  members: Members[];
  /** Names that have to be there, with the places that say so. */
  required: Map<string, string>;
  names: Place[];
  items: Items[];
  contains: { part: Place; min: number; max: number; at: string }[];
  unions: Union[];
  opaque: Opaque[];
  notes: Map<string, Note>;
}

/** The facts of a node that says nothing, and so allows everything. */
export function nothingSaid(at: string): Facts {
  return {
    at,
    places: new Map(),
    kinds: new Set(KINDS),
    integer: false,
    values: new Map(),
    bounds: new Map(),
    demands: new Map(),
    members: [],
    required: new Map(),
    names: [],
    items: [],
    contains: [],
    unions: [],
    opaque: [],
    notes: new Map(),
  };
}
