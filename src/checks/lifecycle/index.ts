import type { Rule } from '../rule.ts';

export const lifecycle: readonly Rule[] = [];
