import { isObject } from '../../model/json.ts';
import { some } from '../../model/text.ts';
import { type Comparison, shown, subject, tell, type Where } from './comparison.ts';
import type { Demand, Facts } from './facts.ts';
import { DEMANDED } from './fold.ts';
import type { Kind } from './kinds.ts';

const KEYWORDS = ['pattern', 'format', 'multipleOf', 'uniqueItems', 'dependentRequired'] as const satisfies readonly Demand['keyword'][];

/** Compares what is asked for beside bounds: patterns, formats, multiples. */
export function compareDemands(before: Facts, after: Facts, listed: ReadonlySet<Kind>, where: Where, c: Comparison): void {
  for (const keyword of KEYWORDS) {
    const isAsked = (kind: Kind) => before.kinds.has(kind) && after.kinds.has(kind) && !listed.has(kind);
    if (!DEMANDED[keyword].some(isAsked)) continue;
    const [old, now] = [demands(before, keyword), demands(after, keyword)];
    const added = now.filter((one) => !isMet(one, old, before));
    const gone = old.filter((one) => !isMet(one, now, after));
    const what = { at: (added[0] ?? now[0] ?? gone[0])?.at ?? '', before: values(old), after: values(now) };
    const who = subject(where, c);
    if (added.length) {
      const was = gone.length ? `, was ${some(gone.map(text))}` : c.direction === 'input' ? ', which was not asked before' : '';
      const message = `${who} ${c.direction === 'input' ? 'has to' : 'is said to'} ${phrase(keyword)}${some(added.map(text))}${was}`;
      const severity = keyword === 'format' && c.direction === 'input' ? { severity: 'warning' as const } : {};
      tell(c, gone.length ? 'other asked' : 'more asked', { ...what, message, ...severity });
    } else if (gone.length) {
      const message = `${who} need not ${phrase(keyword)}${some(gone.map(text))} any more`;
      tell(c, 'less asked', { ...what, message });
    }
  }
}

function demands(facts: Facts, keyword: Demand['keyword']): Demand[] {
  return [...facts.demands.values()].filter((demand) => demand.keyword === keyword);
}

/** True when what one demand asks for is asked for already. */
function isMet({ keyword, value }: Demand, others: readonly Demand[], facts: Facts): boolean {
  if (keyword === 'multipleOf') return others.some((other) => isMultiple(other.value, value)) || (value === 1 && facts.integer);
  if (keyword === 'dependentRequired' && Array.isArray(value) && facts.required.has(String(value[1]))) return true;
  return others.some((other) => JSON.stringify(other.value) === JSON.stringify(value));
}

function isMultiple(of: unknown, step: unknown): boolean {
  if (typeof of !== 'number' || typeof step !== 'number' || step === 0) return false;
  const times = of / step;
  return Math.abs(times - Math.round(times)) < 1e-9;
}

function values(list: readonly Demand[]): unknown {
  return list.length > 1 ? list.map(({ value }) => value) : list[0]?.value;
}

function text({ value }: Demand): string {
  if (Array.isArray(value)) return `${shown(value[1])} wherever ${shown(value[0])} is there`;
  return value === true || isObject(value) ? '' : shown(value).replace(/^"(.*)"$/, '$1');
}

function phrase(keyword: Demand['keyword']): string {
  const words = {
    pattern: 'match ',
    format: 'be of the format ',
    multipleOf: 'be a multiple of ',
    uniqueItems: 'hold no item twice',
    dependentRequired: 'hold ',
  };
  return words[keyword];
}
