import { args } from './args/index.ts';
import { call } from './call/index.ts';
import { result } from './result/index.ts';
import type { Rule } from './rule.ts';
import { additionalPropertiesMismatch } from './schema/additional-properties-mismatch.ts';
import { stdio } from './stdio/index.ts';
import { secretInResult } from './trust/secret-in-result.ts';

/** What may explain from its arguments why a call fails. */
export const argumentRules: readonly Rule[] = [...args, additionalPropertiesMismatch];

/** What `call` says of one call beside its result. Not the whole catalogue: loading that would cost more than the call. */
export const callRules: readonly Rule[] = [...argumentRules, ...call, ...result, ...stdio, secretInResult];
