import type { Rule } from '../rule.ts';
import { contentMissing } from './content-missing.ts';

export const result: readonly Rule[] = [contentMissing];
