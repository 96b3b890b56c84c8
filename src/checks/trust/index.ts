import type { Rule } from '../rule.ts';

export const trust: readonly Rule[] = [];
