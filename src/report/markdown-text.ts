import { shorten, visible } from '../model/text.ts';

/** What Markdown, GitHub's extensions of it or HTML read as more than a character; `:` and `.` where they would make a link. */
const MARKUP = /[&<>|`*_[\]~\\$]|:(?=\/\/)|(?<=www)\./gi;

/**
 * One line of text that Markdown and HTML leave alone, also within a table: no markup, link, picture, mention or issue number.
 * GitHub looks for mentions after it has decoded entities, so a zero-width space stands behind `@` and `#`.
 */
export function plain(text: string, max = 500): string {
  const parts = shorten(text, max).split(/([@#])/);
  return parts.map((part) => (part === '@' || part === '#' ? `${part}&#8203;` : part.replace(MARKUP, entity))).join('');
}

/** A short text in code style: the HTML element, because backticks cannot hold every text within a table. */
export function code(text: string, max = 200): string {
  const line = shorten(text, max);
  return line ? `<code>${line.replace(MARKUP, entity).replace(/@/g, entity)}</code>` : '';
}

function entity(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}

/** Lines as they are, in a block of which Markdown reads nothing. */
export function block(lines: readonly string[]): string {
  const text = lines.map((line) => visible(line.slice(0, 400).replaceAll(/[\r\n]+/g, ' '))).join('\n');
  return `<pre>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</pre>`;
}

/** A table; its cells are Markdown already. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
