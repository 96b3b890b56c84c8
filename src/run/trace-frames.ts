import type { TraceFilter } from './read-trace.ts';
import { type ReadingOptions, type TraceLine, traceLines } from './trace-lines.ts';
import { messageIn, taskOf } from './trace-message.ts';

/** So many chosen calls may be under way at once; when more are, the oldest is no longer followed. */
const MAX_OPEN = 5_000;

/** A line of a trace that is shown, with the connection that it belongs to, from 1. */
export interface ShownLine {
  connection: number;
  line: Extract<TraceLine, { kind: 'header' | 'frame' | 'noise' }>;
}

/**
 * The messages of the chosen calls in their order: requests, progress, answers. Without a filter everything that the trace holds, the
 * handshake and stray lines on stdout too. The header of a connection comes before the first line of it that is chosen.
 * @throws Fault (config) for a file that is missing, empty, no trace, or of a newer format; AbortError when `signal` is aborted
 */
export async function* traceFrames(file: string, options: TraceFilter & ReadingOptions): AsyncGenerator<ShownLine> {
  const everything = options.task === null && options.tool === null;
  let connection = 0;
  let header: ShownLine | null = null;
  let chosen = new ChosenCalls(options);
  for await (const lines of traceLines(file, options)) {
    for (const line of lines) {
      if (line.kind === 'header') {
        header = { connection: ++connection, line };
        chosen = new ChosenCalls(options);
      }
      if (line.kind !== 'frame' && line.kind !== 'noise') continue;
      if (!everything && !chosen.has(line)) continue;
      if (header) yield header;
      header = null;
      yield { connection, line };
    }
  }
}

/** The calls of one connection that were chosen and are not answered yet. */
class ChosenCalls {
  readonly #filter: TraceFilter;
  /** The tool by the id of the request. */
  readonly #open = new Map<string, string>();

  constructor(filter: TraceFilter) {
    this.#filter = filter;
  }

  /** True for what belongs to one of them. */
  has(line: Extract<TraceLine, { kind: 'frame' | 'noise' }>): boolean {
    if (line.kind === 'noise') return this.#isUnderWay(line.tool);
    const { tool, phase } = line.frame;
    // Before the message is looked into: most calls may be of other tools.
    if (phase !== 'call' || tool === null || (this.#filter.tool !== null && this.#filter.tool !== tool)) return false;
    const message = messageIn(line.frame);
    if (message.kind === 'call') {
      if (this.#filter.task !== null && taskOf(message.message) !== this.#filter.task) return false;
      const [oldest] = this.#open.size >= MAX_OPEN ? this.#open.keys() : [];
      if (oldest !== undefined) this.#open.delete(oldest);
      this.#open.set(message.id, tool);
      return true;
    }
    if (message.kind === 'other' || message.id === null) return this.#isUnderWay(tool);
    const isChosen = this.#open.has(message.id);
    if (message.kind === 'answer') this.#open.delete(message.id);
    return isChosen;
  }

  #isUnderWay(tool: string | null): boolean {
    if (tool !== null) for (const open of this.#open.values()) if (open === tool) return true;
    return false;
  }
}
