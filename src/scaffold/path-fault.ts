import { codeOf } from '../model/error-code.ts';
import { Fault } from '../model/fault.ts';
import { quote } from '../model/text.ts';

const REASONS: Record<string, string> = {
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your share of the disk is used up',
  ENAMETOOLONG: 'the path is too long',
  ENOENT: 'it is not there',
  ENOTDIR: 'a part of this path is a file',
  EEXIST: 'it is there already',
  EISDIR: 'a folder is in its place',
  ELOOP: 'links lead in a circle',
};

/** What the file system refused as a Fault; anything else as it is. @param place what was to be read or written, where the error does not say */
export function pathFault(error: unknown, place: string): unknown {
  const code = codeOf(error);
  if (code === null || error instanceof Fault) return error;
  const path = error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : place;
  const reason = REASONS[code] ?? `the operating system says ${code}`;
  return new Fault(
    'usage',
    `${quote(path, 300)} cannot be written: ${reason}`,
    'nothing was changed; choose another folder, or set this one right',
  );
}
