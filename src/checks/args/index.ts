import type { Rule } from '../rule.ts';
import { invalidAccepted } from './invalid-accepted.ts';
import { mismatch } from './mismatch.ts';
import { nullOptional } from './null-optional.ts';
import { protocolError } from './protocol-error.ts';
import { stringForNumber } from './string-for-number.ts';
import { stringifiedObject } from './stringified-object.ts';

export const args: readonly Rule[] = [stringifiedObject, stringForNumber, nullOptional, mismatch, invalidAccepted, protocolError];
