import { existsSync, statSync } from 'node:fs';
import { Fault } from '../model/fault.ts';
import { quote } from '../model/text.ts';

/** The folder that `--source` names. @throws Fault (usage) for what is none */
export function sourceFolder(path: string): string {
  if (!existsSync(path) || !statSync(path).isDirectory())
    throw new Fault('usage', `--source ${quote(path)} is no folder`, 'name the folder that holds the tool declarations');
  return path;
}
