import type { Rule } from '../rule.ts';
import { busyAfterClose } from './busy-after-close.ts';
import { capabilityUndeclared } from './capability-undeclared.ts';
import { capabilityUnserved } from './capability-unserved.ts';
import { closed } from './closed.ts';
import { crashOnInput } from './crash-on-input.ts';
import { earlyRequest } from './early-request.ts';
import { epipeCrash } from './epipe-crash.ts';
import { exited } from './exited.ts';
import { needsSigkill } from './needs-sigkill.ts';
import { noAnswer } from './no-answer.ts';
import { noExitOnStdinClose } from './no-exit-on-stdin-close.ts';
import { orphans } from './orphans.ts';
import { pingUnanswered } from './ping-unanswered.ts';
import { refused } from './refused.ts';
import { stdinShared } from './stdin-shared.ts';
import { undeclaredClientCapability } from './undeclared-client-capability.ts';

export const lifecycle: readonly Rule[] = [
  busyAfterClose,
  capabilityUndeclared,
  capabilityUnserved,
  closed,
  crashOnInput,
  earlyRequest,
  epipeCrash,
  exited,
  needsSigkill,
  noAnswer,
  noExitOnStdinClose,
  orphans,
  pingUnanswered,
  refused,
  stdinShared,
  undeclaredClientCapability,
];
