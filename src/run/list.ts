import type { Evidence } from '../model/evidence.ts';
import { EXIT } from '../model/fault.ts';
import { emptyRun, type Run } from '../model/run.ts';
import { connectTo } from './connect.ts';
import { capabilitiesOf, evidenceOf, hasToolList, keepLists, nothingSeen } from './evidence.ts';
import { finish, processFacts } from './failure.ts';
import { readLists } from './lists.ts';
import type { RunOptions } from './options.ts';
import { secondConnection } from './probes/second-connection.ts';
import { describe } from './summary.ts';
import { explainFailure } from './unreachable.ts';

/** What the adapter offers: tools with their risk and size, resources, prompts. */
export async function list(options: RunOptions): Promise<Run> {
  const startedAt = performance.now();
  const run = emptyRun('list');
  run.target = options.target;
  const connection = await connectTo(options.target, options.open);
  const { session, failure } = connection.opened;
  const seen = nothingSeen();
  if (!failure) {
    // Only a second process can tell whether a modern adapter is a legacy one too.
    const isDual = session.modern ? secondConnection(connection.target, session, options.open, false).then(({ dual }) => dual) : false;
    keepLists(seen, await readLists(session, capabilitiesOf(connection)));
    if (await isDual) connection.opened.era = 'dual';
  }
  await connection.close();
  const evidence = evidenceOf(connection, seen);
  describe(run, evidence, options.risks);
  if (evidence.failure) await explainFailure(run, evidence, options);
  else if (!hasToolList(evidence)) listFailed(run, evidence);
  finish(run, evidence, startedAt, options.open.signal);
  return run;
}

/** Connected, but no list came. */
export function listFailed(run: Run, evidence: Evidence): void {
  const exchange = evidence.lists.tools?.exchanges.at(-1);
  run.exitCode = EXIT.unreachable;
  run.error = {
    ...processFacts(evidence),
    phase: 'list',
    class: 'list/no-answer',
    message: `tools/list got no answer (${exchange?.outcome ?? 'not asked'}${exchange?.reason ? `: ${exchange.reason}` : ''})`,
    hint: 'run mcp-adapter check to see what the adapter does instead',
  };
}
