import type { Rule } from '../rule.ts';

export const args: readonly Rule[] = [];
