/** The bytes of one freshly started adapter process: what an SDK client would have got from spawning it. */
export interface BytePipe {
  /** Writes to the adapter's stdin. */
  write(text: string): void;
  /** stdout, as it comes; the last handler set gets it. */
  onData(handler: (chunk: Buffer) => void): void;
  /** Called once, when stdout has ended or the process is gone; the last handler set is. */
  onEnd(handler: () => void): void;
  /** Ends the adapter; resolves when it is gone. */
  close(): Promise<void>;
}

/** The same pipe, keeping what comes before somebody listens: an adapter may speak while the SDK is still being loaded. */
export function held(pipe: BytePipe): BytePipe {
  const early: Buffer[] = [];
  let ended = false;
  let data = (chunk: Buffer): void => void early.push(chunk);
  let end = (): void => {
    ended = true;
  };
  pipe.onData((chunk) => data(chunk));
  pipe.onEnd(() => end());
  return {
    write: (text) => pipe.write(text),
    onData(handler) {
      data = handler;
      for (const chunk of early.splice(0)) handler(chunk);
    },
    onEnd(handler) {
      end = handler;
      if (ended) handler();
    },
    close: () => pipe.close(),
  };
}
