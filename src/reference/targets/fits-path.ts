/**
 * True when the path of a page fits the path of a map: `*` stands for anything but a slash, `**` for anything, the rest for itself. A page can
 * make its path as long as it likes, so this takes time in proportion to it, unlike a regular expression.
 */
export function fitsPath(path: string, pattern: string): boolean {
  let ends = new Set([0]);
  for (const part of pattern.split(/(\*\*|\*)/).filter(Boolean)) {
    if (part === '**') ends = from(Math.min(...ends), path.length);
    else if (part === '*') ends = withinSegments(path, ends);
    else ends = new Set([...ends].filter((at) => path.startsWith(part, at)).map((at) => at + part.length));
    if (!ends.size) return false;
  }
  return ends.has(path.length);
}

function withinSegments(path: string, starts: ReadonlySet<number>): Set<number> {
  const ends = new Set<number>();
  let open = false;
  for (let at = 0; at <= path.length; at++) {
    open ||= starts.has(at);
    if (open) ends.add(at);
    if (path[at] === '/') open = false;
  }
  return ends;
}

function from(first: number, last: number): Set<number> {
  return new Set(Array.from({ length: last - first + 1 }, (_, index) => first + index));
}
