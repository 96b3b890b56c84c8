import type { Rule } from '../rule.ts';
import { inputRequired } from './input-required.ts';
import { listedToolUnknown } from './listed-tool-unknown.ts';
import { noAnswer } from './no-answer.ts';
import { progressInvalid } from './progress-invalid.ts';
import { progressUnasked } from './progress-unasked.ts';
import { unknownToolNotError } from './unknown-tool-not-error.ts';

export const call: readonly Rule[] = [unknownToolNotError, listedToolUnknown, noAnswer, progressInvalid, progressUnasked, inputRequired];
