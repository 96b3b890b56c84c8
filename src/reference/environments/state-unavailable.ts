import { ToolError } from '../../kit/tool-error.ts';

/** What an error of the file system means to whoever prepares an environment. */
export function stateUnavailable(cause: unknown): ToolError {
  if (cause instanceof ToolError) return cause;
  const message = 'the state folder cannot be read or written, so no environment was prepared: a person has to make room, or it writable';
  return new ToolError('state_unavailable', { retryable: true, message, cause });
}
