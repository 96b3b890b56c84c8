import type { Evidence } from '../../model/evidence.ts';
import { launchOf } from '../../model/target.ts';

/** How `sh`, `dash`, `bash` and `zsh` complain: `./server.mjs: 1: import: not found`, `./x: line 1: const: command not found`. */
const SHELL_LINE = /^(\S+|\S+ \S+): (line )?(\d+): (.+)$/;
/** Words of JavaScript, TypeScript and Python that a shell takes for commands. */
const CODE_WORD =
  /^(import|export|const|let|var|require|function|async|class|from|def|module\.exports|#!?\S*|\/\/|\/\*\*?|"?'?use strict['"]?;?): (command )?(not found|Permission denied|Is a directory|No such file or directory)/i;
const SYNTAX = /^(Syntax error: |syntax error near unexpected token )/;

export interface ShellRun {
  /** What the shell said. */
  line: string;
  /** The interpreter the file is meant for. */
  interpreter: 'node' | 'python3';
}

/** What a shell said of a script that it took for its own, because its first line names no interpreter; else null. */
export function shellRan({ process, target }: Evidence): ShellRun | null {
  const script = launchOf(target)?.command ?? process?.command.split(' ')[0] ?? '';
  const isCode = /\.([mc]?[jt]s|py)$/.test(script);
  for (const raw of process?.stderrTail ?? []) {
    // Long lines are no messages of a shell.
    const said = raw.length < 400 ? (SHELL_LINE.exec(raw)?.[4] ?? '') : '';
    const isWord = CODE_WORD.test(said);
    // A broken shell script says the same of its own syntax, so the file must be known to be no shell script.
    if (isWord || (isCode && SYNTAX.test(said))) {
      const python = /\.py$/.test(script) || /^(def|from):/.test(said);
      return { line: said, interpreter: python ? 'python3' : 'node' };
    }
  }
  return null;
}
