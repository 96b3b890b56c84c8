import type { Rule } from '../rule.ts';

export const http: readonly Rule[] = [];
