import { member } from '../../model/json.ts';
import { shorten } from '../../model/text.ts';
import type { ToolDeclaration } from '../../model/tool.ts';
import { type SubSchema, walk } from '../../schema/walk.ts';

/** The two schemas of a tool. Model APIs see only the first. */
export type Side = 'inputSchema' | 'outputSchema';
export const SIDES: readonly Side[] = ['inputSchema', 'outputSchema'];

const walked = new WeakMap<ToolDeclaration, Map<Side, readonly SubSchema[]>>();

/** Every schema within one of a tool's schemas, itself first, with pointers into the tool. Walked once, whoever asks. */
export function partsOf(tool: ToolDeclaration, side: Side): readonly SubSchema[] {
  const known = walked.get(tool) ?? new Map<Side, readonly SubSchema[]>();
  walked.set(tool, known);
  const parts = known.get(side) ?? walk(member(tool.raw, side), `/${side}`);
  known.set(side, parts);
  return parts;
}

/** Every schema within the inputSchema. */
export function inputParts(tool: ToolDeclaration): readonly SubSchema[] {
  return partsOf(tool, 'inputSchema');
}

/** Every schema within both. */
export function allParts(tool: ToolDeclaration): readonly SubSchema[] {
  return SIDES.flatMap((side) => partsOf(tool, side));
}

/** A pointer as a message shows it: escaped, and not longer than a line. */
export function place(at: string): string {
  return shorten(at, 160);
}
