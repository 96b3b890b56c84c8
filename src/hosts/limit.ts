/** Thrown when something took longer than it may. */
export class TookTooLong extends Error {
  readonly limitMs: number;

  constructor(limitMs: number) {
    super(`longer than ${limitMs} ms`);
    this.name = 'TookTooLong';
    this.limitMs = limitMs;
  }
}

/** The value of `work`, or `TookTooLong` after `limitMs` milliseconds. What is still under way then is left to itself. */
export async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await Promise.race([
      work,
      new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new TookTooLong(limitMs)), limitMs);
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
}
