import type { ScaffoldSummary } from '../model/run.ts';
import { plural, shorten, some } from '../model/text.ts';

/** What `init` did, or would do: `made 12 files in shop (typescript)`. */
export function scaffoldTitle({ files, folder, template, dryRun }: ScaffoldSummary): string {
  const count = (change: 'created' | 'changed') => files.filter((file) => file.change === change).length;
  const [created, changed] = [count('created'), count('changed')];
  const did = [
    created ? `${dryRun ? 'make' : 'made'} ${plural(created, 'file')}` : '',
    changed ? `${dryRun ? 'change' : 'changed'} ${plural(changed, 'file')}` : '',
  ].filter(Boolean);
  const where = folder === '.' ? 'the current folder' : shorten(folder, 200);
  return `${dryRun ? 'would ' : ''}${some(did) || 'nothing to write'} in ${where}${template ? ` (${template})` : ''}`;
}

/** The names of the files by their folder, the project's own first; what was changed says so. */
export function filesByFolder({ files }: ScaffoldSummary): [folder: string, names: string[]][] {
  const folders = new Map<string, string[]>([['.', []]]);
  for (const { path, change } of files) {
    const slash = path.lastIndexOf('/');
    const folder = slash < 0 ? '.' : path.slice(0, slash);
    const name = shorten(path.slice(slash + 1), 100) + (change === 'changed' ? ' (changed)' : '');
    folders.set(folder, [...(folders.get(folder) ?? []), name]);
  }
  return [...folders].filter(([, names]) => names.length).sort(([a], [b]) => (a < b ? -1 : 1));
}
