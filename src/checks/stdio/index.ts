import type { Rule } from '../rule.ts';

export const stdio: readonly Rule[] = [];
