import type { Rule } from '../rule.ts';

export const tool: readonly Rule[] = [];
