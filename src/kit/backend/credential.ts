import type { Caller } from '../caller.ts';

/** How the adapter shows the system behind on whose behalf it asks. The caller's own token is never among the headers. */
export interface Credential {
  /** @throws ToolError when the caller cannot be vouched for */
  headers(caller: Caller): Promise<Record<string, string>>;
  /** Drops what is kept for the caller, because it was refused; true when that was something, so that asking again may help. */
  forget(caller: Caller): boolean;
}
