import type { Rule } from '../rule.ts';
import { tooMany } from './too-many.ts';

export const tools: readonly Rule[] = [tooMany];
