import { examplesOf } from '../checks/examples.ts';
import { rules as all } from '../checks/index.ts';
import { LIMITS } from '../checks/limits/index.ts';
import type { Rule } from '../checks/rule.ts';
import { noSuchRule } from './judging.ts';

/** The rules of that id or folder; all of them for null. @throws Fault (usage) that names the nearest id */
export function rulesNamed(id: string | null): readonly Rule[] {
  const sorted = [...all].sort((a, b) => (a.id < b.id ? -1 : 1));
  if (id === null) return sorted;
  const found = sorted.filter((rule) => rule.id === id || rule.id.startsWith(`${id}/`));
  if (found.length) return found;
  throw noSuchRule(
    id,
    all.map((rule) => rule.id),
  );
}

/** The catalogue as text, as the page docs/rules.md, or as JSON. `whole` shows each rule with its examples. */
export async function catalogue(rules: readonly Rule[], format: 'text' | 'markdown' | 'json', whole: boolean): Promise<string> {
  if (format === 'json') return `${JSON.stringify({ rules: rules.map(dataOf), limits: LIMITS.map(limitData) }, null, 2)}\n`;
  if (format === 'markdown') return page(rules);
  if (whole) return `${(await Promise.all(rules.map(entry))).join('\n')}`;
  const width = Math.max(...rules.map((rule) => rule.id.length));
  const lines = rules.map((rule) => `${rule.severity.padEnd(8)} ${rule.id.padEnd(width)}  ${rule.why}`);
  return `${lines.join('\n')}\n\n${rules.length} rules; mcp-adapter rules ID shows one whole\n`;
}

function dataOf(rule: Rule) {
  const { id, severity, strict, since, until, transports, clause, why, fix } = rule;
  return { id, severity, strict, since, until, transports, clause, why, fix };
}

function limitData({ pattern, ...limit }: (typeof LIMITS)[number]) {
  return { ...limit, ...(pattern ? { pattern: pattern.source } : {}) };
}

/** What a rule says of its first bad example, and that example where it is a declaration. */
async function sayingOf(rule: Rule): Promise<string> {
  const [bad] = examplesOf(rule).bad;
  const [finding] = bad ? await bad() : [];
  return finding?.message ?? '';
}

function scope(rule: Rule): string {
  const eras = [
    rule.since && `since ${rule.since}`,
    rule.until && `until ${rule.until}`,
    rule.transports && `over ${rule.transports.join(', ')}`,
  ];
  return [rule.severity, rule.strict && `${rule.strict} under --strict`, ...eras].filter(Boolean).join(' · ');
}

async function entry(rule: Rule): Promise<string> {
  const lines = [rule.id, `  ${scope(rule)}`, `  why    ${rule.why}`, `  fix    ${rule.fix}`, `  says   ${await sayingOf(rule)}`];
  if (rule.clause) lines.push(`  clause ${rule.clause}`);
  if (rule.on === 'tool')
    lines.push(`  bad    ${JSON.stringify(rule.examples.bad[0])}`, `  good   ${JSON.stringify(rule.examples.good[0])}`);
  return `${lines.join('\n')}\n`;
}

async function page(rules: readonly Rule[]): Promise<string> {
  const parts = ['# Rules', '', 'Made by `mcp-adapter rules --format markdown`; a test holds this page and the catalogue together.', ''];
  for (const rule of rules) {
    parts.push(
      `## ${rule.id}`,
      '',
      scope(rule),
      '',
      rule.why,
      '',
      `**Says:** ${code(await sayingOf(rule))}`,
      '',
      `**Fix:** ${rule.fix}`,
      '',
    );
    if (rule.clause) parts.push(`Clause: ${rule.clause}`, '');
    if (rule.on === 'tool')
      parts.push(
        '```jsonc',
        `// bad\n${JSON.stringify(rule.examples.bad[0])}`,
        `// good\n${JSON.stringify(rule.examples.good[0])}`,
        '```',
        '',
      );
  }
  parts.push('# Limits of hosts and model APIs', '', '| who | what | limit | beyond it | seen | source |', '|---|---|---|---|---|---|');
  for (const { who, what, max, pattern, effect, seen, source, uncertain } of LIMITS)
    parts.push(
      `| ${who} | ${what} | ${max ?? (pattern ? code(pattern.source.replaceAll('|', '\\|')) : 'refused')}${uncertain ? ' (uncertain)' : ''} | ${effect} | ${seen} | ${source} |`,
    );
  return `${parts.join('\n')}\n`;
}

function code(text: string): string {
  return `\`${text.replaceAll('`', "'").replaceAll('\n', ' ')}\``;
}
