import { declaredBy } from '../lock/declared.ts';
import { lockOf } from '../lock/lock.ts';
import { parseJson, readText } from '../lock/read-json.ts';
import { isLock, lockIn, type ReadLock } from '../lock/read-lock.ts';
import { Fault } from '../model/fault.ts';
import { member } from '../model/json.ts';
import type { ToolDeclaration } from '../model/tool.ts';
import { readSavedList } from './saved-list.ts';

/** What a file says that an adapter declares. */
export interface DeclaredFile extends ReadLock {
  /** With their places in a saved list; those of a lock have none. */
  tools: ToolDeclaration[];
}

/**
 * Reads a lock, or a saved answer to tools/list: the result, the whole response, or only the list of tools.
 * @param shown the file as messages name it
 * @throws Fault (config), one sentence, for what is neither
 */
export function readDeclared(file: string, shown: string): DeclaredFile {
  const text = readText(file, shown);
  if (text === null) throw new Fault('config', `there is no file ${shown}`, 'name a lock, or a saved answer to tools/list');
  const hint = text.includes('"mcp-adapter/lock@')
    ? 'resolve it, or write it anew: mcp-adapter lock'
    : 'save the answer to tools/list as it came';
  const value = parseJson(text, shown, hint);
  if (isLock(value)) return { ...lockIn(value, shown), tools: [] };
  if (typeof member(value, 'format') === 'string') lockIn(value, shown);
  const { tools } = savedList(file, shown);
  for (const tool of tools) if (tool.source) tool.source = { ...tool.source, file: shown };
  const lock = lockOf({ protocol: '', server: { name: '', version: '' }, tools: tools.map(({ raw }) => raw) });
  return { declared: { ...declaredBy(lock), protocol: null, server: null }, edited: [], tools };
}

/** With the file named as the user wrote it. */
function savedList(file: string, shown: string): ReturnType<typeof readSavedList> {
  try {
    return readSavedList(file, null);
  } catch (error) {
    throw error instanceof Fault ? new Fault(error.kind, error.message.replaceAll(file, shown), error.hint) : error;
  }
}
