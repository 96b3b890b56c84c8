import { dayOf } from '../lock/accept.ts';
import type { Change } from '../model/finding.ts';

/** How long an acceptance holds that is suggested. */
const DAYS = 90;

/**
 * The command to run after a comparison with the lock: accept what a person has to look at, read about what breaks callers, else take the
 * changes into the lock.
 */
export function nextAfter(changes: readonly Change[], targetWords: string): string | null {
  if (!changes.length) return null;
  const errors = changes.filter(({ severity, accepted }) => severity === 'error' && !accepted);
  const reviewed = errors.find(({ fix }) => fix.includes('diff accept'));
  const until = dayOf(new Date(Date.now() + DAYS * 86_400_000));
  if (reviewed) return `mcp-adapter diff accept ${reviewed.fingerprint} --reason "why it may be" --until ${until} ${targetWords}`.trimEnd();
  return errors[0] ? `mcp-adapter rules ${errors[0].rule}` : `mcp-adapter lock ${targetWords}`.trimEnd();
}
