import { randomBytes } from 'node:crypto';
import { Fault, messageOf } from '../model/fault.ts';
import { didYouMean } from '../model/nearest.ts';
import { plural, quote, shorten } from '../model/text.ts';
import { LOCAL } from './caller.ts';
import { createExclusive, replaceOwned } from './stores/exclusive-file.ts';
import { grantFile, readGrant, readGrants, usesFolder } from './stores/grant-folder.ts';
import { GRANT_BOUNDS, GRANT_FORMAT, isCopyable } from './stores/grant-record.ts';
import type { Grant } from './stores/grant-store.ts';
import { takenUses } from './stores/grant-uses.ts';
import { invalidity } from './stores/grant-validity.ts';
import { originOf } from './stores/origin.ts';

const DEFAULT_TTL_MS = 15 * 60_000;
const DEFAULT_CALLS = 10;

/** What a person allows. */
export interface GrantRequest {
  task: string;
  tools: readonly string[];
  /** http(s) origins without a path; empty or absent for any. */
  origins?: readonly string[];
  /** How long it lasts, in milliseconds: 15 min unless said, at most a day. */
  ttlMs?: number;
  /** Calls that it allows: 10 unless said, at most 1,000. */
  maxCalls?: number;
  /** Whose calls it is for; `local` unless said. */
  principal?: string;
  /** Who makes it. */
  by: string;
  /** Milliseconds since 1970. */
  now?: number;
}

/** A file in the folder of grants, as a person asks for it. `early`: made in the future, so a clock was set back. */
export type ListedGrant =
  | { status: 'active' | 'used-up' | 'expired' | 'revoked' | 'early'; file: string; grant: Grant; uses: number }
  | { status: 'damaged'; file: string; why: string };

/** A grant for the request, not yet on disk. @throws Fault (usage) for what is out of bounds */
export function newGrant({ task, tools, origins = [], ttlMs = DEFAULT_TTL_MS, maxCalls = DEFAULT_CALLS, ...rest }: GrantRequest): Grant {
  const { principal = LOCAL, by, now = Date.now() } = rest;
  const names = [...new Set(tools)];
  if (!isCopyable(task, GRANT_BOUNDS.taskLength)) throw bound('the task', task, `1 to ${GRANT_BOUNDS.taskLength} printable characters`);
  if (!isCopyable(principal, GRANT_BOUNDS.principalLength))
    throw bound('the principal', principal, `1 to ${GRANT_BOUNDS.principalLength} printable characters`);
  if (names.length < 1 || names.length > GRANT_BOUNDS.tools)
    throw new Fault('usage', `a grant is for 1 to ${GRANT_BOUNDS.tools} tools, not ${names.length}`, 'name them: --tools click,submit');
  for (const name of names) if (!/^[\w./-]{1,128}$/.test(name)) throw bound('the tool', name, 'its name as tools/list shows it; * is none');
  if (origins.length > GRANT_BOUNDS.origins) throw new Fault('usage', `a grant is for at most ${GRANT_BOUNDS.origins} origins`);
  if (!(ttlMs >= 1 && ttlMs <= GRANT_BOUNDS.lifeMs)) throw bound('the time to live', String(ttlMs), '1 ms to a day');
  if (!Number.isInteger(maxCalls) || maxCalls < 1 || maxCalls > GRANT_BOUNDS.calls)
    throw bound('the number of calls', String(maxCalls), `a whole number from 1 to ${GRANT_BOUNDS.calls}`);
  return {
    format: GRANT_FORMAT,
    id: `g-${randomBytes(16).toString('hex')}`,
    task,
    tools: names,
    origins: [...new Set(origins.map(plainOrigin))],
    principal,
    max_calls: maxCalls,
    created_at: new Date(now).toISOString(),
    expires_at: new Date(now + Math.round(ttlMs)).toISOString(),
    revoked_at: null,
    by: shorten(by, 100),
  };
}

/** Puts a new grant into a state folder, where adapters see it at once. @throws Fault (usage) when it cannot be written */
export async function saveGrant(state: string, grant: Grant): Promise<void> {
  const isNew = await orFault(state, () => createExclusive(grantFile(state, grant.id), grant));
  if (!isNew) throw new Error(`there is a grant ${grant.id} already`);
}

/** Makes a grant and puts it into a state folder. @throws Fault (usage) for what is out of bounds, or when it cannot be written */
export async function addGrant(state: string, request: GrantRequest): Promise<Grant> {
  const grant = newGrant(request);
  await saveGrant(state, grant);
  return grant;
}

/** Every grant of a state folder, those that count first, then the newest. @throws Fault (usage) when the folder cannot be read */
export async function listGrants(state: string, now = Date.now()): Promise<ListedGrant[]> {
  const files = await orFault(state, () => readGrants(state));
  const listed = await Promise.all(
    files.map(async (each): Promise<ListedGrant> => {
      if (!each.grant) return { status: 'damaged', file: each.file, why: each.why };
      const { file, grant } = each;
      const uses = (await orFault(state, () => takenUses(usesFolder(state, grant.id)))).length;
      return { status: invalidity(grant, now) ?? (uses >= grant.max_calls ? 'used-up' : 'active'), file, grant, uses };
    }),
  );
  return listed.sort((a, b) => rank(a) - rank(b) || madeAt(b) - madeAt(a));
}

/**
 * Ends a grant; one that was revoked before stays as it is. Adapters see it at their next look, at the latest right before an effect.
 * @throws Fault (usage) for an unknown id, which names the nearest, and when it cannot be written
 */
export async function revokeGrant(state: string, id: string, now = Date.now()): Promise<Grant> {
  const found = await readGrant(state, id);
  if (!found) throw await unknown(state, id);
  if (!found.grant)
    throw new Fault('usage', `${found.file} is no grant that counts: ${found.why}`, 'it allows nothing; delete it if you like');
  if (found.grant.revoked_at !== null) return found.grant;
  const revoked = { ...found.grant, revoked_at: new Date(now).toISOString() };
  await orFault(state, () => replaceOwned(found.file, revoked));
  return revoked;
}

async function unknown(state: string, id: string): Promise<Fault> {
  const ids = (await listGrants(state)).flatMap((each) => (each.status === 'damaged' ? [] : [each.grant.id]));
  const otherwise = `${ids.length ? `there are ${plural(ids.length, 'grant')}` : 'there is no grant'} in ${state}: see mcp-adapter grant list`;
  return new Fault('usage', `there is no grant ${quote(id)}`, didYouMean(id, ids, otherwise));
}

function bound(what: string, seen: string, allowed: string): Fault {
  return new Fault('usage', `${what} ${quote(seen)} is out of bounds`, `allowed is ${allowed}`);
}

function plainOrigin(text: string): string {
  const origin = originOf(text);
  // What a URL has beside its origin would be no limit at all; a host with * would match nothing.
  if (!origin || text.includes('*') || new URL(text).href !== `${origin}/`)
    throw new Fault('usage', `${quote(text)} is no origin`, 'write https://shop.example: http or https, no path, no *');
  return origin;
}

function rank({ status }: ListedGrant): number {
  return status === 'active' ? 0 : status === 'damaged' ? 2 : 1;
}

function madeAt(each: ListedGrant): number {
  return each.status === 'damaged' ? 0 : Date.parse(each.grant.created_at);
}

async function orFault<T>(state: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new Fault('usage', `the state folder ${state} cannot be used: ${messageOf(error)}`, 'name another with --state');
  }
}
