import type { Rule } from '../rule.ts';
import { commandNotFound } from './command-not-found.ts';
import { cwdMissing } from './cwd-missing.ts';
import { envMissing } from './env-missing.ts';
import { exitedEarly } from './exited-early.ts';
import { failed } from './failed.ts';
import { missingShebang } from './missing-shebang.ts';
import { notExecutable } from './not-executable.ts';
import { stdinClosed } from './stdin-closed.ts';
import { windowsBatch } from './windows-batch.ts';

export const spawn: readonly Rule[] = [
  commandNotFound,
  cwdMissing,
  envMissing,
  exitedEarly,
  failed,
  missingShebang,
  notExecutable,
  stdinClosed,
  windowsBatch,
];
