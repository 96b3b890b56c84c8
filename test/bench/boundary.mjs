// `npm run bench`, another part: what the boundary cases of 200 tools cost, made and judged, in CPU time of the whole process with its worker.
// Fails above the limit. node test/bench/boundary.mjs [rounds]
import { boundaryCases } from '../../dist/schema/boundary/boundary-cases.js';

const TOOLS = 200;
const LIMIT_MS = 2_000;
const ROUNDS = Number(process.argv[2] ?? 3);

/** Parameters as adapters declare them; a tool takes three to eight in a row of these. */
const PARAMETERS = [
  ['order_id', { type: 'string', pattern: '^[A-Z]-\\d{4}$' }],
  ['limit', { type: 'integer', minimum: 1, maximum: 50, default: 10 }],
  ['query', { type: 'string', minLength: 1, maxLength: 200 }],
  ['status', { type: 'string', enum: ['open', 'shipped', 'returned'] }],
  ['page_url', { type: 'string', format: 'uri', maxLength: 2_000 }],
  ['tags', { type: 'array', items: { type: 'string', maxLength: 40 }, maxItems: 10, uniqueItems: true }],
  ['note', { type: 'string' }],
  ['filter', { type: 'object', properties: { since: { type: 'string', format: 'date' }, count: { type: 'integer', minimum: 0 } } }],
  ['price', { type: 'number', exclusiveMinimum: 0, maximum: 10_000 }],
  ['is_urgent', { type: 'boolean', default: false }],
  ['region', { anyOf: [{ type: 'string', maxLength: 8 }, { type: 'null' }], default: null }],
  ['rows', { type: 'array', items: { $ref: '#/$defs/row' }, minItems: 1, maxItems: 20 }],
  ['task_id', { type: 'string', maxLength: 64 }],
];
const $defs = {
  row: { type: 'object', properties: { sku: { type: 'string' }, count: { type: 'integer', minimum: 1 } }, required: ['sku'] },
};

/** The tools of one round differ from those of every other, so that nothing of theirs is compiled already. */
function toolsOf(round) {
  return Array.from({ length: TOOLS }, (_, index) => {
    const count = 3 + (index % 6);
    const chosen = Array.from({ length: count }, (_, nth) => PARAMETERS[(index + nth) % PARAMETERS.length]);
    const required = chosen.slice(0, 1 + (index % 3)).map(([name]) => name);
    const more = index % 2 ? { additionalProperties: false } : {};
    return { type: 'object', title: `tool ${round}/${index}`, properties: Object.fromEntries(chosen), required, $defs, ...more };
  });
}

let worst = 0;
for (let round = 0; round < ROUNDS; round++) {
  const inputs = toolsOf(round).map((schema) => ({ schema }));
  const before = process.cpuUsage();
  const started = performance.now();
  const made = await boundaryCases(inputs);
  const took = performance.now() - started;
  const { user, system } = process.cpuUsage(before);
  const spent = (user + system) / 1_000;
  const cases = made.flatMap((each) => each.cases);
  const dropped = made.flatMap((each) => each.dropped).length;
  const bytes = cases.reduce((sum, { text }) => sum + text.length, 0);
  const facts = `${cases.length} cases, ${(bytes / 2 ** 20).toFixed(1)} MiB, ${dropped} dropped, ${made.filter(({ reason }) => reason).length} with a reason`;
  console.log(`${TOOLS} tools`.padEnd(12), `${spent.toFixed(0)} ms of CPU (limit ${LIMIT_MS})   ${took.toFixed(0)} ms   ${facts}`);
  if (cases.length < TOOLS * 20) throw new Error('too few cases to be what it costs');
  worst = Math.max(worst, spent);
}
console.log(worst <= LIMIT_MS ? 'within the limit' : 'ABOVE THE LIMIT');
process.exit(worst <= LIMIT_MS ? 0 : 1);
