import { bytesOf, isObject, type JsonObject, member } from './json.ts';

/** A tool exactly as the adapter declared it, unknown keys kept: a rule must see what the agent sees. */
export interface ToolDeclaration {
  /** Position in the whole list, from 0. */
  index: number;
  /** The declared name, or `#<index>` when it is no text. */
  name: string;
  /** The declaration as received; it need not even be an object. */
  raw: unknown;
  /** UTF-8 bytes of the declaration. */
  bytes: number;
  /**
   * Number texts that JavaScript cannot hold exactly, by JSON pointer into the declaration:
   * `{'/inputSchema/properties/n/maximum': '9223372036854775807'}`.
   */
  numbers: Record<string, string>;
  /** Where the declaration stands in a source file, when that is known. Line and column from 1. */
  source: SourcePlace | null;
}

export interface SourcePlace {
  file: string;
  line: number;
  column: number;
}

/** What a call may change, the least first. */
export const RISKS = ['read', 'prepare', 'write', 'destructive'] as const;
export type Risk = (typeof RISKS)[number];

export function isRisk(value: unknown): value is Risk {
  return RISKS.some((risk) => risk === value);
}

/** True for what needs a grant: everything but reading and preparing. */
export function changes(risk: Risk): boolean {
  return risk !== 'read' && risk !== 'prepare';
}

/** One declaration as received; `numbers` are its number texts by pointer. */
export function declaration(raw: unknown, index: number, numbers: Record<string, string> = {}): ToolDeclaration {
  return { index, name: nameOf(raw, index), raw, bytes: sizeOf(raw), numbers, source: null };
}

/** A declaration nested deeper than the stack allows is counted as nothing; the rule about depth reports it. */
function sizeOf(raw: unknown): number {
  try {
    return bytesOf(raw);
  } catch {
    return 0;
  }
}

/** The name of a declaration, or `#<index>` when it has none that is a text. */
export function nameOf(raw: unknown, index: number): string {
  const name = member(raw, 'name');
  return typeof name === 'string' ? name : `#${index}`;
}

/** The input schema when it is an object, else undefined. */
export function inputSchema(tool: ToolDeclaration): JsonObject | undefined {
  const schema = member(tool.raw, 'inputSchema');
  return isObject(schema) ? schema : undefined;
}

/** The parameters at the root of the input schema; empty when there are none. */
export function parameters(tool: ToolDeclaration): JsonObject {
  return propertiesOf(inputSchema(tool));
}

/** The properties that a schema declares at its root; empty when there are none, or no object of them. */
export function propertiesOf(schema: unknown): JsonObject {
  const properties = member(schema, 'properties');
  return isObject(properties) ? properties : {};
}

export function description(tool: ToolDeclaration): string {
  const text = member(tool.raw, 'description');
  return typeof text === 'string' ? text : '';
}

/**
 * The risk of a tool: what the kit publishes in `_meta`, else what the annotations say. Absent annotations mean
 * destructive (2026-07-28 schema, ToolAnnotations: destructiveHint defaults to true).
 */
export function riskOf(tool: ToolDeclaration, overrides: Record<string, Risk> = {}): Risk {
  const override = Object.hasOwn(overrides, tool.name) ? overrides[tool.name] : undefined;
  if (override) return override;
  const published = member(member(tool.raw, '_meta'), 'mcp-adapter/risk');
  if (isRisk(published)) return published;
  const annotations = member(tool.raw, 'annotations');
  if (member(annotations, 'readOnlyHint') === true) return 'read';
  return member(annotations, 'destructiveHint') === false ? 'write' : 'destructive';
}
