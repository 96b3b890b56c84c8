/** How much of stderr is kept. */
const CAPACITY = 256 * 1024;
const TAIL_LINES = 40;

/** The last 256 KiB of an adapter's stderr, and how much there was in all. */
export class StderrRing {
  bytes = 0;
  #chunks: Buffer[] = [];
  #kept = 0;

  push(chunk: Buffer): void {
    this.bytes += chunk.length;
    this.#chunks.push(chunk);
    this.#kept += chunk.length;
    // Whole chunks go first; the ring holds a little more than its capacity, never less.
    while (this.#chunks[0] && this.#kept - this.#chunks[0].length >= CAPACITY) this.#kept -= this.#chunks.shift()?.length ?? 0;
  }

  /** What is kept, as text. */
  text(): string {
    return Buffer.concat(this.#chunks).subarray(-CAPACITY).toString('utf8');
  }

  /** The last lines that are not empty, at most 40, each cut at 2,000 characters. */
  tail(): string[] {
    const lines = this.text()
      .split(/\r?\n/)
      .filter((line) => line.trim());
    return lines.slice(-TAIL_LINES).map((line) => line.slice(0, 2000));
  }
}
