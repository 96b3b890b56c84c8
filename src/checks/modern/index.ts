import type { Rule } from '../rule.ts';

export const modern: readonly Rule[] = [];
