import { readFileSync } from 'node:fs';
import { findNodeAtLocation, type ParseError, parse, parseTree, printParseErrorCode } from 'jsonc-parser';
import { Fault, messageOf } from '../model/fault.ts';
import { keysIn } from '../model/json.ts';
import { lineOf } from '../model/text.ts';

/** A JSON file as a person wrote it, with a way to say where something in it stands. */
export interface JsonFile {
  value: unknown;
  /** `file:line:column` of the place a JSON pointer names, or of the nearest place above it. */
  place(pointer: string): string;
}

/**
 * Reads a JSON file; comments and trailing commas are allowed where editors allow them (`.vscode/mcp.json`).
 * @throws Fault (config) with line and column when it is no JSON
 */
export function readJsonFile(file: string): JsonFile {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    throw new Fault('config', `${file} cannot be read: ${messageOf(error)}`);
  }
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first) throw new Fault('config', `${file}:${lineColumn(text, first.offset)}: this is no JSON (${printParseErrorCode(first.error)})`);
  return { value, place: (pointer) => `${file}:${lineColumn(text, offsetOf(text, pointer))}` };
}

function offsetOf(text: string, pointer: string): number {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const path = keysIn(pointer);
  for (let length = path.length; root && length >= 0; length--) {
    const keys = path.slice(0, length).map((token) => (/^\d+$/.test(token) ? Number(token) : token));
    const node = findNodeAtLocation(root, keys);
    if (node) return node.parent?.type === 'property' ? node.parent.offset : node.offset;
  }
  return 0;
}

function lineColumn(text: string, offset: number): string {
  const { line, column } = lineOf(text, offset);
  return `${line}:${column}`;
}
