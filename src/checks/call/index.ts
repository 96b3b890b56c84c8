import type { Rule } from '../rule.ts';

export const call: readonly Rule[] = [];
