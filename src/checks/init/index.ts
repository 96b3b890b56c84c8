import type { Rule } from '../rule.ts';

export const init: readonly Rule[] = [];
