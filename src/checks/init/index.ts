import type { Rule } from '../rule.ts';
import { refused } from './refused.ts';
import { resultFields } from './result-fields.ts';
import { slow } from './slow.ts';
import { timeout } from './timeout.ts';

export const init: readonly Rule[] = [refused, resultFields, slow, timeout];
