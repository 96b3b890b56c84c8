import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findNodeAtLocation, type ParseError, parse, parseTree, printParseErrorCode } from 'jsonc-parser';
import { codeOf } from '../model/error-code.ts';
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
    if (codeOf(error) === 'EISDIR')
      throw new Fault('config', `${file} is a folder`, `name the file in it, such as ${join(file, 'mcp-adapter.json')}`);
    throw new Fault('config', `${file} cannot be read: ${messageOf(error)}`);
  }
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first) {
    // `CloseBraceExpected` in words.
    const why = printParseErrorCode(first.error)
      .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
      .toLowerCase();
    throw new Fault(
      'config',
      `${file}:${lineColumn(text, first.offset)}: this is no JSON (${why})`,
      'correct the file there, or name another one',
    );
  }
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
