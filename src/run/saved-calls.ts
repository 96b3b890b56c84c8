import { readFileSync } from 'node:fs';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import type { CaseFile } from '../cases/find-cases.ts';
import { readCase } from '../cases/read-case.ts';
import { Fault } from '../model/fault.ts';
import { lineOf } from '../model/text.ts';
import type { SourcePlace } from '../model/tool.ts';
import type { FoundSuite } from '../suite/find-suites.ts';
import { readSuite } from '../suite/read-suite.ts';
import { templatesIn } from '../suite/template.ts';

/** A call that stands in a file: a step of a suite, or of a saved case. */
export interface SavedCall {
  tool: string;
  arguments: unknown;
  /** JSON pointers to what is filled in when it is made: nothing is known of these values. */
  open: string[];
  /** Where it stands. */
  place: () => SourcePlace;
}

/** Every call of the files, in their order, and why files could not be read, one sentence each. */
export async function savedCalls(
  cases: readonly CaseFile[],
  suites: readonly FoundSuite[],
): Promise<{ calls: SavedCall[]; unread: string[] }> {
  const calls: SavedCall[] = [];
  const unread: string[] = [];
  for (const { file, shown } of suites) {
    try {
      const { steps } = await readSuite(file, shown, true);
      for (const { tool, arguments: args, place } of steps)
        calls.push({ tool, arguments: args, open: templatesIn(args).map(({ at }) => at), place: () => placeIn(place) });
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      unread.push(error.message);
    }
  }
  for (const { file, shown } of cases) {
    const loaded = readCase(file, shown);
    if (!loaded.ok) unread.push(`${shown}: ${loaded.why}`);
    else
      for (const [index, { tool, arguments: args, bind, secrets }] of loaded.case.steps.entries())
        calls.push({ tool, arguments: args, open: [...bind, ...secrets].map(({ at }) => at), place: () => stepPlace(file, shown, index) });
  }
  return { calls, unread };
}

/** `file:line:column` as a place. */
function placeIn(text: string): SourcePlace {
  const [, file = text, line = '1', column = '1'] = /^(.*):(\d+):(\d+)$/s.exec(text) ?? [];
  return { file, line: Number(line), column: Number(column) };
}

/** Where the arguments of a step stand in a case that was read before. */
function stepPlace(file: string, shown: string, index: number): SourcePlace {
  const text = readFileSync(file, 'utf8');
  const root = parseTree(text);
  const node = root && findNodeAtLocation(root, ['steps', index, 'arguments']);
  return { file: shown, ...lineOf(text, node?.offset ?? 0) };
}
