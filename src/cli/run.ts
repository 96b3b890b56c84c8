import { EXIT } from '../model/fault.ts';
import { bugReport } from './bug-report.ts';
import { runExitHooks, survives } from './exit-hooks.ts';
import { INTERRUPTED, type Io, type Output } from './io.ts';
import { main } from './program.ts';

/** Runs the program on the real process: signals end the adapters, nothing that was printed is lost. Returns the exit code. */
export async function run(process: NodeJS.Process): Promise<number> {
  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // Asked twice, we leave at once.
      if (interrupt.signal.aborted) process.exit(EXIT.interrupted);
      interrupt.abort(INTERRUPTED);
    });
  }
  process.on('exit', runExitHooks);
  process.on('uncaughtException', (error) => {
    if (survives(error)) return;
    process.stderr.write(`${bugReport(error)}\n`);
    process.exit(EXIT.bug);
  });
  const io: Io = {
    argv: process.argv.slice(2),
    env: process.env,
    cwd: process.cwd(),
    stdout: output(process.stdout),
    stderr: output(process.stderr),
    readStdin: () => readAll(process.stdin),
    terminal: process.stdin.isTTY && process.stderr.isTTY ? { input: process.stdin, output: process.stderr } : null,
    interrupted: interrupt.signal,
  };
  const code = await main(io);
  // What was written without waiting, too: writes end in their order.
  await Promise.all([io.stdout.write(''), io.stderr.write('')]);
  return interrupt.signal.aborted ? EXIT.interrupted : code;
}

function output(stream: NodeJS.WriteStream): Output {
  // A reader that went away (`| head`) is no error of ours.
  stream.on('error', () => {});
  return {
    write: (text) => new Promise((resolve) => stream.write(text, () => resolve())),
    isTTY: stream.isTTY ?? false,
    columns: stream.columns ?? 100,
  };
}

async function readAll(stream: NodeJS.ReadStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}
