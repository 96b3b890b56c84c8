import { isDeepStrictEqual } from 'node:util';
import type { Evidence } from '../../model/evidence.ts';
import { type Exchange, resultOf } from '../../model/exchange.ts';

/** A list that came again as it was is kept once: it may be megabytes, and it is asked for often. */
export function keepOnce(exchange: Exchange, { lists }: Pick<Evidence, 'lists'>): void {
  const first = resultOf(lists.tools?.exchanges[0]);
  if (first && exchange.answer && isDeepStrictEqual(resultOf(exchange), first)) exchange.answer = { ...exchange.answer, result: first };
}
