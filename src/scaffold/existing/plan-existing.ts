import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { declarationOf } from '../../lock/declared.ts';
import { LOCK_FILE, lockText } from '../../lock/lock.ts';
import type { Evidence } from '../../model/evidence.ts';
import type { Plan } from '../plan.ts';
import { configText, type Named, type TargetWords, targetWords } from './existing-config.ts';
import { notesOn } from './existing-notes.ts';
import { existingSuite } from './existing-suite.ts';
import { type CommandOptions, workflowFiles } from './existing-workflow.ts';
import { guessedRisks } from './guess-risks.ts';

/** The files that are written whatever the adapter is called. */
export const FIXED_FILES = ['mcp-adapter.json', LOCK_FILE, '.github/workflows/mcp-adapter.yml'] as const;

/** What keeps the folder of traces and state out of git. */
const IGNORING = '.mcp-adapter/.gitignore';

/** An adapter that exists, and what was seen of it. */
export interface Existing extends Named {
  evidence: Evidence;
  /** Tools whose hints say that they only read, and whose names or descriptions that they do not. */
  contradicted: ReadonlySet<string>;
  /** The folder `templates` of this package, and its version. */
  templates: string;
  version: string;
}

export interface ExistingPlan {
  plan: Plan;
  /** What a person has to complete or should know. */
  notes: string[];
  /** What commands have to say on top of the config: ` --env ERP_TOKEN`. */
  options: string;
  hasSuite: boolean;
}

/**
 * What an adapter that exists needs to be checked and called again and again: config, suite, lock and CI job. No file of it is touched.
 * @throws Fault (usage) when a secret would stand in the config
 */
export async function planExisting(existing: Existing): Promise<ExistingPlan> {
  const { folder, name, target, evidence, templates, version } = existing;
  const words = targetWords(existing);
  const options = optionsFor(words, existing.bearerEnv);
  const risks = guessedRisks(evidence.tools);
  const path = `smoke/${name}.yaml`;
  const suite = await existingSuite(name, path, evidence.tools, risks, existing.contradicted);
  const { lock, left } = declarationOf(evidence);
  const files = [
    { path: 'mcp-adapter.json', text: configText(name, words, risks, suite.text ? [path] : []) },
    ...(suite.text ? [{ path, text: suite.text }] : []),
    { path: LOCK_FILE, text: lockText(lock) },
    ...workflowFiles(templates, folder, target, options, version),
    // Traces and state hold what was sent and answered: nothing of it is for git, in no clone.
    ...(existsSync(join(folder, IGNORING)) ? [] : [{ path: IGNORING, text: '*\n!.gitignore\n' }]),
  ];
  return {
    plan: { folder, files, edits: [] },
    notes: [...notesOn(folder, words, Object.keys(risks)), ...left.map((note) => `${LOCK_FILE}: ${note}`), ...suite.notes],
    options: options.text,
    hasSuite: suite.text !== null,
  };
}

function optionsFor({ variables, headers }: TargetWords, bearerEnv: string | null): CommandOptions {
  const variableOf = (header: string) => header.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_');
  const text = [
    ...variables.map((name) => ` --env ${name}`),
    ...headers.map((header) => ` --header "${header}: \${${variableOf(header)}}"`),
  ].join('');
  return { text, variables: [...new Set([...variables, ...headers.map(variableOf), ...(bearerEnv ? [bearerEnv] : [])])] };
}
