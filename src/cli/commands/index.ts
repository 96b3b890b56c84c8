import { auditCommand } from './audit.ts';
import { callCommand } from './call.ts';
import { checkCommand } from './check.ts';
import type { CommandFactory } from './command.ts';
import { doctorCommand } from './doctor.ts';
import { grantCommand } from './grant.ts';
import { listCommand } from './list.ts';
import { rulesCommand } from './rules.ts';

/** Every command, in the order of the help. */
export const commands: readonly CommandFactory[] = [
  checkCommand,
  listCommand,
  callCommand,
  grantCommand,
  auditCommand,
  rulesCommand,
  doctorCommand,
];
