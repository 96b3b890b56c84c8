import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { isObject, member } from '../../src/model/json.ts';
import { type Ended, runCommand } from '../run-command.ts';
import { filledIn, isDue, type Situation } from './expression.ts';

/** A step that ran by a shell. */
export interface RanStep extends Ended {
  run: string;
}

/** What became of the steps of a job, or of a composite action. */
export interface Outcome {
  ran: RanStep[];
  /** The actions that were used, with what they were given. None is run here. */
  used: { uses: string; with: Record<string, string> }[];
  /** The scripts that were not due. */
  skipped: string[];
  /** `steps.run.outputs.exit-code` and so on. */
  values: Record<string, string>;
  summary: string;
  failed: boolean;
}

export interface Job {
  /** The checkout. */
  workspace: string;
  values?: Record<string, string>;
  /** What tests have done already: installing. */
  leaveOut?: RegExp;
}

/** The YAML of a file of the repository, or of a project. */
export function readYaml(file: string): unknown {
  return parse(readFileSync(file, 'utf8'));
}

/** Runs steps one after the other as GitHub's runner does: conditions, environment, outputs, the shell and its options. */
export async function runSteps(steps: unknown, job: Job): Promise<Outcome> {
  if (!Array.isArray(steps)) throw new Error('there are no steps');
  const temporary = mkdtempSync(join(tmpdir(), 'mcp-adapter-runner-'));
  const outcome: Outcome = { ran: [], used: [], skipped: [], values: { ...job.values }, summary: '', failed: false };
  try {
    for (const step of steps) await runStep(step, job, outcome, temporary);
    return outcome;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

async function runStep(step: unknown, job: Job, outcome: Outcome, temporary: string): Promise<void> {
  const situation: Situation = { values: outcome.values, failed: outcome.failed, workspace: job.workspace };
  const text = (key: string) => filledIn(String(member(step, key) ?? ''), situation);
  const texts = (key: string) => {
    const object = member(step, key);
    return isObject(object)
      ? Object.fromEntries(Object.entries(object).map(([name, value]) => [name, filledIn(String(value), situation)]))
      : {};
  };
  const due = isDue(String(member(step, 'if') ?? ''), situation);
  const run = text('run');
  if (!due) outcome.skipped.push(run || text('uses'));
  else if (!run) outcome.used.push({ uses: text('uses'), with: texts('with') });
  else if (!job.leaveOut?.test(run)) {
    const [output, summary] = [join(temporary, 'output'), join(temporary, 'summary')];
    const cwd = resolve(job.workspace, text('working-directory'));
    const options = text('shell') ? ['--noprofile', '--norc', '-eo', 'pipefail'] : ['-e'];
    const ran = await inShell('bash', options, run, cwd, {
      GITHUB_ACTIONS: 'true',
      GITHUB_WORKSPACE: job.workspace,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      RUNNER_TEMP: temporary,
      ...texts('env'),
    });
    outcome.ran.push(ran);
    outcome.failed ||= ran.code !== 0;
    for (const [, name, value] of read(output).matchAll(/^([^=\n]+)=(.*)$/gm))
      outcome.values[`steps.${text('id')}.outputs.${name}`] = String(value);
    outcome.summary += read(summary);
    for (const file of [output, summary]) rmSync(file, { force: true });
  }
}

/** Runs a script as CI systems do: from a file, in an environment of its own. */
export async function inShell(
  shell: string,
  options: readonly string[],
  run: string,
  cwd: string,
  env: Record<string, string>,
): Promise<RanStep> {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-adapter-script-'));
  try {
    const script = join(folder, 'script.sh');
    writeFileSync(script, run);
    return { run, ...(await runCommand(shell, [...options, script], cwd, { CI: 'true', ...env })) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
