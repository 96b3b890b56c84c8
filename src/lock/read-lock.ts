import { canonicalJson } from '../model/canonical-json.ts';
import { Fault } from '../model/fault.ts';
import { isObject, member } from '../model/json.ts';
import { quote, quoteOrKind } from '../model/text.ts';
import { isRisk } from '../model/tool.ts';
import { isTooDeep } from '../schema/depth-limit.ts';
import { declaredBy } from './declared.ts';
import type { Declared, Difference } from './difference.ts';
import { LOCK_FORMAT, type LockedTool, lockedTool } from './lock.ts';
import { withRisk } from './published-risk.ts';
import { parseJson, readText } from './read-json.ts';

/** A lock as it was read. */
export interface ReadLock {
  declared: Declared;
  /** Tools whose hashes are not those of their declarations: somebody changed the file by hand. */
  edited: Difference[];
}

/** What to do about a lock that cannot be read. */
const ANEW = 'resolve it, or write it anew: mcp-adapter lock';

/**
 * Reads a lock.
 * @param shown the file as messages name it
 * @returns null when there is none
 * @throws Fault (config), one sentence, for everything else that is no lock
 */
export function readLock(file: string, shown: string): ReadLock | null {
  const text = readText(file, shown);
  return text === null ? null : lockIn(parseJson(text, shown, ANEW), shown);
}

/** True for a value that says of itself that it is a lock, of whatever format. */
export function isLock(value: unknown): boolean {
  return versionOf(value) !== null;
}

/** What a lock says. @throws Fault (config) for a newer format, and for what is no lock */
export function lockIn(value: unknown, shown: string): ReadLock {
  checkFormat(value, shown);
  const { protocol, server, tools, hash } = isObject(value) ? value : {};
  const { name, version, instructions } = isObject(server) ? server : {};
  const wrong = (what: string) => new Fault('config', `${shown}: ${what}`, 'write it anew: mcp-adapter lock');
  if (hash !== 'sha256-jcs') throw wrong(`it is hashed by ${quoteOrKind(hash)}, not by "sha256-jcs"`);
  if (typeof protocol !== 'string') throw wrong('it does not say the protocol');
  if (typeof name !== 'string' || typeof version !== 'string') throw wrong('it does not say name and version of the server');
  if (instructions !== undefined && instructions !== null && typeof instructions !== 'string')
    throw wrong('the instructions of the server are no text');
  if (!isObject(tools)) throw wrong('it holds no tools');
  const edited: Difference[] = [];
  const locked = new Map<string, LockedTool>();
  for (const [tool, entry] of Object.entries(tools)) {
    const declaration = member(entry, 'declaration');
    if (!isObject(declaration)) throw wrong(`the tool ${quote(tool)} has no declaration`);
    if (isTooDeep({ entry })) throw wrong(`the tool ${quote(tool)} is nested too deep`);
    const risk = member(entry, 'risk');
    const real = lockedTool(isRisk(risk) ? withRisk(declaration, risk) : declaration);
    locked.set(tool, real);
    if (declaration.name !== tool || canonicalJson(entry) !== canonicalJson({ ...real, declaration }))
      edited.push(editedBy(tool, entry, real.hash, shown));
  }
  const said = { name, version, ...(instructions === undefined ? {} : { instructions }) };
  return { declared: declaredBy({ protocol, server: said, tools: Object.fromEntries(locked) }), edited };
}

function editedBy(tool: string, entry: unknown, hash: string, shown: string): Difference {
  const said = member(entry, 'hash');
  const message = `${shown} was changed by hand: its hashes are not those of its declaration`;
  return { rule: 'lock-edited', tool, at: null, message, before: typeof said === 'string' ? said : null, after: hash };
}

function checkFormat(value: unknown, shown: string): void {
  const version = versionOf(value);
  if (version === 1) return;
  const format = member(value, 'format');
  if (version !== null)
    throw new Fault(
      'config',
      `${shown} was made by a newer mcp-adapter (${quoteOrKind(format)}; this one reads ${LOCK_FORMAT})`,
      'update mcp-adapter',
    );
  const seen = format === undefined ? 'it has no format' : `its format is ${quoteOrKind(format)}`;
  throw new Fault('config', `${shown} is no lock: ${seen}, not "${LOCK_FORMAT}"`, 'name another file, or write it anew: mcp-adapter lock');
}

function versionOf(value: unknown): number | null {
  const format = member(value, 'format');
  const version = typeof format === 'string' ? /^mcp-adapter\/lock@(\d{1,6})$/.exec(format)?.[1] : undefined;
  return version === undefined ? null : Number(version);
}
