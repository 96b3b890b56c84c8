import { isDeviceName } from '../model/device-name.ts';
import { textHash } from './exact-text.ts';

const MAX_LENGTH = 48;
const HASH_LENGTH = 6;

/** The name of a case: `<tool>--<slug>--<fp8>`. */
export function idOf(tool: string, slug: string, fingerprint: string): string {
  return `${folderOf(tool)}--${safe(slug.replace(/^-+/, ''))}--${shortOf(fingerprint)}`;
}

/** An id that may name a file: the given one, or what `idOf` makes of it when it was not made here. */
export function ownId(tool: string, id: string, fingerprint: string): string {
  const isOwn = id.startsWith(`${folderOf(tool)}--`) && OWN.test(id.slice(folderOf(tool).length + 2));
  return isOwn ? id : idOf(tool, id.replace(/\.min$/, ''), fingerprint) + (id.endsWith('.min') ? '.min' : '');
}

const OWN = /^[a-z0-9_-]{1,48}--[0-9a-f]{8}(?:\.min)?$/;

/**
 * The path of a case below the folder of all: `find_order/timeout--3f9a1c02.case.json`, with `.min.case.json` for the id of a minimised one.
 * @param id as `ownId` gives it
 */
export function fileNameOf(tool: string, id: string): string {
  return `${folderOf(tool)}/${id.slice(folderOf(tool).length + 2)}.case.json`;
}

/** Another id for the same, where that one is taken: `find_order--timeout_2--3f9a1c02`. */
export function numberedId(tool: string, id: string, count: number): string {
  const [start, end] = [folderOf(tool).length + 2, id.lastIndexOf('--')];
  const number = `_${count}`;
  return id.slice(0, start) + id.slice(start, end).slice(0, MAX_LENGTH - number.length) + number + id.slice(end);
}

/** The first 8 hex digits of a fingerprint. */
export function shortOf(fingerprint: string): string {
  return fingerprint.replace(/^sha256:/, '').slice(0, 8);
}

/** The folder of a tool's cases. Another tool has another, also where files are found whatever their case is: `Find` and `find`. */
export function folderOf(tool: string): string {
  const name = safe(tool);
  return name === tool ? name : `${name.slice(0, MAX_LENGTH - HASH_LENGTH - 1)}-${textHash(tool).slice(0, HASH_LENGTH)}`;
}

/** Letters, digits, `_` and `-` only: nothing that a file system, a shell or a URL reads as something else. */
function safe(text: string): string {
  const name =
    text
      .slice(0, MAX_LENGTH)
      .toLowerCase()
      .replace(/[^a-z0-9_-]/g, '_')
      .slice(0, MAX_LENGTH) || '_';
  return isDeviceName(name) ? `${name}_` : name;
}
