import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The first 7 digits of the commit that a folder of a git repository stands at; null when that cannot be read off. */
export function gitCommit(folder: string): string | null {
  try {
    const git = gitFolder(folder);
    const head = git && readFileSync(join(git, 'HEAD'), 'utf8').trim();
    const ref = head?.startsWith('ref: ') ? readFileSync(join(git ?? '', head.slice(5)), 'utf8').trim() : head;
    return ref && /^[0-9a-f]{40,}$/.test(ref) ? ref.slice(0, 7) : null;
  } catch {
    // A packed reference, a worktree: only a help for people.
    return null;
  }
}

function gitFolder(folder: string): string | null {
  for (let each = folder; ; each = dirname(each)) {
    if (statSync(join(each, '.git'), { throwIfNoEntry: false })?.isDirectory()) return join(each, '.git');
    if (dirname(each) === each) return null;
  }
}
