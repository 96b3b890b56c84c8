import type { Rule } from '../rule.ts';
import { changedInSession } from './changed-in-session.ts';
import { cursorInvalid } from './cursor-invalid.ts';
import { cursorInvalidAccepted } from './cursor-invalid-accepted.ts';
import { cursorLoop } from './cursor-loop.ts';
import { differsPerConnection } from './differs-per-connection.ts';
import { itemInvalid } from './item-invalid.ts';
import { toolsMissing } from './tools-missing.ts';
import { unstableOrder } from './unstable-order.ts';

export const list: readonly Rule[] = [
  changedInSession,
  cursorInvalid,
  cursorInvalidAccepted,
  cursorLoop,
  differsPerConnection,
  itemInvalid,
  toolsMissing,
  unstableOrder,
];
