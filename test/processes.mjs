import { readdirSync, readFileSync } from 'node:fs';

/** Ids of the living processes whose file in /proc, `environ` or `cmdline`, holds the text; none where there is no /proc. */
export function processesWith(file, text) {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').filter((pid) => {
    try {
      // What has ended stays there until its parent asks for it.
      return (
        /^\d+$/.test(pid) &&
        readFileSync(`/proc/${pid}/${file}`, 'latin1').includes(text) &&
        !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
      );
    } catch {
      return false;
    }
  });
}
