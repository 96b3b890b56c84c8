import { member } from '../../model/json.ts';
import { quote, some } from '../../model/text.ts';
import { limitsOn, refusers } from '../limits/index.ts';
import { exceeds, hostNames, type Limit } from '../limits/limits.ts';
import type { ToolRule } from '../rule.ts';

const WHAT = 'name-charset';

export const nameCharset: ToolRule = {
  id: 'tool/name-charset',
  on: 'tool',
  severity: 'error',
  clause: '2026-07-28 server/tools: names SHOULD hold only A-Z a-z 0-9 _ - .',
  why: 'Every model API refuses the request when a tool name holds a space, a slash, a colon or a letter outside ASCII; most refuse a dot.',
  fix: 'use letters, digits, underscores and hyphens only',
  examples: {
    good: [{ name: 'find-order_2' }, { name: '_private' }, { name: 'Find' }],
    bad: [
      { name: 'Create CIFS Share' },
      { name: 'erp.find' },
      { name: 'erp/find' },
      { name: 'erp::find' },
      { name: '2fa_code' },
      { name: 'größe' },
    ],
  },
  *check({ raw }) {
    const name = member(raw, 'name');
    if (typeof name !== 'string' || name === '') return;
    const refusedBy = refusers(WHAT, name);
    const forbidden = limitsOn(WHAT).some((limit) => limit.who === 'spec' && exceeds(limit, name));
    if (!forbidden && refusedBy.length === 0) return;
    const better = proposed(name);
    yield {
      at: '/name',
      subject: `tool name ${quote(name, 80)}`,
      message: forbidden
        ? outside(name)
        : legal(
            name,
            limitsOn(WHAT).filter((limit) => exceeds(limit, name)),
          ),
      severity: forbidden ? 'error' : 'warning',
      refusedBy,
      fix: better ? `call it ${quote(better, 80)}` : 'give it an English name of letters, digits and underscores',
    };
  },
};

function outside(name: string): string {
  const characters = [...new Set(name.slice(0, 1_000).match(/[^A-Za-z0-9_.-]/gu) ?? [])];
  return `holds characters (${some(characters.map(nameOf))}) that the MCP specification advises against and all model APIs refuse`;
}

function legal(name: string, limits: readonly Limit[]): string {
  const what = name.includes('.') ? 'a dot' : `a first character (${quote(name[0] ?? '')})`;
  return `has ${what} that is legal in MCP, but ${some(hostNames(limits.map((limit) => limit.who)))} refuse it unless the client rewrites it`;
}

function nameOf(character: string): string {
  if (character === ' ') return 'space';
  return /\s/.test(character) ? 'white space' : quote(character);
}

/** The name with what is refused replaced; a title in words becomes snake case. Empty when nothing of it is left. */
function proposed(name: string): string {
  const plain = name.slice(0, 200).replaceAll('ß', 'ss').normalize('NFKD').replace(/\p{M}/gu, '').trim();
  const cased = plain.includes(' ') ? plain.toLowerCase() : plain;
  const bare = cased.replace(/[^A-Za-z0-9_-]+/g, '_').replace(/^[_-]+|[_-]+$/g, '');
  return /^\d/.test(bare) ? `_${bare}` : bare;
}
