import type { BytePipe } from './byte-pipe.ts';
import { type Conversation, noteSent } from './conversation.ts';

/** The line parser and the serialiser of one SDK: they decide what a stray line, a byte order mark or a CR does. */
export interface LineCodec<M> {
  reader: { append(chunk: Buffer): void; readMessage(): M | null };
  serialize(message: M): string;
}

/**
 * The SDKs' stdio transport without its child process: the same loop over their own line parser, on a pipe that somebody else owns, so
 * that no SDK starts or ends a process.
 */
export class PipeTransport<M> {
  onmessage?: ((message: M) => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onclose?: (() => void) | undefined;
  // SDK 2.x takes a transport for stdio when it has these two; its time-out then means a legacy adapter, as on the real one.
  readonly stderr = null;
  readonly pid = null;
  readonly #pipe: BytePipe;
  readonly #codec: LineCodec<M>;
  readonly #conversation: Conversation;
  #closing: Promise<void> | null = null;
  #closed = false;

  constructor(pipe: BytePipe, codec: LineCodec<M>, conversation: Conversation) {
    this.#pipe = pipe;
    this.#codec = codec;
    this.#conversation = conversation;
  }

  async start(): Promise<void> {
    // What the adapter said before comes after the client's first message, as it would from a process that the client has just started.
    setImmediate(() => {
      this.#pipe.onData((chunk) => this.#take(chunk));
      this.#pipe.onEnd(() => {
        if (!this.#closing) this.#conversation.ended = true;
        this.#closeOnce();
      });
    });
  }

  async send(message: M): Promise<void> {
    const text = this.#codec.serialize(message);
    noteSent(this.#conversation, text);
    this.#pipe.write(text);
  }

  close(): Promise<void> {
    this.#closing ??= this.#pipe.close().finally(() => this.#closeOnce());
    return this.#closing;
  }

  #take(chunk: Buffer): void {
    if (this.#closing) return;
    try {
      this.#codec.reader.append(chunk);
    } catch (error) {
      // The parser's buffer is full: the real transport ends the connection here.
      this.#report(error);
      void this.close().catch(() => {});
      return;
    }
    for (let more = true; more; ) {
      try {
        const message = this.#codec.reader.readMessage();
        if (message === null) more = false;
        else this.onmessage?.(message);
      } catch (error) {
        this.#report(error);
      }
    }
  }

  #report(error: unknown): void {
    this.onerror?.(error instanceof Error ? error : new Error(String(error)));
  }

  #closeOnce(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.onclose?.();
  }
}
