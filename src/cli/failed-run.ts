import { EXIT, Fault, messageOf } from '../model/fault.ts';
import { emptyRun, NO_PROCESS } from '../model/run.ts';
import { masker } from '../model/secret.ts';
import { visible } from '../model/text.ts';
import { bugReport } from './bug-report.ts';
import type { Io } from './io.ts';

/** Tells why a command did not run: a sentence and a hint on stderr, with `--reporter json` a document on stdout, and in GitHub Actions an annotation. */
export async function failedRun(error: unknown, io: Io, words: readonly string[]): Promise<number> {
  const fault = error instanceof Fault ? error : null;
  const exitCode = fault ? EXIT.usage : EXIT.bug;
  // What was typed wrongly is quoted, and may be a credential.
  const mask = masker([]);
  const message = mask(messageOf(error));
  const hint = fault ? mask(fault.hint) : 'please report it with the stack that stderr shows';
  const reporter = wantsJson(words) ? 'json' : io.env.GITHUB_ACTIONS === 'true' ? 'github' : null;
  if (reporter) {
    const { loadReporter } = await import('../report/index.ts');
    const run = emptyRun(words.find((word) => !word.startsWith('-')) ?? '');
    run.error = { phase: 'usage', class: fault?.kind ?? 'bug', message, hint, ...NO_PROCESS };
    run.exitCode = exitCode;
    await io.stdout.write((await loadReporter(reporter))(run));
  }
  await io.stderr.write(
    fault ? `error: ${visible(message)}\n${hint && `hint: ${visible(hint)}\n`}` : `${visible(mask(bugReport(error)))}\n`,
  );
  return exitCode;
}

/** Before the command line is understood: does it ask for JSON on stdout? */
function wantsJson(words: readonly string[]): boolean {
  return words.some(
    (word, index) => word === '--reporter=json' || word === '--json' || (word === '--reporter' && words[index + 1] === 'json'),
  );
}
