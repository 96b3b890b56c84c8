import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { type ParseError, parse } from 'jsonc-parser';
import { codeOf } from '../model/error-code.ts';
import { messageOf } from '../model/fault.ts';
import { follow } from '../model/follow-pointer.ts';
import { isDeeperThan, isObject, member } from '../model/json.ts';
import { CASE_FORMAT, type CaseStep, type SavedCase } from '../model/saved-case.ts';
import { lineOf, quote, quoteOrKind, size } from '../model/text.ts';
import { caseShape } from './case-shape.ts';
import { exactTextOf, forReading, textHash } from './exact-text.ts';

/** The largest file that is read as a case, and that is written as one. */
export const MAX_BYTES = 8 * 1024 * 1024;
const MAX_LEVELS = 1_000;

/** A case file: what it says, or in one sentence why it is none. */
export type LoadedCase = { file: string; shown: string } & ({ ok: true; case: SavedCase } | { ok: false; why: string });

/**
 * Reads a case. Whatever is wrong with the file is told, so that the others can run.
 * @param shown the path as people see it
 */
export function readCase(file: string, shown: string): LoadedCase {
  try {
    return { file, shown, ok: true, case: caseIn(readText(file)) };
  } catch (error) {
    if (error instanceof Damaged) return { file, shown, ok: false, why: error.message };
    throw error;
  }
}

/** Why a file is no case, in one sentence. */
class Damaged extends Error {}

// Neither a link to somewhere else nor a pipe that never ends is a case. Windows knows no such flags.
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** @throws Damaged for what is no regular file, too large, or cannot be read */
function readText(file: string): string {
  let opened: number | undefined;
  try {
    opened = openSync(file, FLAGS);
    const stat = fstatSync(opened);
    if (!stat.isFile()) throw new Damaged('it is no regular file');
    if (stat.size > MAX_BYTES) throw new Damaged(`it has ${size(stat.size)}, and a case has at most ${size(MAX_BYTES)}`);
    return readFileSync(opened, 'utf8');
  } catch (error) {
    if (error instanceof Damaged) throw error;
    throw new Damaged(
      codeOf(error) === 'ELOOP' ? 'it is a link, and a case is a file of its own' : `it cannot be read: ${messageOf(error)}`,
    );
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}

/** The case that a text holds. */
function caseIn(text: string): SavedCase {
  const value = parsed(text.replace(/^\ufeff/, ''));
  const format = member(value, 'format');
  if (format !== CASE_FORMAT) throw new Damaged(foreign(format));
  if (mayBeDeep(text) && isDeeperThan(value, MAX_LEVELS)) throw new Damaged(`it is nested deeper than ${MAX_LEVELS} levels`);
  const problem = caseShape(value);
  if (problem) throw new Damaged(`${problem.at || '/'} ${problem.message}`);
  if (!isSavedCase(value)) throw new Damaged('it is no case');
  checkSteps(value.steps);
  return value;
}

/** Levels need brackets: counting those is much cheaper than a walk. */
function mayBeDeep(text: string): boolean {
  let count = 0;
  for (const bracket of ['{', '['])
    for (let at = text.indexOf(bracket); at >= 0 && count <= MAX_LEVELS; at = text.indexOf(bracket, at + 1)) count += 1;
  return count > MAX_LEVELS;
}

/** Looked at by its shape just before. */
function isSavedCase(value: unknown): value is SavedCase {
  return isObject(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const conflict = text.search(/^<{7} /m);
    if (conflict >= 0) throw new Damaged(`a merge left both sides in it, from line ${lineOf(text, conflict).line} on: keep one of them`);
    const { line, column } = lineOf(text, errorOffset(text));
    throw new Damaged(`it is no JSON: ${quote(messageOf(error), 100)} at ${line}:${column}`);
  }
}

/** Where JSON ends to be JSON; the messages of the engine do not always say it. */
function errorOffset(text: string): number {
  const errors: ParseError[] = [];
  try {
    parse(text, errors, { disallowComments: true });
  } catch {
    // It is nested too deeply for this parser.
  }
  return errors[0]?.offset ?? text.length;
}

function foreign(format: unknown): string {
  const version = typeof format === 'string' ? /^mcp-adapter\/case@(\d+)$/.exec(format)?.[1] : undefined;
  if (version && Number(version) > 1)
    return `it was made by a newer mcp-adapter (${quote(String(format))}; this one reads ${CASE_FORMAT}): update it`;
  const seen = format === undefined ? 'it has no format' : `its format is ${quoteOrKind(format)}`;
  return `it is no case of mcp-adapter: ${seen}, not "${CASE_FORMAT}"`;
}

/** What the members say of each other. @throws Damaged when they do not fit */
function checkSteps(steps: readonly CaseStep[]): void {
  const captured = new Set<string>();
  const ids = new Set<string>();
  for (const [index, step] of steps.entries()) {
    const here = `/steps/${index}`;
    const isLast = index === steps.length - 1;
    if ((step.role === 'target') !== isLast) throw new Damaged(`${here}/role is ${step.role}: the last call is the target, and no other`);
    if (ids.has(step.id)) throw new Damaged(`${here}/id ${quote(step.id)} is there twice`);
    ids.add(step.id);
    checkArguments(step, here);
    for (const { from } of step.bind) {
      const unknown = sourcesOf(from).find((name) => name !== 'site' && !captured.has(name));
      if (unknown !== undefined) throw new Damaged(`${here}/bind names ${quote(unknown)}, which no earlier call captures`);
    }
    for (const name of Object.keys(step.capture)) captured.add(`${step.id}.${name}`);
  }
}

/** The names in a binding: the whole of it, or those in braces. */
function sourcesOf(from: string): string[] {
  return from.includes('{{') ? [...from.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name = '']) => name.trim()) : [from];
}

/** The text is what was recorded, what people read of it is the same, and what is made anew has its place in it. */
function checkArguments(step: CaseStep, here: string): void {
  const isSame = step.wire === null || isShownAs(step.wire, step.arguments);
  if (!isSame || textHash(exactTextOf(step)) !== step.wire_sha256)
    throw new Damaged(`${here}/arguments were changed by hand: undo that, then use \`call --from FILE --arg name=value\``);
  for (const { at } of [...step.bind, ...step.secrets])
    if (!isThere(step, at)) throw new Damaged(`${here}/arguments has nothing at ${quote(at)}, which is bound or secret`);
}

function isShownAs(wire: string, shown: unknown): boolean {
  try {
    return JSON.stringify(forReading(wire)) === JSON.stringify(shown);
  } catch {
    return false;
  }
}

function isThere({ arguments: shown, wire }: CaseStep, at: string): boolean {
  return follow(shown, at).found || (wire !== null && follow(JSON.parse(wire), at).found);
}
