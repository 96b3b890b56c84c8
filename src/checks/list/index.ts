import type { Rule } from '../rule.ts';

export const list: readonly Rule[] = [];
