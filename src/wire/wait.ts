/** Whether it came about within so many milliseconds. The timer does not outlive the answer: it would keep the program alive. */
export async function within(event: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([event.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the condition came about within so many milliseconds; it is looked at every 50 of them. */
export async function until(condition: () => boolean, ms: number): Promise<boolean> {
  for (let waited = 0; ; waited += 50) {
    if (condition()) return true;
    if (waited >= ms) return false;
    await delay(50);
  }
}

/** Resolves when the signal is aborted, or was already. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Resolves after so many milliseconds. */
export function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
