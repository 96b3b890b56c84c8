import { readFileSync } from 'node:fs';
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { declaredEvidence, type Evidence, type Pages } from '../model/evidence.ts';
import { Fault, messageOf } from '../model/fault.ts';
import { isObject, type JsonObject, member } from '../model/json.ts';
import { lineOf, linesOf } from '../model/text.ts';
import { declaration, type ToolDeclaration } from '../model/tool.ts';
import { numbersByItem, unsafeNumbers } from '../wire/number-texts.ts';
import { blankExchange } from '../wire/pending.ts';

/** Larger than any list a client would take. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Reads a saved tools/list: the result, the whole JSON-RPC response, or only the array of tools. Each tool keeps its line and column.
 * @throws Fault (config) when the file cannot be read, is no JSON (with line and column), or holds no tools
 */
export function readSavedList(file: string, protocol: string | null): Evidence {
  const text = read(file);
  const errors: ParseError[] = [];
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    parseTree(text, errors, { disallowComments: true });
    const [first] = errors;
    const { line, column } = lineOf(text, first?.offset ?? 0);
    throw new Fault(
      'config',
      `${file}:${line}:${column}: this is no JSON${first ? ` (${printParseErrorCode(first.error)})` : ''}`,
      'save the answer to tools/list as it came',
    );
  }
  const path = [['result', 'tools'], ['tools'], []].find((each) => Array.isArray(at(root, each)));
  if (!path) throw new Fault('config', `${file} holds no list of tools`, 'it should be {"tools": […]}, the answer to tools/list');
  const items = at(root, path);
  const places = linesOf(text, offsetsOf(text, path));
  const numbers = numbersByItem(unsafeNumbers(text), path.map((key) => `/${key}`).join(''));
  const tools: ToolDeclaration[] = (Array.isArray(items) ? items : []).map((raw, index) => ({
    ...declaration(raw, index, numbers.get(index)),
    source: places[index] ? { file, ...places[index] } : null,
  }));
  const result = path.length ? at(root, path.slice(0, -1)) : undefined;
  return declaredEvidence(tools, isObject(result) ? pagesOf(result, tools) : null, protocol);
}

/** The file as the answer that it was: rules about results judge it too. */
function pagesOf(result: JsonObject, tools: ToolDeclaration[]): Pages {
  const asked = blankExchange({ method: 'tools/list', message: null, expects: 'response', timeoutMs: 0, phase: 'list', tool: null });
  const exchange = { ...asked, outcome: 'answered' as const, answer: { jsonrpc: '2.0', id: 1, result } };
  return { method: 'tools/list', exchanges: [exchange], items: tools.map((tool) => tool.raw), stopped: null, cursor: null };
}

function read(file: string): string {
  try {
    const bytes = readFileSync(file);
    if (bytes.length > MAX_BYTES) throw new Fault('config', `${file} has ${bytes.length} bytes; a tools/list is at most ${MAX_BYTES}`);
    return bytes.toString('utf8').replace(/^\ufeff/, '');
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw new Fault('config', `${file} cannot be read: ${messageOf(error)}`, 'name a saved tools/list, or a command after --');
  }
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce((inner, key) => member(inner, key), value);
}

/** Where each tool begins in the text. */
function offsetsOf(text: string, path: readonly string[]): number[] {
  let node: Node | undefined = treeOf(text);
  for (const key of path) node = node?.children?.find((property) => property.children?.[0]?.value === key)?.children?.[1];
  return (node?.children ?? []).map((child) => child.offset);
}

/** Undefined for a text nested deeper than the stack allows: its tools have no place then. */
function treeOf(text: string): Node | undefined {
  try {
    return parseTree(text);
  } catch {
    return undefined;
  }
}
