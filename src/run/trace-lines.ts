import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Fault, messageOf } from '../model/fault.ts';
import { isObject, type JsonObject, member } from '../model/json.ts';
import { shellWord } from '../model/shell-word.ts';
import { quote, shorten } from '../model/text.ts';
import { TRACE_FORMAT, type TracedCall } from '../model/trace.ts';
import { type Line, LineReader } from '../wire/line-reader.ts';
import { readTracedCall } from './traced-call.ts';

const CHUNK = 256 * 1024;
const MiB = 1024 * 1024;
/** Lines above this are skipped. */
export const LONGEST_LINE = 32 * MiB;
/** Of longer lines only the beginning is read: a whole one would be in memory several times over. */
const USUAL_LINE = 4 * MiB;
const FORMAT = 'mcp-adapter/trace@';

/** One message as it stands in a trace. */
export interface TracedFrame {
  ms: number;
  direction: 'in' | 'out';
  phase: string;
  tool: string | null;
  text: string;
  /** False for a message of which only the beginning was read. */
  whole: boolean;
  /** UTF-8 bytes of the message; about, when it is not whole. */
  bytes: number;
}

/** One line of a trace. `other` is something that a later version may write; `damaged` is no line of a trace. */
export type TraceLine =
  | { kind: 'header'; command: string; adapter: string }
  | { kind: 'call'; call: TracedCall }
  | { kind: 'frame'; frame: TracedFrame; skipped: boolean }
  | { kind: 'noise'; ms: number; tool: string | null; noise: string; text: string }
  | { kind: 'other' | 'damaged' | 'skipped' };

export interface ReadingOptions {
  /** The file as messages name it. */
  shown: string;
  /** Read messages whole up to 32 MiB, instead of 4 MiB. */
  whole?: boolean;
  signal?: AbortSignal;
}

/**
 * The lines of a trace, a piece of the file at a time, so that memory stays the same however long it is. The first is a header.
 * @throws Fault (config) for a file that is missing, empty, no trace, or of a newer format; AbortError when `signal` is aborted
 */
export async function* traceLines(file: string, { shown, whole = false, signal }: ReadingOptions): AsyncGenerator<TraceLine[]> {
  const size = await sizeOf(file, shown);
  let lines: TraceLine[] = [];
  const reader = new LineReader(
    (line) => {
      if (line.number === 1) assertHeader(line, shown);
      lines.push(readLine(line));
    },
    whole ? LONGEST_LINE : USUAL_LINE,
  );
  try {
    // To where it ends now: the run that writes it may go on.
    for await (const chunk of createReadStream(file, { highWaterMark: CHUNK, end: size - 1, ...(signal ? { signal } : {}) })) {
      reader.push(chunk);
      yield lines;
      lines = [];
    }
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new Fault('config', `${shown} cannot be read: ${messageOf(error)}`);
  }
  reader.end();
  yield lines;
}

async function sizeOf(file: string, shown: string): Promise<number> {
  const hint = 'mcp-adapter trace without a file takes the newest trace';
  const found = await stat(file).catch((error: unknown) => {
    const missing = isObject(error) && error.code === 'ENOENT';
    throw missing
      ? new Fault('config', `there is no trace ${quote(shown, 300)}`, hint)
      : new Fault('config', `${shown} cannot be read: ${messageOf(error)}`, hint);
  });
  if (!found.isFile()) throw new Fault('config', `${shown} is no file, so no trace`, hint);
  if (found.size === 0) throw new Fault('config', `${shown} is empty: the run that made it was ended before it wrote anything`, hint);
  return found.size;
}

function assertHeader(line: Line, shown: string): void {
  const format = member(parse(line.bytes.toString()), 'format');
  if (format === TRACE_FORMAT) return;
  if (typeof format === 'string' && format.startsWith(FORMAT))
    throw new Fault('config', `${shown} was made by a newer mcp-adapter: its format is ${quote(format)}`, 'read it with that version');
  throw new Fault(
    'config',
    `${shown} is no trace: its first line is ${quote(line.bytes.subarray(0, 400).toString(), 80)}`,
    'a trace is what call, check --call, smoke and replay write to .mcp-adapter/traces',
  );
}

function readLine(line: Line): TraceLine {
  if (line.tooLong) return readBeginning(line);
  const value = parse(line.bytes.toString());
  if (!isObject(value)) return { kind: line.size ? 'damaged' : 'other' };
  if (typeof value.format === 'string' && value.format.startsWith(FORMAT)) return headerOf(value);
  if (value.call !== undefined) {
    const call = readTracedCall(value.call);
    return call ? { kind: 'call', call } : { kind: 'damaged' };
  }
  const { ms, noise, text } = value;
  if (typeof noise === 'string' && typeof ms === 'number' && typeof text === 'string')
    return { kind: 'noise', ms, tool: textOf(value.tool), noise, text };
  if (value.seq === undefined) return { kind: 'other' };
  return typeof text === 'string' ? frameOf(value, text, { bytes: Buffer.byteLength(text), whole: true }) : { kind: 'damaged' };
}

/** A long message by what stands before its text, and the beginning of that: the writer puts the text last. */
function readBeginning(line: Line): TraceLine {
  const beginning = line.bytes.toString();
  const at = beginning.indexOf(',"text":"');
  const value = at < 0 ? undefined : parse(`${beginning.slice(0, at)}}`);
  if (!isObject(value) || value.seq === undefined) return { kind: line.size > LONGEST_LINE ? 'skipped' : 'damaged' };
  // What the cut has left of an escape or a character goes with it.
  const text = parse(`"${beginning.slice(at + 9).replace(/\\*(?:u[\da-f]{0,4})?\ufffd*$/i, '')}"`);
  return frameOf(value, textOf(text) ?? '', { bytes: line.size - at - 11, whole: false }, line.size > LONGEST_LINE);
}

function frameOf(value: JsonObject, text: string, more: Pick<TracedFrame, 'bytes' | 'whole'>, skipped = false): TraceLine {
  const { ms, dir, phase } = value;
  if (typeof ms !== 'number' || (dir !== 'in' && dir !== 'out') || typeof phase !== 'string') return { kind: 'damaged' };
  return { kind: 'frame', frame: { ms, direction: dir, phase, tool: textOf(value.tool), text, ...more }, skipped };
}

function headerOf({ command, target }: JsonObject): TraceLine {
  const args = member(target, 'args');
  const words = [member(target, 'command'), ...(Array.isArray(args) ? args : [])].filter((word) => typeof word === 'string');
  const adapter = textOf(member(target, 'url')) ?? words.map(shellWord).join(' ');
  return { kind: 'header', command: shorten(textOf(command) ?? '', 80), adapter: shorten(adapter, 400) };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
