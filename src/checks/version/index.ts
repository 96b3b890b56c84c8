import type { Rule } from '../rule.ts';

export const version: readonly Rule[] = [];
