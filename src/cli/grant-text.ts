import { basename } from 'node:path';
import type { ListedGrant } from '../kit/grants.ts';
import type { Grant } from '../kit/stores/grant-store.ts';
import { plural, shorten, some } from '../model/text.ts';
import { table } from '../report/pretty-text.ts';

/** What a new grant allows, until when, and how to end it. */
export function grantText(grant: Grant, now: number): string {
  const { id, task, tools, origins, principal, max_calls } = grant;
  const rows = [
    ['grant', id],
    ['allows', some(tools, 50)],
    ['in task', shorten(task, 200)],
    ['on', origins.length ? some(origins, 50) : 'any origin'],
    ['for', shorten(principal, 300)],
    ['calls', `at most ${max_calls}`],
    ['until', `${second(grant.expires_at)}, ${left(grant, now)}`],
    ['end it', `mcp-adapter grant revoke ${id}`],
  ];
  return `${table(rows).join('\n')}\n`;
}

/** Every grant on a line: what counts first. */
export function grantTable(grants: readonly ListedGrant[], now: number): string {
  if (!grants.length) return 'no grants: mcp-adapter grant add --task TASK --tools TOOL makes one\n';
  const rows = grants.map((each) => (each.status === 'damaged' ? damagedRow(each.file, each.why) : row(each, now)));
  const active = grants.filter(({ status }) => status === 'active').length;
  const lines = table([['status', 'grant', 'task', 'tools', 'calls', 'until', 'only for'], ...rows]);
  return `${[...lines, '', `${active} of ${plural(grants.length, 'grant')} active`].map((line) => line.trimEnd()).join('\n')}\n`;
}

function row({ status, grant, uses }: Exclude<ListedGrant, { status: 'damaged' }>, now: number): string[] {
  const isLocal = grant.principal === 'local';
  return [
    STATUS[status],
    grant.id,
    shorten(grant.task, 40),
    shorten(grant.tools.join(', '), 60),
    `${uses} of ${grant.max_calls}`,
    status === 'active' ? left(grant, now) : second(grant.expires_at),
    [...grant.origins.map((origin) => shorten(origin, 80)), ...(isLocal ? [] : [shorten(grant.principal, 60)])].join(', '),
  ];
}

const STATUS = {
  active: 'active',
  'used-up': 'used up',
  expired: 'expired',
  revoked: 'revoked',
  early: 'in the future',
} as const;

function damagedRow(file: string, why: string): string[] {
  return ['damaged', shorten(basename(file), 80), shorten(why, 120)];
}

/** `9 min left`. */
function left(grant: Grant, now: number): string {
  const seconds = Math.max(0, Math.round((Date.parse(grant.expires_at) - now) / 1_000));
  return seconds < 120
    ? `${seconds} s left`
    : seconds < 7_200
      ? `${Math.round(seconds / 60)} min left`
      : `${Math.round(seconds / 3_600)} h left`;
}

/** `2026-11-30 02:15:00Z`. */
function second(time: string): string {
  return new Date(time)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, 'Z');
}
