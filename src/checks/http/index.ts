import type { Rule } from '../rule.ts';
import { accept406 } from './accept-406.ts';
import { batch } from './batch.ts';
import { contentType } from './content-type.ts';
import { cors } from './cors.ts';
import { crash } from './crash.ts';
import { getNot405, methodNotAllowed } from './get-not-405.ts';
import { hostRejected } from './host-rejected.ts';
import { htmlError } from './html-error.ts';
import { httpError } from './http-error.ts';

import { legacySse } from './legacy-sse.ts';
import { noResponse } from './no-response.ts';
import { notificationStatus } from './notification-status.ts';
import { portInUse } from './port-in-use.ts';
import { protocolHeaderInvalid, protocolHeaderMissing } from './protocol-header.ts';
import { boundToAll, hostNotChecked, originNotChecked } from './rebinding.ts';
import { redirect } from './redirect.ts';
import { secondRequestFails } from './second-request-fails.ts';
import { sessionIdCharset, sessionIdGuessable } from './session-id.ts';
import { sessionInModern } from './session-in-modern.ts';
import { sessionMissingStatus } from './session-missing-status.ts';
import { sessionNotEnded } from './session-not-ended.ts';
import { sessionUnknownStatus } from './session-unknown-status.ts';
import { accelBuffering, sseIdle, sseUnterminated } from './sse-stream.ts';
import { statusCode } from './status-code.ts';
import { unreachable } from './unreachable.ts';

export const http: readonly Rule[] = [
  accelBuffering,
  accept406,
  batch,
  boundToAll,
  contentType,
  cors,
  crash,
  getNot405,
  hostNotChecked,
  hostRejected,
  htmlError,
  httpError,

  legacySse,
  methodNotAllowed,
  noResponse,
  notificationStatus,
  originNotChecked,
  portInUse,
  protocolHeaderInvalid,
  protocolHeaderMissing,
  redirect,
  secondRequestFails,
  sessionIdCharset,
  sessionIdGuessable,
  sessionInModern,
  sessionMissingStatus,
  sessionNotEnded,
  sessionUnknownStatus,
  sseIdle,
  sseUnterminated,
  statusCode,
  unreachable,
];
