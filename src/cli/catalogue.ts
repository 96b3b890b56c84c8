import { examplesOf } from '../checks/examples.ts';
import { LIMITS } from '../checks/limits/index.ts';
import type { Rule } from '../checks/rule.ts';
import type { DescribedRule } from '../model/described-rule.ts';
import { allRules } from './all-rules.ts';
import { noSuchRule } from './judging.ts';

type AnyRule = Rule | DescribedRule;

/** The rules of that id or folder; all of them for null. @throws Fault (usage) that names the nearest id */
export function rulesNamed(id: string | null): readonly AnyRule[] {
  const sorted = [...allRules].sort((a, b) => (a.id < b.id ? -1 : 1));
  if (id === null) return sorted;
  const found = sorted.filter((rule) => rule.id === id || rule.id.startsWith(`${id}/`));
  if (found.length) return found;
  throw noSuchRule(
    id,
    allRules.map((rule) => rule.id),
  );
}

/** The catalogue as text, as the page docs/rules.md, or as JSON. `whole` shows each rule with its examples. */
export async function catalogue(rules: readonly AnyRule[], format: 'text' | 'markdown' | 'json', whole: boolean): Promise<string> {
  if (format === 'json') return `${JSON.stringify({ rules: rules.map(dataOf), limits: LIMITS.map(limitData) }, null, 2)}\n`;
  if (format === 'markdown') return page(rules);
  if (whole) return `${(await Promise.all(rules.map(entry))).join('\n')}`;
  const width = Math.max(...rules.map((rule) => rule.id.length));
  const lines = rules.map((rule) => `${rule.severity.padEnd(8)} ${rule.id.padEnd(width)}  ${rule.why}`);
  return `${lines.join('\n')}\n\n${rules.length} rules; mcp-adapter rules ID shows one whole\n`;
}

function dataOf(rule: AnyRule) {
  const { id, severity, clause, why, fix } = rule;
  const { strict, since, until, transports } = scopeOf(rule);
  return { id, severity, strict, since, until, transports, clause, why, fix };
}

function limitData({ pattern, ...limit }: (typeof LIMITS)[number]) {
  return { ...limit, ...(pattern ? { pattern: pattern.source } : {}) };
}

/** What a rule says of its first bad example, and that example where it is a declaration. */
async function sayingOf(rule: AnyRule): Promise<string> {
  if ('says' in rule) return rule.says;
  const [bad] = examplesOf(rule).bad;
  const [finding] = bad ? await bad() : [];
  return finding?.message ?? '';
}

function scope(rule: AnyRule): string {
  const { strict, since, until, transports } = scopeOf(rule);
  const eras = [since && `since ${since}`, until && `until ${until}`, transports && `over ${transports.join(', ')}`];
  return [rule.severity, strict && `${strict} under --strict`, ...eras].filter(Boolean).join(' · ');
}

/** What narrows a rule; nothing narrows one that is only described. */
function scopeOf(rule: AnyRule): Pick<Rule, 'strict' | 'since' | 'until' | 'transports'> {
  return 'on' in rule ? rule : {};
}

async function entry(rule: AnyRule): Promise<string> {
  const lines = [rule.id, `  ${scope(rule)}`, `  why    ${rule.why}`, `  fix    ${rule.fix}`, `  says   ${await sayingOf(rule)}`];
  if (rule.clause) lines.push(`  clause ${rule.clause}`);
  if ('on' in rule && rule.on === 'tool')
    lines.push(`  bad    ${JSON.stringify(rule.examples.bad[0])}`, `  good   ${JSON.stringify(rule.examples.good[0])}`);
  return `${lines.join('\n')}\n`;
}

async function page(rules: readonly AnyRule[]): Promise<string> {
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
    if ('on' in rule && rule.on === 'tool')
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
