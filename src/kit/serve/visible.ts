import { type Caller, missingScopes } from '../caller.ts';
import { guarded } from './protocol-failure.ts';

/** What is shown to some callers only. */
interface Shown {
  name: string;
  scopes?: readonly string[];
  visible?(caller: Caller): boolean;
}

/**
 * Those that this caller may see; who may not is answered as if there were none. One whose own rule fails is nobody's.
 * @param kind how the log names them
 */
export async function visibleTo<T extends Shown>(
  caller: Caller,
  kind: string,
  all: readonly T[],
  log: (line: string) => void,
): Promise<T[]> {
  const own: T[] = [];
  for (const each of all) if (await guarded(`${kind} ${each.name}`, log, () => isVisible(each, caller)).catch(() => false)) own.push(each);
  return own;
}

function isVisible({ scopes = [], visible }: Pick<Shown, 'scopes' | 'visible'>, caller: Caller): boolean {
  return !missingScopes(caller, scopes).length && (visible?.(caller) ?? true);
}
