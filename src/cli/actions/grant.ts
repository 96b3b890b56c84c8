import { userInfo } from 'node:os';
import { auditGrant } from '../../kit/audit-grant.ts';
import { listGrants, newGrant, revokeGrant, saveGrant } from '../../kit/grants.ts';
import { Fault, messageOf } from '../../model/fault.ts';
import { jsonDocument } from '../../report/json-text.ts';
import { durationOption } from '../duration.ts';
import { grantTable, grantText } from '../grant-text.ts';
import type { Io } from '../io.ts';
import { stateOption } from '../state.ts';

export interface GrantFlags {
  state?: string;
  json?: boolean;
}

export interface GrantAddFlags extends GrantFlags {
  task: string;
  tools: string[];
  origins: string[];
  ttl: string;
  maxCalls: string;
  principal: string;
}

/** The work of `grant add`; returns the exit code. */
export async function addWork(flags: GrantAddFlags, io: Io): Promise<number> {
  const { task, principal } = flags;
  const grant = newGrant({
    task,
    principal,
    tools: listOf(flags.tools),
    origins: listOf(flags.origins),
    ttlMs: durationOption(flags.ttl, '--ttl'),
    maxCalls: /^\d+$/.test(flags.maxCalls) ? Number(flags.maxCalls) : Number.NaN,
    by: person(),
  });
  const state = await stateOption(flags.state, io);
  // In this order nothing is ever allowed that the log does not tell of.
  await auditGrant(state, 'grant', grant, person()).catch((error: unknown) => {
    throw new Fault(
      'usage',
      `the grant was not made: ${messageOf(error)}`,
      'make the audit folder writable, or name another state folder with --state',
    );
  });
  await saveGrant(state, grant);
  await io.stdout.write(flags.json ? jsonDocument(grant) : grantText(grant, Date.now()));
  return 0;
}

/** The work of `grant list`; returns the exit code. */
export async function listWork(flags: GrantFlags, io: Io): Promise<number> {
  const state = await stateOption(flags.state, io);
  const grants = await listGrants(state);
  await io.stdout.write(flags.json ? jsonDocument({ format: 'mcp-adapter/grants@1', state, grants }) : grantTable(grants, Date.now()));
  return 0;
}

/** The work of `grant revoke`; returns the exit code. */
export async function revokeWork(id: string, flags: GrantFlags, io: Io): Promise<number> {
  const state = await stateOption(flags.state, io);
  const grant = await revokeGrant(state, id);
  await io.stdout.write(flags.json ? jsonDocument(grant) : `${grant.id} is revoked: no call can use it any more\n`);
  // Taking a permission away must not fail because it cannot be noted.
  await auditGrant(state, 'revoke', grant, person()).catch((error: unknown) =>
    io.stderr.write(`warning: the revocation counts, but ${messageOf(error)}\n`),
  );
  return 0;
}

function listOf(values: readonly string[]): string[] {
  return values
    .flatMap((value) => value.split(','))
    .map((each) => each.trim())
    .filter(Boolean);
}

/** The operating system's user. A container may run as one that has no name. */
function person(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
