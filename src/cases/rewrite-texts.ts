import { eachValue } from './each-value.ts';

/** A JSON text with parts of its text values replaced, every other byte as it was. What `change` is given it must not keep. */
export function rewriteTexts(
  text: string,
  change: (value: string, keys: readonly string[]) => readonly { start: number; end: number; text: string }[],
): string {
  const pieces: string[] = [];
  let copied = 0;
  eachValue(text, (keys, start, end) => {
    if (text[start] !== '"') return;
    const raw = text.slice(start + 1, end - 1);
    const changes = change(raw.includes('\\') ? JSON.parse(`"${raw}"`) : raw, keys);
    if (!changes.length) return;
    const offsets = offsetsIn(raw);
    for (const part of changes) {
      pieces.push(text.slice(copied, start + 1 + offsets(part.start)), JSON.stringify(part.text).slice(1, -1));
      copied = start + 1 + offsets(part.end);
    }
  });
  return pieces.join('') + text.slice(copied);
}

/** Where the characters of a text stand in what JSON has made of it. */
function offsetsIn(raw: string): (index: number) => number {
  if (!raw.includes('\\')) return (index) => index;
  const offsets: number[] = [];
  let at = 0;
  while (at < raw.length) {
    offsets.push(at);
    at += raw[at] !== '\\' ? 1 : raw[at + 1] === 'u' ? 6 : 2;
  }
  return (index) => offsets[index] ?? raw.length;
}
