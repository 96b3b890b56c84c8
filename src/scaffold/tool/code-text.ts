/** What the formatters of the templates allow in a line: biome.json and pyproject.toml say so. */
const TYPESCRIPT_WIDTH = 140;
const PYTHON_WIDTH = 120;

/**
 * A text as a member of a TypeScript object, as its formatter writes it: what is too long for the line goes below the name.
 * @param before what stands before it: `description: `
 * @param indent of the member, in spaces
 */
export function typescriptMember(before: string, text: string, indent: number): string {
  const written = `${literal(text, "'")},`;
  return indent + widthOf(before + written) <= TYPESCRIPT_WIDTH
    ? before + written
    : `${before.trimEnd()}\n${' '.repeat(indent + 2)}${written}`;
}

/** The same in Python, of a dict (`"description": `) or a call (`description=`): what is too long for the line becomes several texts in a row. */
export function pythonMember(before: string, text: string, indent: number): string {
  // Those of a list in a file stand deeper than in the template.
  const depth = before.endsWith('=') ? indent : indent + 4;
  const written = `${literal(text, '"')},`;
  if (depth + widthOf(before + written) <= PYTHON_WIDTH) return before + written;
  const parts = pieces(text, PYTHON_WIDTH - depth - 4);
  const inner = parts.map((part) => `\n${' '.repeat(indent + 4)}${literal(part, '"')}`);
  return `${before}(${inner.join('')}\n${' '.repeat(indent)}),`;
}

/** The text cut behind spaces, where there are some, so that no piece is wider as a literal than `room`. */
function pieces(text: string, room: number): string[] {
  const found: string[] = [];
  let piece = '';
  for (const word of text.match(/\S*\s+|\S+$/g) ?? []) {
    for (const part of widthOf(literal(word, '"')) > room ? [...word] : [word]) {
      if (piece && widthOf(literal(piece + part, '"')) > room) {
        found.push(piece);
        piece = '';
      }
      piece += part;
    }
  }
  return [...found, piece];
}

/** A string in the quotes that a formatter prefers, unless the others need fewer escapes. The escapes of JSON mean the same in both languages. */
function literal(text: string, preferred: '"' | "'"): string {
  const count = (mark: string) => text.split(mark).length;
  const other = preferred === '"' ? "'" : '"';
  const mark = count(preferred) > count(other) ? other : preferred;
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll(mark, `\\${mark}`);
  return mark + inner + mark;
}

/** Columns: formatters count two for a Chinese character. */
function widthOf(text: string): number {
  return [...text].reduce((sum, character) => sum + (/[\u1100-\u115f\u2e80-\uffe6\u{1f000}-\u{3ffff}]/u.test(character) ? 2 : 1), 0);
}
