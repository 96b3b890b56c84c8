import type { NoiseKind } from '../model/frame.ts';
import type { JsonObject } from '../model/json.ts';
import { endOfObject, parseMessages, parses, scan } from './json-text.ts';
import { isLauncherLine } from './launcher-lines.ts';
import { type Line, LineReader } from './line-reader.ts';

/** What the decoder found, in the order of the bytes. */
export interface StdoutEvents {
  /** A JSON-RPC message, with the exact text it was parsed from. */
  message(message: JsonObject, text: string, line: number): void;
  /** Something that is no message on a line of its own. `text` may be long. */
  noise(kind: NoiseKind, line: number, endLine: number, bytes: number, text: string): void;
  /** True for a line that need not even be read. */
  skip(line: Buffer): boolean;
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
const CR = 0x0d;
/** Lines held back at most while they may be one message that was spread over several. */
const MAX_HELD_LINES = 100_000;
/** Objects looked at on one line that is no message. */
const MAX_GLUED = 32;
const MAX_HELD_BYTES = 16 * 1024 * 1024;

/**
 * Turns stdout bytes into JSON-RPC messages and names everything else for what it is: nothing is dropped, and one wrong line
 * costs no more than itself (2026-07-28 basic/transports/stdio: one message a line, UTF-8, nothing else on stdout).
 */
export class StdoutDecoder {
  readonly #events: StdoutEvents;
  readonly #reader: LineReader;
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #held: { lines: string[]; first: number; bytes: number; depth: number; inString: boolean } | null = null;
  /** Set while a block announced by Content-Length is read. */
  #framed = false;

  constructor(events: StdoutEvents) {
    this.#events = events;
    this.#reader = new LineReader((line) => this.#line(line));
  }

  push(chunk: Buffer): void {
    this.#reader.push(chunk);
  }

  /** Lines that have come. */
  get lines(): number {
    return this.#reader.lines;
  }

  /** The stream has ended. */
  end(): void {
    this.#reader.end();
    this.#release();
  }

  #line(line: Line): void {
    const { number, size } = line;
    if (!this.#held && !this.#framed && this.#events.skip(line.bytes)) return;
    if (line.tooLong) {
      this.#events.noise('too-long', number, number, size, line.bytes.toString('latin1').slice(0, 400));
      return;
    }
    const text = this.#decode(line);
    if (this.#framed && text.trim() === '' && line.complete) {
      this.#framedBody();
      return;
    }
    const framed = /^content-(length|type): *(\d*)/i.exec(text);
    if (framed) {
      this.#events.noise('framing', number, number, size, text);
      if (framed[1]?.toLowerCase() === 'length' && Number(framed[2]) <= MAX_HELD_BYTES) this.#length = Number(framed[2]);
      this.#framed = true;
      return;
    }
    if (this.#held) {
      this.#continueHeld(text, number, size, line.complete);
      return;
    }
    if (text.trim() === '') {
      if (line.complete) this.#events.noise('blank', number, number, size, '');
      return;
    }
    const message = parseMessages(text);
    if (message) {
      for (const each of message) this.#events.message(each, text, number);
      if (!line.complete) this.#events.noise('truncated', number, number, size, text);
      return;
    }
    this.#other(text, number, size, line.complete);
  }
  #length = 0;

  #framedBody(): void {
    this.#framed = false;
    this.#reader.takeBlock(this.#length);
  }

  /** UTF-8 without byte order mark and carriage return; each is told, and none ends the conversation. */
  #decode({ bytes, number, size, complete }: Line): string {
    let content = bytes;
    if (content.subarray(0, 3).equals(BOM)) {
      content = content.subarray(3);
      this.#events.noise('bom', number, number, 3, '');
    }
    if (content.at(-1) === CR && complete) {
      content = content.subarray(0, -1);
      if (content.length && content[0] === 0x7b) this.#events.noise('crlf', number, number, 1, '');
    }
    try {
      return this.#utf8.decode(content);
    } catch {
      const text = content.toString('utf8');
      this.#events.noise('encoding', number, number, size, text);
      return text;
    }
  }

  /** A line that is no message: JSON of another kind, a message with text glued to it, the start of a longer one, or text. */
  #other(text: string, number: number, size: number, complete: boolean): void {
    const start = text.trimStart()[0];
    if ((start === '{' || start === '[') && complete) {
      if (parses(text)) {
        this.#events.noise('json', number, number, size, text);
        return;
      }
      const state = scan(text, { depth: 0, inString: false });
      if (state.depth > 0) {
        this.#held = { lines: [text], first: number, bytes: size, ...state };
        return;
      }
    }
    if (this.#glued(text, number)) return;
    if (!complete && start === '{') {
      this.#events.noise('truncated', number, number, size, text);
      return;
    }
    this.#events.noise(isLauncherLine(text) ? 'launcher' : 'text', number, number, size, text);
  }

  /** Messages that share a line with text, or with each other. */
  #glued(text: string, number: number): boolean {
    if (!text.includes('"jsonrpc"')) return false;
    const found: { message: JsonObject; text: string }[] = [];
    let rest = '';
    let from = 0;
    for (let tries = 0; tries < MAX_GLUED; tries++) {
      const start = text.indexOf('{', from);
      const end = start < 0 ? -1 : endOfObject(text, start);
      if (end < 0) break;
      const part = text.slice(start, end);
      const messages = parseMessages(part);
      rest += text.slice(from, messages ? start : end);
      for (const message of messages ?? []) found.push({ message, text: part });
      from = end;
    }
    rest += text.slice(from);
    if (!found.length) return false;
    // Before the messages, because with them the call is over that the text belongs to.
    this.#events.noise('glued', number, number, Buffer.byteLength(rest), rest);
    for (const each of found) this.#events.message(each.message, each.text, number);
    return true;
  }

  /** Adds a line to the message that may be spread over several, until its braces close or a whole message comes instead. */
  #continueHeld(text: string, number: number, size: number, complete: boolean): void {
    const held = this.#held;
    if (!held) return;
    const whole = parseMessages(text);
    if (whole || held.lines.length >= MAX_HELD_LINES || held.bytes > MAX_HELD_BYTES) {
      this.#release();
      if (whole) for (const each of whole) this.#events.message(each, text, number);
      else this.#other(text, number, size, complete);
      return;
    }
    const escaped = held.inString;
    if (escaped) held.lines[held.lines.length - 1] += '\\n';
    held.lines.push(text);
    held.bytes += size + 1;
    Object.assign(held, scan(text, held));
    if (held.depth > 0) return;
    this.#held = null;
    const joined = held.lines.join('');
    const message = parseMessages(joined);
    if (message) for (const each of message) this.#events.message(each, joined, held.first);
    const kind = message ? 'multiline' : parses(joined) ? 'json' : 'text';
    this.#events.noise(kind, held.first, number, held.bytes, held.lines.slice(0, 20).join('\n'));
  }

  /** What was held back is no message after all. */
  #release(): void {
    const held = this.#held;
    this.#held = null;
    if (!held) return;
    const last = held.first + held.lines.length - 1;
    const cut = held.lines.some((line) => line.includes('"jsonrpc"'));
    this.#events.noise(cut ? 'truncated' : 'text', held.first, last, held.bytes, held.lines.slice(0, 20).join('\n'));
  }
}
