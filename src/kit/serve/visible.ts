import { type Caller, missingScopes } from '../caller.ts';
import { guarded } from './protocol-failure.ts';

/** What is shown to some callers only. */
interface Shown {
  name: string;
  scopes?: readonly string[];
  visible?(caller: Caller): boolean;
}

/** Those that this caller may see; one whose own rule fails is nobody's. `kind` is how the log names them. */
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

/** Whether this caller may see a resource or prompt at all; who may not is answered as if there were none. */
export function isVisible({ scopes = [], visible }: Pick<Shown, 'scopes' | 'visible'>, caller: Caller): boolean {
  return !missingScopes(caller, scopes).length && (visible?.(caller) ?? true);
}
