import { readFileSync, statSync } from 'node:fs';
import {
  Composer,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  Parser,
  type Scalar,
  visit,
  type YAMLMap,
} from 'yaml';
import { Fault, messageOf } from '../model/fault.ts';
import { keysIn } from '../model/json.ts';
import { quote, size } from '../model/text.ts';
import { excessOfAliases, excessOfTokens } from './yaml-bounds.ts';

const MAX_BYTES = 4 * 1024 * 1024;

/** A YAML or JSON file as a person wrote it, with a way to say where something in it stands. */
export interface YamlFile {
  value: unknown;
  /** `file:line:column` of the place a JSON pointer names, or of the nearest place above it. */
  place(pointer: string): string;
}

/** What is wrong at an offset of the text. */
type Blame = (offset: number, message: string, hint?: string) => Fault;

/**
 * Reads one document of YAML 1.2, of which JSON is a part, in the core schema: `no` is a text, keys are texts and unique, there are no tags
 * but those of the schema, and no number that JavaScript would change. At most 4 MiB, 100 levels and 200,000 values, aliases followed.
 * @throws Fault (config) with `file:line:column`
 */
export function readYamlFile(file: string, shown: string): YamlFile {
  const text = textOf(file, shown);
  const lines = new LineCounter();
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${shown}:${line || 1}:${col || 1}`;
  };
  const blame: Blame = (offset, message, hint = '') => new Fault('config', `${at(offset)}: ${message}`, hint);
  const document = compose(text, lines, blame);
  const value = plainValue(document, blame);
  return { value, place: (pointer) => at(offsetOf(document, pointer)) };
}

function textOf(file: string, shown: string): string {
  try {
    const stats = statSync(file);
    if (!stats.isFile()) throw new Fault('config', `${shown} is no file`);
    if (stats.size > MAX_BYTES) throw new Fault('config', `${shown} is ${size(stats.size)} long: at most ${size(MAX_BYTES)} are read`);
    return readFileSync(file, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    throw error instanceof Fault ? error : new Fault('config', `${shown} cannot be read: ${messageOf(error)}`);
  }
}

function compose(text: string, lines: LineCounter, blame: Blame): Document.Parsed {
  const tokens = [...new Parser(lines.addNewLine).parse(text)];
  // The composer recurses; at the end of the stack its regular expressions can end the whole process.
  const excess = excessOfTokens(tokens);
  if (excess) throw blame(excess.offset, `it ${excess.why}`);
  // Unique keys are seen to below: the library compares each with each.
  const composer = new Composer({ version: '1.2', schema: 'core', resolveKnownTags: false, stringKeys: true, uniqueKeys: false });
  const [document, second] = [...composer.compose(tokens, true, text.length)];
  if (!document) throw blame(0, 'it is empty');
  // An unknown tag is only a warning to the library.
  const [problem] = [...document.errors, ...document.warnings];
  if (problem) {
    const words = problem.code === 'NON_STRING_KEY' ? 'a key can only be a text' : problem.message;
    throw blame(problem.pos[0], `this is no YAML: ${words}`, hintFor(text, problem.pos[0]));
  }
  if (second) throw blame(second.range[0], 'a second document begins here', 'write a file for each');
  visit(document, {
    Map: (_, map) => refuseDuplicates(map, blame),
    Scalar: (_, scalar) => refuseInexact(scalar, blame),
  });
  return document;
}

function hintFor(text: string, offset: number): string {
  const start = offset > 0 ? text.lastIndexOf('\n', offset - 1) + 1 : 0;
  const line = text.slice(start, start + 1_000).split('\n', 1)[0] ?? '';
  return /(?:^|[\s:,[{-])\{\{/.test(line) ? 'a text that begins with {{…}} stands in quotes: "{{site}}/orders.html"' : '';
}

function refuseDuplicates({ items }: YAMLMap, blame: Blame): void {
  const seen = new Set<string>();
  for (const { key } of items) {
    const name = isScalar(key) ? String(key.value) : '';
    if (seen.has(name)) throw blame(startOf(key), `the key ${quote(name)} stands here for the second time`);
    seen.add(name);
  }
}

function refuseInexact(scalar: Scalar, blame: Blame): void {
  const { value, source = '' } = scalar;
  if (typeof value !== 'number') return;
  const hint = 'write it in quotes, to be sent as a text';
  if (!Number.isFinite(value)) throw blame(startOf(scalar), `JSON has no number ${source}`, hint);
  const integer = /^\+?(-?\d+)(?:\.0*)?$/.exec(source)?.[1] ?? /^0[xo].+/.exec(source)?.[0];
  if (integer && BigInt(integer) !== BigInt(value))
    throw blame(startOf(scalar), `${source} cannot be kept exactly: it would become ${value}`, hint);
}

function plainValue(document: Document.Parsed, blame: Blame): unknown {
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 10_000 });
  } catch (error) {
    throw blame(0, `its aliases cannot be followed: ${messageOf(error)}`);
  }
  const excess = excessOfAliases(value);
  if (excess) throw blame(0, `with its aliases followed it ${excess}`, 'write out what an alias stands for');
  return value;
}

function offsetOf(document: Document.Parsed, pointer: string): number {
  let node: unknown = document.contents;
  let offset = startOf(node);
  for (const key of keysIn(pointer)) {
    const here = isAlias(node) ? node.resolve(document) : node;
    const pair = isMap(here) ? here.items.find((each) => isScalar(each.key) && String(each.key.value) === key) : undefined;
    const next = isSeq(here) ? here.items[Number(key)] : pair?.key;
    if (!isNode(next)) break;
    offset = startOf(next);
    node = pair ? pair.value : next;
  }
  return offset;
}

function startOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}
