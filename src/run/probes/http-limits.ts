/** Milliseconds that an HTTP probe waits; an adapter that is this slow to refuse something has answered enough. */
export const LIMIT_MS = 2_000;
