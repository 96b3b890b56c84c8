// An adapter whose one tool fails with a code for each order, and which with SEED set dies at some of them, always the same: before it answers,
// killed, or in the middle of its answer; with LATE at some others right after it has answered. HOLD milliseconds go by before each answer.
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { send, serve } from '../../fixtures/adapters/legacy-stdio.mjs';

/** How it dies at an order; null where it does not. */
export function deathAt(id, { SEED, LATE }) {
  if (!SEED) return null;
  const [chance, way] = createHash('sha256').update(`${SEED} ${id}`).digest();
  const ways = ['exits', 'is killed', 'stops in the middle', ...(LATE ? ['exits afterwards'] : [])];
  return chance < 26 ? ways[way % ways.length] : null;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const tool = {
    name: 'find_order',
    description: 'Finds nothing.',
    inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'], additionalProperties: false },
    annotations: { readOnlyHint: true },
  };
  serve({ tools: [tool], on: { 'tools/call': (message) => setTimeout(answer, Number(process.env.HOLD ?? 0), message) } });
}

function answer({ id, params }) {
  const order = params.arguments.id;
  const envelope = {
    ok: false,
    code: `missing_${order.toLowerCase().replace('-', '_')}`,
    retryable: false,
    attempts: 1,
    message: 'not there',
  };
  const result = { isError: true, content: [{ type: 'text', text: JSON.stringify(envelope) }] };
  const death = deathAt(order, process.env);
  if (death === 'exits') process.exit(7);
  if (death === 'is killed') process.kill(process.pid, 'SIGKILL');
  else if (death === 'stops in the middle')
    process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }).slice(0, 60), () => process.exit(8));
  else send({ jsonrpc: '2.0', id, result });
  if (death === 'exits afterwards') process.stdout.write('', () => process.exit(0));
}
