import { type Declaration, declarationOf } from '../lock/declared.ts';
import { type Lock, lockOf } from '../lock/lock.ts';
import type { Evidence } from '../model/evidence.ts';
import { resultOf } from '../model/exchange.ts';
import { EXIT } from '../model/fault.ts';
import type { Run } from '../model/run.ts';
import { quote } from '../model/text.ts';
import { listAll } from '../wire/paging.ts';
import { connectTo } from './connect.ts';
import { evidenceOf, keepLists, nothingSeen } from './evidence.ts';
import { processFacts } from './failure.ts';
import type { RunOptions } from './options.ts';
import { describe } from './summary.ts';
import { explainFailure } from './unreachable.ts';

/**
 * Connects and reads the list of tools, nothing else; fills in who was met, or why the list did not come.
 * @param isPromise the list is read twice: what is listed only sometimes cannot be promised
 */
export async function declare(
  run: Run,
  options: RunOptions,
  isPromise = false,
): Promise<{ evidence: Evidence; declaration: Declaration | null }> {
  run.target = options.target;
  const connection = await connectTo(options.target, options.open);
  const seen = nothingSeen();
  options.onEvent({ kind: 'phase', text: 'reading the list of tools' });
  let again: unknown[] | null = null;
  if (!connection.opened.failure) {
    const { session } = connection.opened;
    keepLists(seen, { tools: await listAll(session, 'tools/list', 'tools') });
    if (isPromise) again = (await listAll(session, 'tools/list', 'tools')).items;
  }
  await connection.close();
  const evidence = evidenceOf(connection, seen);
  describe(run, evidence, options.risks);
  if (evidence.failure) await explainFailure(run, evidence, options);
  else if (!isWhole(evidence)) listFailed(run, evidence);
  if (run.error) return { evidence, declaration: null };
  const declaration = declarationOf(evidence);
  const unlike =
    again && !options.open.signal.aborted ? firstUnlike(declaration.lock, lockOf({ ...declaration.lock, tools: again })) : null;
  if (unlike === null) return { evidence, declaration };
  listChanges(run, evidence, unlike);
  return { evidence, declaration: null };
}

/** True when every page of the list came. */
export function isWhole({ lists: { tools } }: Evidence): boolean {
  const last = tools?.exchanges.at(-1);
  return last !== undefined && !tools?.stopped && Array.isArray(resultOf(last)?.tools);
}

/** The first tool that is not the same in both; null when all are. */
function firstUnlike({ tools: one }: Lock, { tools: other }: Lock): string | null {
  const names = Object.keys({ ...one, ...other });
  return names.find((name) => one[name]?.hash !== other[name]?.hash) ?? null;
}

function listChanges(run: Run, evidence: Evidence, tool: string): void {
  run.exitCode = EXIT.unreachable;
  run.error = {
    ...processFacts(evidence),
    phase: 'list',
    class: 'list/changed-in-session',
    message: `the list of tools was another one when it was read again (${quote(tool, 60)} differs), so it is no promise`,
    hint: 'let the adapter list the same tools until it says notifications/tools/list_changed; mcp-adapter check says more',
  };
}

function listFailed(run: Run, evidence: Evidence): void {
  const { tools } = evidence.lists;
  const last = tools?.exchanges.at(-1);
  const isRefused = last?.http?.status === 401 || last?.http?.status === 403;
  run.exitCode = isRefused ? EXIT.unauthorized : EXIT.unreachable;
  run.error = {
    ...processFacts(evidence),
    phase: 'list',
    class: 'list/no-answer',
    message: tools?.stopped
      ? `the list of tools was not read to its end (${tools.stopped}), so nothing can be said of it`
      : `tools/list was not answered with tools (${last?.outcome ?? 'not asked'}${last?.reason ? `: ${last.reason}` : ''})`,
    hint: 'run mcp-adapter check to see what the adapter does instead',
  };
}
