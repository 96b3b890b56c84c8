// `node dist/src/main.js` serves stdio; with `--http PORT`, Streamable HTTP at http://127.0.0.1:PORT/mcp.
import { join } from 'node:path';
import { type BackendOptions, Fault, serveHttp, serveStdio } from 'mcp-adapter/kit';
import { erpAdapter } from './adapter.ts';
import { createErp } from './erp.ts';
import { erpOptions, httpOptions, portIn } from './settings.ts';

/** That of the project, wherever a host starts the adapter: `mcp-adapter grant` writes there. */
const STATE = join(import.meta.dirname, '../../.mcp-adapter/state');

try {
  const port = portIn(process.argv.slice(2));
  const erp = createErp(erpOptions(process.env) ?? (await fixtureErp()));
  const adapter = erpAdapter(erp, { state: process.env.MCP_ADAPTER_STATE || STATE });
  if (port === null) serveStdio(adapter);
  else await serveHttp(adapter, { port, ...httpOptions(process.env) });
} catch (error) {
  // What whoever starts it can put right is told in a line; anything else keeps its stack.
  if (!(error instanceof Fault)) throw error;
  console.error(`${error.message}: ${error.hint}`);
  process.exitCode = 2;
}

/** So that a fresh clone runs at once. It is not even loaded where there is a real ERP. */
async function fixtureErp(): Promise<BackendOptions> {
  console.error('ERP_URL is not set: the orders are those of the fixture ERP');
  const { startErp } = await import('../fixtures/erp.ts');
  return (await startErp()).backend;
}
