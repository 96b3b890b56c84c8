import type { Rule } from '../rule.ts';

export const auth: readonly Rule[] = [];
