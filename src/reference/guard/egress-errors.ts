import { ToolError } from '../../kit/tool-error.ts';

/** Nothing can be said to the region's proxy: it refuses connections, its name or certificate is wrong, it hangs up or speaks something else. */
export function egressUnavailable(cause?: unknown): ToolError {
  const message = "The region's proxy cannot be used at the moment. Try again in a while; if it stays so, the operator has to look at it.";
  return new ToolError('egress_unavailable', { retryable: true, message, cause });
}

export function egressAuthFailed(cause?: unknown): ToolError {
  const message = "The region's proxy does not accept the user and password it is given. The operator has to correct them.";
  return new ToolError('egress_auth_failed', { message, cause });
}

export function egressTimeout(): ToolError {
  const message = "The region's proxy did not answer in time. Try again in a while; if it stays so, the operator has to look at it.";
  return new ToolError('egress_timeout', { retryable: true, message });
}
