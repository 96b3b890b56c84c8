import type { ToolError } from '../../kit/tool-error.ts';
import type { GuardFailure } from './guard.ts';
import { hostOf, portOf } from './host-rule.ts';

/** The newest failures of one guard. */
export interface FailureLog {
  /** Files a failure under the host and port that were asked for. */
  add(error: ToolError, host: string, port: number): void;
  /** As `Guard.failureFor`. */
  newest(url: string | null, since: number): GuardFailure | null;
}

/** Failures kept: enough that a page full of refused pictures does not push out what its own navigation met. */
const MOST = 500;

export function createFailureLog(): FailureLog {
  const failures: GuardFailure[] = [];
  return {
    add({ code, retryable, message }, host, port) {
      if (!isGuardCode(code)) return;
      failures.push({ at: performance.now(), host, port, code, retryable, message });
      if (failures.length > MOST) failures.shift();
    },
    newest(url, since) {
      const wanted = url === null ? null : addressed(url);
      const isWanted = ({ host, port }: GuardFailure) => url === null || (wanted?.host === host && wanted.port === port);
      return failures.findLast((failure) => failure.at >= since && isWanted(failure)) ?? null;
    },
  };
}

function addressed(text: string): { host: string | null; port: number } | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return { host: hostOf(url), port: portOf(url) };
}

function isGuardCode(code: string): code is GuardFailure['code'] {
  return (CODES as readonly string[]).includes(code);
}

const CODES = ['url_blocked', 'dns_failed', 'target_unreachable', 'egress_unavailable', 'egress_auth_failed', 'egress_timeout'] as const;
