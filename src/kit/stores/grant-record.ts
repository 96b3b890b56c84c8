import { isObject } from '../../model/json.ts';
import { quoteOrKind, visible } from '../../model/text.ts';
import type { Grant } from './grant-store.ts';

const FORMAT: Grant['format'] = 'mcp-adapter/grant@1';

export { FORMAT as GRANT_FORMAT };

/** What a person may allow at once. */
export const GRANT_BOUNDS = {
  tools: 50,
  origins: 50,
  calls: 1_000,
  lifeMs: 24 * 60 * 60_000,
  taskLength: 200,
  principalLength: 300,
} as const;

/** True for what may be the name of a grant's file: it never leaves the folder. */
export function isGrantId(id: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(id);
}

/** True for a task or principal that a person can read and copy whole: 1 to `max` characters, none of them hidden. */
export function isCopyable(text: string, max: number): boolean {
  return text.length >= 1 && text.length <= max && visible(text) === text && !/[\t\n]/.test(text);
}

/** True for a whole grant within the bounds; of anything else `grantFlaw` tells what is wrong. */
export function isGrant(value: unknown): value is Grant {
  return grantFlaw(value) === null;
}

/** Why a value is no grant that may be honoured; null when it is one. Bounds count here too: files can be written by anybody. */
export function grantFlaw(value: unknown): string | null {
  if (!isObject(value)) return 'it holds no object';
  const { format, id, task, tools, origins, principal, max_calls, created_at, expires_at, revoked_at, by } = value;
  if (format !== FORMAT) return `its format is ${quoteOrKind(format)}, and this version reads "${FORMAT}"`;
  const wrong = Object.entries({
    id: isText(id, 64) && isGrantId(id),
    task: isText(task, GRANT_BOUNDS.taskLength),
    tools: isTexts(tools, 1, GRANT_BOUNDS.tools),
    origins: isTexts(origins, 0, GRANT_BOUNDS.origins),
    principal: isText(principal, GRANT_BOUNDS.principalLength),
    max_calls: Number.isInteger(max_calls) && Number(max_calls) >= 1 && Number(max_calls) <= GRANT_BOUNDS.calls,
    created_at: isTime(created_at),
    expires_at: isTime(expires_at),
    revoked_at: revoked_at === null || isTime(revoked_at),
    by: typeof by === 'string',
  }).find(([, isRight]) => !isRight);
  if (wrong) return `its "${wrong[0]}" is not as a grant has it`;
  const life = Date.parse(String(expires_at)) - Date.parse(String(created_at));
  return life > 0 && life <= GRANT_BOUNDS.lifeMs ? null : 'it does not end within a day of its beginning';
}

function isText(value: unknown, max: number): value is string {
  return typeof value === 'string' && value.length >= 1 && value.length <= max;
}

function isTexts(value: unknown, min: number, max: number): boolean {
  return Array.isArray(value) && value.length >= min && value.length <= max && value.every((each) => isText(each, 2_000));
}

function isTime(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && Number.isFinite(Date.parse(value));
}
