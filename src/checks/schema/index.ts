import type { Rule } from '../rule.ts';
import { rootCombinator } from './root-combinator.ts';

export const schema: readonly Rule[] = [rootCombinator];
