import type { Rule } from '../rule.ts';

export const tools: readonly Rule[] = [];
