const NEWLINE = 0x0a;

/** One line of a byte stream, without its line end. */
export interface Line {
  /** From 1. */
  number: number;
  bytes: Buffer;
  /** The real length; more than `bytes` holds when the line was cut at the cap. */
  size: number;
  /** Longer than the cap: `bytes` is only its beginning. */
  tooLong: boolean;
  /** False for what stood after the last newline when the stream ended. */
  complete: boolean;
}

/** What is kept of a line above the cap. */
const KEPT_BYTES = 1024;

/**
 * Splits bytes into lines in linear time: chunks are kept as they came and joined once a line ends. A line above `cap` bytes is
 * skipped to its newline and told as too long; the stream goes on.
 */
export class LineReader {
  #parts: Buffer[] = [];
  #size = 0;
  #number = 1;
  /** Bytes still to be taken as one block, whatever newlines they hold. */
  #block = 0;
  readonly #cap: number;
  readonly #onLine: (line: Line) => void;

  constructor(onLine: (line: Line) => void, cap = 16 * 1024 * 1024) {
    this.#onLine = onLine;
    this.#cap = cap;
  }

  /** The next `bytes` bytes are one line, newlines and all: for framing by `Content-Length`. */
  takeBlock(bytes: number): void {
    this.#block = bytes;
  }

  push(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length) {
      if (this.#block) {
        const taken = rest.subarray(0, this.#block - this.#size);
        this.#keep(taken);
        rest = rest.subarray(taken.length);
        if (this.#size < this.#block) return;
        this.#block = 0;
        this.#emit(true);
      } else {
        const end = rest.indexOf(NEWLINE);
        this.#keep(end < 0 ? rest : rest.subarray(0, end));
        if (end < 0) return;
        rest = rest.subarray(end + 1);
        this.#emit(true);
      }
    }
  }

  /** Lines that have been told. */
  get lines(): number {
    return this.#number - 1;
  }

  /** Bytes that have come since the last newline. */
  get pending(): number {
    return this.#size;
  }

  /** Tells what stands after the last newline, if anything. */
  end(): void {
    this.#block = 0;
    if (this.#size) this.#emit(false);
  }

  #keep(part: Buffer): void {
    const before = this.#size;
    this.#size += part.length;
    if (this.#size <= this.#cap) this.#parts.push(part);
    else if (before <= this.#cap) this.#parts = [Buffer.concat([...this.#parts, part]).subarray(0, KEPT_BYTES)];
  }

  #emit(complete: boolean): void {
    const [only, ...more] = this.#parts;
    const bytes = only && !more.length ? only : Buffer.concat(this.#parts);
    const line: Line = { number: this.#number, bytes, size: this.#size, tooLong: this.#size > this.#cap, complete };
    this.#parts = [];
    this.#size = 0;
    this.#number++;
    this.#onLine(line);
  }
}
