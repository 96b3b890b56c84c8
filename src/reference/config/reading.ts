import { Fault } from '../../model/fault.ts';
import { isPointer } from '../../model/follow-pointer.ts';
import { quote } from '../../model/text.ts';

/** What the section is read with. Places are JSON pointers into it. */
export interface Reading {
  /** The folder that relative paths start from: the config's. */
  folder: string;
  env: NodeJS.ProcessEnv;
  /** How messages name a place: `file:line:column`. */
  place(pointer: string): string;
}

/** The mistake at a place. */
export function mistake(reading: Reading, at: string, message: string, hint = ''): Fault {
  return new Fault('config', `${reading.place(at)}: ${message}`, hint);
}

/** @throws Fault when the variable is not set */
export function variableAt(reading: Reading, at: string, name: string): string {
  const value = reading.env[name];
  if (value) return value;
  throw mistake(reading, at, `the variable ${quote(name)} is not set`, 'set it where the adapter is started');
}

/**
 * The URL as it is written, if it is of one of these schemes and holds no user and password.
 * @throws Fault
 */
export function urlAt(reading: Reading, at: string, text: string, schemes: readonly string[]): string {
  const parsed = URL.canParse(text) ? new URL(text) : null;
  const scheme = parsed?.protocol.slice(0, -1) ?? '';
  if (!parsed || !schemes.includes(scheme))
    throw mistake(
      reading,
      at,
      `${quote(withoutLogin(text))} is no URL of the kind wanted here`,
      `it begins with ${schemes.map((each) => `${each}://`).join(' or ')}`,
    );
  if (parsed.username || parsed.password)
    throw mistake(
      reading,
      at,
      'user and password stand in the URL',
      'give them as members of their own; passwordEnv keeps them out of the file',
    );
  return text;
}

/** Whoever wrote a login into it has made more than one mistake, and a log is read by many. */
function withoutLogin(text: string): string {
  return text.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, '$1•••@');
}

/** @throws Fault for what is more or less than scheme, host and port */
export function originAt(reading: Reading, at: string, text: string): string {
  const { origin, pathname, search, hash } = new URL(urlAt(reading, at, text, ['http', 'https']));
  if (pathname === '/' && !search && !hash) return origin;
  throw mistake(reading, at, `${quote(text)} is more than an origin`, `write ${origin}`);
}

/** @throws Fault for what is no JSON pointer */
export function pointerAt(reading: Reading, at: string, text: string): string {
  if (isPointer(text)) return text;
  throw mistake(reading, at, `${quote(text)} is no JSON pointer`, 'write the keys with / in front of each: /data/ip');
}
