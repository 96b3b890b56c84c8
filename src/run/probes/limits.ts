/** Milliseconds that a probe waits; an adapter that is this slow to refuse something has answered enough. */
export const LIMIT_MS = 2_000;
/** After so many probes without an answer the rest would only wait. */
export const MAX_SILENT = 2;
