import { shellWord } from '../../model/shell-word.ts';
import { plural, quote, some, visible } from '../../model/text.ts';
import { LOCAL } from '../caller.ts';
import { GRANT_BOUNDS, isCopyable } from './grant-record.ts';
import type { Grant, GrantWish } from './grant-store.ts';
import type { Invalid } from './grant-validity.ts';
import { originOf } from './origin.ts';

/** Why a call is not covered: what is the matter with the grant that comes nearest, or that there is none. */
export type Refusal =
  | { kind: 'none' }
  | { kind: 'unreadable' }
  | { kind: 'gone'; id: string }
  | { kind: 'damaged'; id: string }
  | { kind: Invalid | 'used-up' | 'principal' | 'origin' | 'tool'; grant: Grant };

/** One sentence for the model and the person behind it, with the command that would help. What the files hold is for the log only. */
export function refusalText(wish: GrantWish, refusal: Refusal): string {
  return `${what(wish, refusal)}; ${help(wish, refusal)}`;
}

function what(wish: GrantWish, refusal: Refusal): string {
  const action = `${visible(wish.tool)} in task ${quote(wish.task)}`;
  // That somebody else has one is nobody's business.
  if (refusal.kind === 'none' || refusal.kind === 'principal') return `no grant allows ${action}`;
  if (refusal.kind === 'unreadable') return `whether a grant allows ${action} cannot be known, because the grants cannot be read`;
  if (refusal.kind === 'gone') return `the grant ${refusal.id} for ${action} is gone`;
  if (refusal.kind === 'damaged') return `the grant ${refusal.id} for ${action} does not count, because its file is damaged`;
  const { grant } = refusal;
  const name = `the grant ${grant.id} for ${action}`;
  switch (refusal.kind) {
    case 'revoked':
      return `${name} was revoked at ${visible(grant.revoked_at ?? '')}`;
    case 'expired':
      return `${name} expired at ${visible(grant.expires_at)}`;
    case 'early':
      return `${name} was made at ${visible(grant.created_at)}, which is still to come: the clock of this machine seems to have been set back`;
    case 'used-up':
      return `${name} is used up: it allowed ${plural(grant.max_calls, 'call')}`;
    case 'tool':
      return `the grant ${grant.id} does not cover ${action}`;
    case 'origin':
      return `${name} is limited to ${some(grant.origins.map((origin) => quote(origin)))}, and this call ${actsOn(wish.origin)}`;
  }
}

function actsOn(origin: string | null | undefined): string {
  if (origin === undefined) return 'names no origin at all';
  return origin === null ? 'does not say on which origin it acts' : `acts on ${quote(origin)}`;
}

function help(wish: GrantWish, refusal: Refusal): string {
  if (refusal.kind === 'unreadable') return 'a person has to make the state folder readable for the adapter';
  if (!wish.task) return 'give a task_id, so that a person can make a grant for it';
  if (!canBeNamed(wish)) return `no grant can be made for it: use a task_id of at most ${GRANT_BOUNDS.taskLength} printable characters`;
  const origin = typeof wish.origin === 'string' ? originOf(wish.origin) : null;
  const isLocal = wish.principal === LOCAL;
  const options = {
    task: wish.task,
    tools: wish.tool,
    ...(origin ? { origins: origin } : {}),
    ...(isLocal ? {} : { principal: wish.principal }),
  };
  return `a person can allow it with: mcp-adapter grant add ${Object.entries(options).map(option).join(' ')}`;
}

/** What is longer, or holds characters that nobody sees, can be in no command that is copied. */
function canBeNamed({ task, principal }: GrantWish): boolean {
  return isCopyable(task, GRANT_BOUNDS.taskLength) && isCopyable(principal, GRANT_BOUNDS.principalLength);
}

function option([name, value]: [string, string]): string {
  // A value that looks like an option itself.
  return value.startsWith('-') ? `--${name}=${shellWord(value)}` : `--${name} ${shellWord(value)}`;
}
