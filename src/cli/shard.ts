import { Fault } from '../model/fault.ts';
import { quote } from '../model/text.ts';

/**
 * The i-th of n parts of a list, the items dealt out in turn so that the parts are of one size.
 * @throws Fault (usage) for what is not `i/n` with 1 ≤ i ≤ n
 */
export function shard<T>(items: readonly T[], wish: string | undefined): T[] {
  if (wish === undefined) return [...items];
  const [, index, count] = /^(\d{1,4})\/(\d{1,4})$/.exec(wish) ?? [];
  const [i, n] = [Number(index), Number(count)];
  if (!(i >= 1 && i <= n)) throw new Fault('usage', `--shard ${quote(wish)} is no part`, 'write 1/4, 2/4, 3/4 and 4/4 in four jobs');
  return items.filter((_, at) => at % n === i - 1);
}
