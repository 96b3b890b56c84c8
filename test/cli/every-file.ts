import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The text of every file under a folder, hidden ones too, by its path within the folder. */
export function everyFileUnder(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(folder.length + 1), readFileSync(path, 'utf8')];
    }),
  );
}
