import type { Rule } from '../rule.ts';

export const spawn: readonly Rule[] = [];
