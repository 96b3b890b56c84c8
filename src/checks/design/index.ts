import type { Rule } from '../rule.ts';

export const design: readonly Rule[] = [];
