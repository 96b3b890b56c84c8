import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Io } from '../../src/cli/io.ts';
import { main } from '../../src/cli/program.ts';
import type { Run } from '../../src/model/run.ts';

/** What a command printed and how it ended. */
export interface Printed {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** The path of a fixture adapter. */
export function fixture(name: string): string {
  return resolve('fixtures/adapters', name);
}

/** Runs a command line in this process with streams of its own, in an empty folder unless `cwd` is given. */
export async function cli(argv: readonly string[], over: Partial<Io> & { stdin?: string } = {}): Promise<Printed> {
  const printed: Printed = { exitCode: -1, stdout: '', stderr: '' };
  const folder = over.cwd ?? mkdtempSync(join(tmpdir(), 'mcp-adapter-test-'));
  const into = (stream: 'stdout' | 'stderr') => ({
    isTTY: false,
    columns: 100,
    write: async (text: string) => {
      printed[stream] += text;
    },
  });
  const { PATH, HOME } = process.env;
  const io: Io = {
    argv,
    env: { PATH, HOME },
    cwd: folder,
    stdout: into('stdout'),
    stderr: into('stderr'),
    readStdin: async () => over.stdin ?? '',
    terminal: null,
    interrupted: new AbortController().signal,
    ...over,
  };
  try {
    printed.exitCode = await main(io);
    return printed;
  } finally {
    if (!over.cwd) rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a command line with `--reporter json` and gives its document. */
export async function run(argv: readonly string[], over: Parameters<typeof cli>[1] = {}): Promise<Run> {
  const dashes = argv.indexOf('--');
  const at = dashes < 0 ? argv.length : dashes;
  const { stdout, exitCode } = await cli([...argv.slice(0, at), '--reporter', 'json', ...argv.slice(at)], over);
  const document = JSON.parse(stdout) as Run;
  if (document.exitCode !== exitCode)
    throw new Error(`the document says exit code ${document.exitCode}, the command ended with ${exitCode}`);
  return document;
}
