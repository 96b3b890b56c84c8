import { TimeUp } from '../../kit/time-up.ts';
import { ToolError } from '../../kit/tool-error.ts';

/**
 * What a provider throws for whatever kept it from giving a browser: a ToolError as it is, the reason of the signal once it is aborted, anything
 * else as `env_unavailable` with this message.
 */
export function envUnavailable(error: unknown, signal: AbortSignal, message: string): unknown {
  if (error instanceof ToolError) return error;
  if (signal.aborted) return signal.reason;
  const late = error instanceof TimeUp ? ' within the time that was left' : '';
  return new ToolError('env_unavailable', { retryable: true, message: `${message}${late}`, cause: error });
}

/** Told to whoever waits for a browser while the adapter stops. */
export function adapterStops(): ToolError {
  return new ToolError('env_unavailable', { retryable: true, message: 'the adapter is being stopped: try again later' });
}
