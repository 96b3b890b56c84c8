import { EXIT, Fault, messageOf } from '../model/fault.ts';
import { emptyRun, NO_PROCESS } from '../model/run.ts';
import { masker } from '../model/secret.ts';
import { visible } from '../model/text.ts';
import { bugReport } from './bug-report.ts';
import type { Io } from './io.ts';

/** Tells why a command did not run: a sentence and a hint on stderr, and with `--reporter json` a document on stdout. */
export async function failedRun(error: unknown, io: Io, words: readonly string[]): Promise<number> {
  const fault = error instanceof Fault ? error : null;
  const exitCode = fault ? EXIT.usage : EXIT.bug;
  // What was typed wrongly is quoted, and may be a credential.
  const mask = masker([]);
  const message = mask(messageOf(error));
  const hint = fault ? mask(fault.hint) : 'please report it with the stack that stderr shows';
  if (wantsJson(words)) {
    const { json } = await import('../report/json.ts');
    const run = emptyRun(words.find((word) => !word.startsWith('-')) ?? '');
    run.error = { phase: 'usage', class: fault?.kind ?? 'bug', message, hint, ...NO_PROCESS };
    run.exitCode = exitCode;
    await io.stdout.write(json(run));
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
