import { bySeverity, type Change } from '../model/finding.ts';
import { visible } from '../model/text.ts';
import { shownValues } from './changed-values.ts';
import { toJson } from './json-text.ts';
import { code, plain, table } from './markdown-text.ts';

/** Rows of the table, and changes that are shown in full: a comment may have 65,536 characters. */
const ROWS = 50;
const BLOCKS = 20;
/** Lines of one block, and characters of one line. */
const LINES = 40;
const WIDTH = 400;
/** A block with more lines is folded. */
const SHORT = 8;

/** For a pull request: the changes as a table, the heaviest first, then what stood there and what stands there now. */
export function changeSections(changes: readonly Change[]): string[] {
  if (!changes.length) return [];
  const sorted = changes.toSorted((a, b) => Number(a.accepted !== null) - Number(b.accepted !== null) || bySeverity(a, b));
  const rows = sorted
    .slice(0, ROWS)
    .map((change) => [wordOf(change), code(change.rule), place(change), what(change), code(change.fingerprint)]);
  const more = sorted.length > ROWS ? `\n\nand ${sorted.length - ROWS} more` : '';
  const shown = sorted.filter((change) => hasValues(change)).slice(0, BLOCKS);
  return [table(['', 'change', 'where', 'what', 'fingerprint'], rows) + more, ...shown.map(difference)];
}

function wordOf({ severity, accepted }: Change): string {
  return accepted ? 'accepted' : severity;
}

function place({ tool, at, source }: Change): string {
  const parts = [toolName(tool), at === null ? '' : code(at, 120), source ? code(`${source.file}:${source.line}`) : ''];
  return parts.filter(Boolean).join('<br>');
}

/** Empty for the adapter as a whole; a tool may have an empty name. */
function toolName(tool: string | null): string {
  return tool === null ? '' : code(tool || '""', 100);
}

/** False where the value itself is not what has changed. */
function hasValues(change: Change): boolean {
  const { before, after } = shownValues(change, WIDTH);
  return before !== null || after !== null;
}

function what({ message, fix, accepted, severity }: Change): string {
  const more = accepted
    ? `until ${plain(accepted.until, 20)}: ${plain(accepted.reason, 400)}`
    : fix && severity !== 'info'
      ? `**fix**: ${plain(fix, 400)}`
      : '';
  return [plain(message, 600), more].filter(Boolean).join('<br>');
}

/** Before and after as a block that is coloured like a diff, folded where it is long. */
function difference({ tool, at, rule, before, after }: Change): string {
  const lines = [...linesOf('-', before), ...linesOf('+', after)];
  const title = [toolName(tool), code(at ?? rule, 120)].filter(Boolean).join(' ');
  const block = ['```diff', ...lines, '```'].join('\n');
  return lines.length > SHORT ? `<details><summary>${title}</summary>\n\n${block}\n\n</details>` : `${title}\n\n${block}`;
}

/** The value, a member a line, each with a sign in front: so no line of it can end the block. */
function linesOf(sign: string, value: unknown): string[] {
  if (value === null || value === undefined) return [];
  const text = typeof value === 'string' ? value : toJson(value, 2);
  const all = text.split(/\r?\n/);
  const kept = all.slice(0, LINES).map((line) => (line.length > WIDTH ? `${line.slice(0, WIDTH)}…` : line));
  return [...kept, ...(all.length > LINES ? [`… ${all.length - LINES} more lines`] : [])].map(
    (line) => `${sign} ${visible(line).replaceAll('\t', '  ')}`,
  );
}
