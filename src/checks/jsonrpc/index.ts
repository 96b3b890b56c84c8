import type { Rule } from '../rule.ts';
import { errorShape } from './error-shape.ts';
import { idMismatch } from './id-mismatch.ts';
import { idUnsupported } from './id-unsupported.ts';
import { invalidJson } from './invalid-json.ts';
import { notificationAnswered } from './notification-answered.ts';
import { resultNotObject } from './result-not-object.ts';
import { resultOrError } from './result-or-error.ts';
import { strayResponse } from './stray-response.ts';
import { unknownMethod } from './unknown-method.ts';
import { versionMember } from './version-member.ts';

export const jsonrpc: readonly Rule[] = [
  errorShape,
  idMismatch,
  idUnsupported,
  invalidJson,
  notificationAnswered,
  resultNotObject,
  resultOrError,
  strayResponse,
  unknownMethod,
  versionMember,
];
