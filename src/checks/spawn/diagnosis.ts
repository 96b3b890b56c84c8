import type { Evidence } from '../../model/evidence.ts';
import { launchOf } from '../../model/target.ts';
import { strayResponses } from '../jsonrpc/conversation.ts';
import { closedInput } from './closed-input.ts';
import { shellRan } from './shell-ran.ts';

/**
 * The one rule that tells why no conversation came about: exactly one of them fires on a failure, and its finding is the error of
 * the run. Null when there was no failure, or when it is one of HTTP's own (`http/*`, `auth/*`).
 */
export function diagnose(evidence: Evidence): string | null {
  const { failure, handshake } = evidence;
  if (!failure) return null;
  const begun = !isHandshake(failure.waitingFor);
  switch (failure.kind) {
    case 'command-not-found':
      return 'spawn/command-not-found';
    case 'cwd-missing':
    case 'cwd-not-a-folder':
      return 'spawn/cwd-missing';
    case 'command-not-executable':
      return failure.detail.includes('ENOEXEC') ? 'spawn/missing-shebang' : 'spawn/not-executable';
    case 'spawn-failed':
      return isBatchFailure(evidence) ? 'spawn/windows-batch' : 'spawn/failed';
    case 'exited':
      if (failure.environment?.starts) return 'spawn/env-missing';
      if (begun && handshake.initialize?.answer) return 'lifecycle/closed';
      if (shellRan(evidence)) return 'spawn/missing-shebang';
      return evidence.transport === 'stdio' && closedInput(evidence) ? 'spawn/stdin-closed' : 'spawn/exited-early';
    case 'silent':
      if (failure.environment?.starts) return 'spawn/env-missing';
      if (failure.afterwards?.answeredFramed || evidence.noise.some((each) => each.kind === 'framing'))
        return 'stdio/content-length-framing';
      if (failure.afterwards?.answeredOnClose) return 'stdio/buffered-output';
      if (strayResponses(evidence).some((each) => each.kind === 'unknown')) return 'jsonrpc/stray-response';
      return begun ? 'lifecycle/no-answer' : 'init/timeout';
    case 'refused':
      return begun ? 'lifecycle/refused' : 'init/refused';
    case 'closed':
      return 'lifecycle/closed';
    default:
      return null;
  }
}

/** Batch files are the one thing that Node refuses with EINVAL, and only on Windows. */
function isBatchFailure({ failure, target }: Evidence): boolean {
  const command = launchOf(target)?.command;
  return !!failure?.detail.includes('EINVAL') && !!command && !/\.exe$/i.test(command);
}

/** True for the requests a conversation begins with. */
export function isHandshake(method: string | null): boolean {
  return method === null || method === 'initialize' || method === 'server/discover';
}
