/** A word as a POSIX shell takes it, whatever is in it. `{port}` needs no quotes: braces expand only around a comma or two dots. */
export function shellWord(word: string): string {
  return /^(?:[\w@%+=:,./-]|\{\w*\})+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
