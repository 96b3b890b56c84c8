import type { Readable } from 'node:stream';
import { createParser } from 'eventsource-parser';
import { JSON_BYTES, TEXT_BYTES } from './http-body.ts';
import { reasonOf } from './http-request.ts';

/** A stream that says more than this is read no further. */
const STREAM_BYTES = 64 * 1024 * 1024;

export interface StreamEvents {
  /** One event: its type (`message` unless it says otherwise), its data, its id when it has one. */
  onEvent(event: { type: string; data: string; id: string | undefined }): void;
  /** The reconnection time in milliseconds that the server asks for. */
  onRetry?(ms: number): void;
}

/** What is known of an event stream while it is read, and after. */
export interface StreamFacts {
  bytes: number;
  /** The first 64 KiB, for quoting. */
  text: string;
  firstByteMs: number | null;
  /** The longest silence so far in milliseconds; comments end a silence as events do. */
  longestGapMs: number;
  /** Why it ended, when it did not end by itself. */
  broken: string | null;
  /** True when the last event lacked the empty line that ends an event: clients drop such an event, here it was still read. */
  unfinished: boolean;
}

/** An event stream being read; `facts` are up to date at any time, `ended` resolves at its end and never rejects. */
export interface EventStream {
  facts: StreamFacts;
  /** Counts the silence up to now. */
  look(): StreamFacts;
  ended: Promise<StreamFacts>;
}

export function readEvents(body: Readable, on: StreamEvents): EventStream {
  const started = performance.now();
  const facts: StreamFacts = { bytes: 0, text: '', firstByteMs: null, longestGapMs: 0, broken: null, unfinished: false };
  let last = started;
  let ending = false;
  const look = () => {
    facts.longestGapMs = Math.max(facts.longestGapMs, performance.now() - last);
    return facts;
  };
  const parser = createParser({
    maxBufferSize: JSON_BYTES,
    onEvent: ({ event, data, id }) => {
      if (ending) facts.unfinished = true;
      on.onEvent({ type: event ?? 'message', data, id });
    },
    onRetry: (ms) => on.onRetry?.(ms),
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') body.destroy(new Error('one event is larger than 16 MiB'));
    },
  });
  return { facts, look, ended: read() };

  async function read(): Promise<StreamFacts> {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of body) {
        look();
        last = performance.now();
        facts.firstByteMs ??= last - started;
        facts.bytes += chunk.length;
        const text = decoder.decode(chunk, { stream: true });
        if (facts.text.length < TEXT_BYTES) facts.text += text.slice(0, TEXT_BYTES - facts.text.length);
        parser.feed(text);
        if (facts.bytes > STREAM_BYTES) throw new Error('the event stream is larger than 64 MiB');
      }
      ending = true;
      parser.feed('\n\n');
    } catch (error) {
      facts.broken = reasonOf(error);
    }
    return look();
  }
}
