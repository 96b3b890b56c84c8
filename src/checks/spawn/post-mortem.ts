import type { Evidence } from '../../model/evidence.ts';
import type { ProcessFacts, StartFailure } from '../../model/process.ts';
import { tellingLine } from '../../model/stderr.ts';
import { launchOf } from '../../model/target.ts';
import { duration, plural, quote, size } from '../../model/text.ts';

/** How an adapter ended: `with code 1`, `by SIGSEGV`. */
export function exitText(process: ProcessFacts | null): string {
  const exit = process?.exit;
  if (!exit) return 'without an exit code';
  return exit.signal ? `by ${exit.signal}` : `with code ${exit.code ?? 'unknown'}`;
}

/** What is left of an adapter that gave no answer: what came on stdout, and the line of stderr that tells most. */
export function remains({ failure, noise, process }: Evidence): string {
  if (!process) return '';
  // What came after the time limit was asked for by closing stdin, or too late.
  const late = failure?.kind === 'silent' && (process.firstByteMs ?? 0) > (failure.limitMs ?? Number.POSITIVE_INFINITY);
  const bytes = late ? 0 : process.stdoutBytes;
  const output = bytes
    ? `${size(bytes)} in ${plural(process.stdoutLines, 'line')} on stdout${unreadable(noise.length)}`
    : '0 bytes on stdout';
  return `; ${output}; ${stderrText(process)}`;
}

function unreadable(count: number): string {
  return count ? `, ${count} of them no message` : '';
}

/** `stderr: "…"`, the most telling line. */
export function stderrText(process: ProcessFacts): string {
  const line = tellingLine(process.stderrTail);
  if (line) return `stderr: ${quote(line, 200)}`;
  return process.stderrBytes ? `${size(process.stderrBytes)} on stderr that tell nothing` : 'nothing on stderr';
}

/** What varies between two runs: the age of the process when it ended, and the last lines of stderr. */
export function lastWords(process: ProcessFacts | null): string {
  if (!process) return '';
  const age = process.exit ? [`ended after ${duration(process.exit.ageMs)}`] : [];
  return [...age, ...process.stderrTail.slice(-8)].join('\n');
}

/** `no answer to "initialize" in 30.0 s`: what was waited for, and how long. */
export function noAnswerTo(failure: StartFailure | null): string {
  return `no answer to ${asked(failure?.waitingFor ?? null)}${failure?.limitMs ? ` in ${duration(failure.limitMs)}` : ''}`;
}

/** The command that was to be started, quoted. */
export function commandOf({ target, process }: Evidence): string {
  return quote(launchOf(target)?.command ?? process?.command ?? 'the command');
}

/** `"initialize"`, or `anything` when nothing was asked yet. */
export function asked(method: string | null): string {
  return method ? quote(method) : 'the first request';
}
