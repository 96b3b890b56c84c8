import { launchOf } from '../../model/target.ts';
import { quote } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { sampleFailure, sampleProcess } from '../sample.ts';
import { diagnose } from './diagnosis.ts';
import { exitText, lastWords } from './post-mortem.ts';
import { shellRan } from './shell-ran.ts';

const ended = (...stderrTail: string[]) =>
  sampleProcess({ command: './server.mjs', exit: { code: 2, signal: null, ageMs: 9 }, stdoutBytes: 0, stderrTail, ending: null });
const script = { kind: 'stdio' as const, command: './start.sh', args: [], env: {}, inheritEnv: false };

export const missingShebang: SessionRule = {
  id: 'spawn/missing-shebang',
  on: 'session',
  severity: 'error',
  cause: true,
  why: 'Without a "#!" line the shell runs the file of a package as a shell script, so npx and every client fail on its first word.',
  fix: 'make "#!/usr/bin/env node" the first line of the file that "bin" names, also in the built one',
  examples: {
    good: [
      { failure: sampleFailure('exited'), process: ended('./start.sh: 3: node: not found'), target: script },
      { failure: sampleFailure('exited'), process: ended("start.sh: line 9: syntax error near unexpected token `fi'"), target: script },
      { failure: sampleFailure('exited'), process: ended('import: unable to open X server'), target: script },
      { failure: sampleFailure('exited'), process: ended('SyntaxError: Cannot use import statement outside a module') },
    ],
    bad: [
      {
        failure: sampleFailure('exited'),
        process: ended('./server.mjs: 1: import: not found', './server.mjs: 2: Syntax error: word unexpected'),
      },
      { failure: sampleFailure('exited'), process: ended('/app/bin/erp: line 1: const: command not found') },
      { failure: sampleFailure('exited'), process: ended("./server.mjs: line 4: syntax error near unexpected token `('") },
      { failure: sampleFailure('command-not-executable', { detail: 'ENOEXEC' }) },
    ],
  },
  *check(evidence) {
    if (diagnose(evidence) !== 'spawn/missing-shebang') return;
    const { process, target } = evidence;
    const run = shellRan(evidence);
    const interpreter = run?.interpreter ?? (/\.py$/.test(launchOf(target)?.command ?? '') ? 'python3' : 'node');
    const name = interpreter === 'node' ? 'Node' : 'Python';
    const message = run
      ? `the file was run by the shell (${quote(run.line)}), not by ${name}: its first line is no "#!/usr/bin/env ${interpreter}"; it ended ${exitText(process)}`
      : `the system does not know how to run the file (ENOEXEC): its first line is no "#!/usr/bin/env ${interpreter}"`;
    yield {
      message,
      fix: `make "#!/usr/bin/env ${interpreter}" the first line of the file that is started, also in the built one, or start it as: ${interpreter} <file>`,
      evidence: lastWords(process),
    };
  },
};
