import type { Rule } from '../rule.ts';
import { cacheScopeMixed } from './cache-scope-mixed.ts';
import { clientInfoRequired } from './client-info-required.ts';
import { discoverFields } from './discover-fields.ts';
import { errorCodeRule } from './error-code.ts';
import { headerCase, headerEncodingRefused } from './header-encoding.ts';
import { headerMismatchAccepted } from './header-mismatch-accepted.ts';
import { initializeRefusal } from './initialize-refusal.ts';
import { metaRequired } from './meta-required.ts';
import { removedMethod } from './removed-method.ts';
import { resultFields } from './result-fields.ts';
import { resultTypeUnknown } from './result-type-unknown.ts';
import { serverInfo } from './server-info.ts';
import { serverRequest } from './server-request.ts';
import { unaskedNotification } from './unasked-notification.ts';

export const modern: readonly Rule[] = [
  cacheScopeMixed,
  clientInfoRequired,
  discoverFields,
  errorCodeRule,
  headerCase,
  headerEncodingRefused,
  headerMismatchAccepted,
  initializeRefusal,
  metaRequired,
  removedMethod,
  resultFields,
  resultTypeUnknown,
  serverInfo,
  serverRequest,
  unaskedNotification,
];
