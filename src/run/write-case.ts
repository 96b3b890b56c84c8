import { join, relative } from 'node:path';
import { saveCase } from '../cases/case-store.ts';
import { scanForSecrets } from '../cases/scan.ts';
import { Fault } from '../model/fault.ts';
import { replayCommand } from '../model/replay-command.ts';
import type { SavedCase } from '../model/saved-case.ts';
import type { Secret } from '../model/target.ts';
import { some } from '../model/text.ts';
import type { Keeping } from './options.ts';

/** A case that was written, and the command that runs it again. */
export interface Written {
  file: string;
  replay: string;
}

/**
 * Puts a case on disk, or raises `seen` of the one that tells of the same failure. Null when nothing may be written here, or when the file
 * would have held a secret: `keeping.refused` says so.
 * @throws Fault (usage) when the folder cannot be written
 */
export async function writeCase(saved: SavedCase, keeping: Keeping, secrets: readonly Secret[]): Promise<Written | null> {
  if (keeping.folder === null) return null;
  const found = scanForSecrets(JSON.stringify(saved, null, 2), secrets);
  if (found.length) {
    const names = some([...new Set(found.map(({ name }) => name))]);
    const fault = new Fault(
      'usage',
      `a failure of ${saved.steps.at(-1)?.tool} was not kept: the file would hold ${names}`,
      'a secret may stand in values of arguments only, not in names or keys',
    );
    keeping.refused.push({ fault, class: 'secret' });
    return null;
  }
  const { file } = await saveCase(join(keeping.folder, 'cases'), saved);
  const shown = relative(keeping.cwd, file);
  return { file: shown, replay: replayCommand(shown, keeping.targetWords) };
}
