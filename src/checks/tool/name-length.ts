import { member } from '../../model/json.ts';
import { quote, some } from '../../model/text.ts';
import { limitsOn } from '../limits/index.ts';
import { exceeds, hostName, hostNames, type Limit, profilesOf, sentName } from '../limits/limits.ts';
import type { ToolRule } from '../rule.ts';

const WHAT = 'name-length';

export const nameLength: ToolRule = {
  id: 'tool/name-length',
  on: 'tool',
  severity: 'warning',
  clause: '2026-07-28 server/tools: names SHOULD be 1-128 characters',
  why: 'Hosts put the name of the server before the name of the tool, and refuse or hide what is then too long.',
  fix: 'shorten the name to 40 characters or less; the description can say the rest',
  examples: {
    good: [{ name: 'a'.repeat(40) }, { name: 'a'.repeat(58) }],
    bad: [{ name: 'a'.repeat(65) }, { name: 'a'.repeat(60) }, { name: 'a'.repeat(129) }],
  },
  *check({ raw }, { serverName }) {
    const name = member(raw, 'name');
    if (typeof name !== 'string') return;
    const server = serverName ?? '';
    // Our own guesses at a prefix are no reason for a finding; a host that refuses or cuts is.
    const broken = limitsOn(WHAT).filter((limit) => applies(limit, serverName) && exceeds(limit, sentName(limit, server, name)));
    const refused = broken.filter((limit) => limit.effect !== 'cut');
    if (refused.length === 0) return;
    const everywhere = broken.some((limit) => limit.who === 'spec');
    yield {
      at: '/name',
      subject: `tool name ${quote(name, 80)}`,
      message: [`${name.length} characters`, ...bare(refused), ...prefixed(refused, serverName, name)].join('; '),
      severity: everywhere ? 'error' : 'warning',
      refusedBy: profilesOf(refused),
    };
  },
};

/** A prefix of unknown length is judged only where it adds nothing but the server's name, which has at least one letter. */
function applies(limit: Limit, serverName: string | null): boolean {
  return !limit.uncertain && (!limit.prefix || serverName !== null || limit.prefix === '{server}');
}

function bare(limits: readonly Limit[]): string[] {
  const byMax = new Map<number, Limit[]>();
  for (const limit of limits.filter(({ prefix, max }) => !prefix && max !== undefined))
    byMax.set(limit.max ?? 0, [...(byMax.get(limit.max ?? 0) ?? []), limit]);
  return [...byMax]
    .sort(([a], [b]) => a - b)
    .map(([max, group]) => `the limit is ${max} for ${some(hostNames(group.map((limit) => limit.who)), 9)}`);
}

/** What the hosts make of the name that put the server's before it: one sentence for each form of the whole name. */
function prefixed(limits: readonly Limit[], serverName: string | null, name: string): string[] {
  const forms = new Map<string, string[]>();
  for (const limit of limits.filter(({ prefix }) => prefix)) {
    const form = formOf(limit, serverName, name);
    forms.set(form, [...(forms.get(form) ?? []), `${hostName(limit.who)} loses what is longer than ${limit.max}`]);
  }
  return [...forms].map(([form, losses]) => `${form} (${losses.join(', ')})`);
}

function formOf(limit: Limit, serverName: string | null, name: string): string {
  if (serverName === null) return 'with the name of the server before it, longer still';
  const length = sentName(limit, serverName, name).length;
  if (limit.prefix === '{server}') return `server ${quote(serverName, 40)} and tool together are ${length}`;
  return `${quote(`${sentName(limit, serverName, '')}…`, 60)} is ${length}`;
}
