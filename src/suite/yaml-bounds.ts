import type { CST } from 'yaml';
import { grouped } from '../model/text.ts';

const MAX_DEPTH = 100;
const MAX_VALUES = 200_000;

const TOO_DEEP = `is nested deeper than ${MAX_DEPTH} levels`;
const TOO_MANY = `holds more than ${grouped(MAX_VALUES)} values`;

/** Why tokens are too much to make values of, and where; null when they are not. */
export function excessOfTokens(tokens: readonly CST.Token[]): { offset: number; why: string } | null {
  let level: readonly CST.Token[] = tokens;
  let count = 0;
  // Documents are level 0.
  for (let depth = 0; level.length; depth++) {
    count += level.length;
    const deep = depth > MAX_DEPTH ? level.find((token) => 'items' in token) : undefined;
    if (deep) return { offset: offsetOf(deep), why: TOO_DEEP };
    if (count > MAX_VALUES) return { offset: offsetOf(level[0]), why: TOO_MANY };
    level = level.flatMap(within);
  }
  return null;
}

function within(token: CST.Token): CST.Token[] {
  if (token.type === 'document') return token.value ? [token.value] : [];
  if (!('items' in token)) return [];
  return token.items.flatMap(({ key, value }) => [key, value].flatMap((each) => (each ? [each] : [])));
}

function offsetOf(token: CST.Token | undefined): number {
  return token && 'offset' in token ? token.offset : 0;
}

/** Why a value with aliases in it is too much to walk through; null when it is not. An alias of what holds it has no end. */
export function excessOfAliases(root: unknown): string | null {
  let level: unknown[] = [root];
  let count = 1;
  for (let depth = 0; level.length; depth++) {
    const deeper: unknown[] = [];
    for (const each of level) {
      if (typeof each !== 'object' || each === null) continue;
      if (depth >= MAX_DEPTH) return TOO_DEEP;
      const children = Object.values(each);
      count += children.length;
      // Before they are gathered: few aliases can stand for more than the memory holds.
      if (count > MAX_VALUES) return TOO_MANY;
      for (const child of children) deeper.push(child);
    }
    level = deeper;
  }
  return null;
}
