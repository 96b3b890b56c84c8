import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

/** An empty folder; the temporary folder of the tests is removed after them. */
export function emptyFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'mcp-adapter-init-')));
}

/** Makes files with their folders, and returns the folder. */
export function folderWith(files: Record<string, string>, folder = emptyFolder()): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** Everything in a folder: what files hold, and null for folders and links. */
export function contents(folder: string): Record<string, string | null> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(
    paths.sort().map((path) => [relative(folder, path), lstatSync(path).isFile() ? readFileSync(path, 'utf8') : null]),
  );
}
