/**
 * The line of stderr that tells why a program ended: the last that names an error, else the last that is no stack frame, no source
 * line and no footer of the runtime. Null when there is none.
 */
export function tellingLine(lines: readonly string[]): string | null {
  const plain = lines.map((line) => line.replace(COLOUR, '').trimEnd());
  const isNoise = plain.map((line, index) => isFrame(line) || isSource(plain, index));
  const candidates = plain.filter((line, index) => line.trim() !== '' && !isNoise[index]);
  const afterTrace = pythonError(plain, isNoise) ?? rustError(plain);
  const telling = afterTrace ?? candidates.findLast(namesError) ?? candidates.at(-1);
  return telling === undefined ? null : telling.trim().replace(PREFIX, '');
}

const COLOUR = /\u001b\[[0-9;]*[A-Za-z]/g;

/** What says nothing by itself: `Error: no such file` is told as `no such file`. */
const PREFIX = /^(Uncaught )?Error: (?=\S)/;

const WORDS =
  /\b(fatal|panic(ked)?|failed|failure|failing|cannot|can't|could ?n[o']t|unable|missing|not found|no such|denied|refused|required|invalid|unknown|undefined|unexpected|unsupported|must|expected|usage|in use)\b|error\b|exception\b|[a-z]Error|[a-z]Exception/i;
const HARMLESS = /\b(0|no) (errors?|warnings?|failures?|problems?)\b|\b\w*warning\b/i;

const NPM_HINT = /^(\d+ )?(A complete log|Note that|In most cases|It is possible)/i;

function namesError(line: string): boolean {
  // npm marks every line of its report as an error, hints and footers too.
  const text = line.replace(/^npm (ERR!|error)\s*/i, '');
  return WORDS.test(text) && !HARMLESS.test(text) && !(text !== line && NPM_HINT.test(text));
}

/** Stack frames, dumps of error objects and footers, of Node, Python, Java, Go, Rust and .NET. */
const FRAMES = [
  /^\s+at\b/,
  /^\s+\.\.\. \d+ (more|lines|common frames)/,
  /^\s+--- End of /,
  /^--- End of /,
  /^\s*File "[^"]*", line \d+/,
  /^Traceback \(most recent call last\)/,
  /^(During handling of the above exception|The above exception was the direct cause)/,
  /^\s*[~^]+\s*$/,
  /^(node:|file:\/\/)\S+:\d+$/,
  /^(\/|[A-Za-z]:\\).*:\d+$/,
  /^Node\.js v\d/,
  /^\(Use `?node --trace/,
  /^\(node:\d+\)/,
  /^\s+(errno|code|syscall|path|url|requireStack|address|port|dest|generatedMessage|actual|expected|operator)\s*:/,
  /^\s*[}\]]+,?$/,
  /^goroutine \d+ \[/,
  /^\t\S+\.go:\d+/,
  /^[\w./$-]+(\(\*\w+\)\.\w+)?\([^()]*\)$/,
  /^created by /,
  /^exit status \d+$/,
  /^\[signal /,
  /^stack backtrace:/,
  /^\s*\d+: +(0x[0-9a-f]+ - )?\S+$/,
  /^note: (run with|Some details)/,
  /^npm (ERR!|error) (A complete log|errno\b|code\b|path\b|command\b|syscall\b)/i,
  /^npm (ERR!|error)\s*$/i,
  /^npm (notice|warn)\b/i,
];

function isFrame(line: string): boolean {
  return FRAMES.some((pattern) => pattern.test(line));
}

/** The code that Node or Python prints beside a frame: under a `File` line, or above a line of carets. */
function isSource(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? '';
  if (/^\s*\^+\s*$/.test(lines[index + 1] ?? '') || /^\s+[~^]+\s*$/.test(lines[index + 1] ?? ''))
    return !/^\w*(Error|Exception)\b/.test(line);
  return /^\s*File "[^"]*", line \d+/.test(lines[index - 1] ?? '') && /^\s/.test(line);
}

/** In a Python traceback the exception is the first line after the last frame, whatever it is called. */
function pythonError(lines: readonly string[], isNoise: readonly boolean[]): string | null {
  const last = lines.findLastIndex((line) => /^\s*File "[^"]*", line \d+/.test(line));
  if (last < 0 || !lines.slice(0, last).some((line) => line.startsWith('Traceback'))) return null;
  return lines.find((line, index) => index > last && !isNoise[index] && /^\S/.test(line)) ?? null;
}

/** Since Rust 1.73 the message of a panic stands on the line below its place. */
function rustError(lines: readonly string[]): string | null {
  const at = lines.findLastIndex((line) => /^thread '.*' (\(\d+\) )?panicked at \S+:\d+:\d+:$/.test(line));
  const message = at < 0 ? undefined : lines[at + 1];
  return message?.trim() ? message : null;
}
