import type { Rule } from '../rule.ts';
import { apiShaped } from './api-shaped.ts';
import { bypass } from './bypass.ts';
import { contextCost } from './context-cost.ts';
import { credentialParameter } from './credential-parameter.ts';
import { internalParameter } from './internal-parameter.ts';
import { noIdempotencyKey } from './no-idempotency-key.ts';
import { openObject } from './open-object.ts';
import { riskContradiction } from './risk-contradiction.ts';
import { riskUndeclared } from './risk-undeclared.ts';
import { selectorParameter } from './selector-parameter.ts';
import { unboundedLoop } from './unbounded-loop.ts';
import { unboundedNumber } from './unbounded-number.ts';
import { unboundedText } from './unbounded-text.ts';

export const design: readonly Rule[] = [
  apiShaped,
  bypass,
  contextCost,
  credentialParameter,
  internalParameter,
  noIdempotencyKey,
  openObject,
  riskContradiction,
  riskUndeclared,
  selectorParameter,
  unboundedLoop,
  unboundedNumber,
  unboundedText,
];
