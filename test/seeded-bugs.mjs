// 200 bugs in fixtures/adapters/scripted.mjs, one a tool: what the adapter does before and after, the suite that finds them, and what replay must say.

/** How often the flaky ones fail afterwards, by the kind of bug. */
export const RATES = { flaky10: 0.1, flaky30: 0.3, flaky50: 0.5, flaky70: 0.7 };
const PER_RATE = 20;

/** The verdicts of what is not flaky, written by hand. */
const KINDS = {
  fixed: { count: 30, verdict: 'fixed' },
  same: { count: 30, verdict: 'still-fails' },
  different: { count: 30, verdict: 'different-failure' },
  gone: { count: 10, verdict: 'unreplayable' },
  stale_fails: { count: 4, verdict: 'still-fails', isStale: true },
  stale_takes: { count: 4, verdict: 'different-failure', isStale: true },
  stale_fits: { count: 4, verdict: 'fixed', isStale: true },
  setup_broken: { count: 4, verdict: 'unreplayable' },
  setup_renewed: { count: 4, verdict: 'still-fails', rebound: ['/id'] },
};

const text = (words) => ({ content: [{ type: 'text', text: typeof words === 'string' ? words : JSON.stringify(words) }] });
const failure = (words) => ({ answer: { isError: true, ...text(words) } });
const order = (members) => ({
  answer: text({ ok: true, code: 'ok', retryable: false, attempts: 1, total: 42, currency: 'EUR', ...members }),
});

/** Ways to fail. What `n` makes differ is the same bug; `other` is another one. */
const WAYS = [
  {
    bug: (n) => failure({ ok: false, code: 'erp_busy', retryable: true, attempts: 3, message: `the ERP was busy for ${n} ms` }),
    other: () => failure({ ok: false, code: 'erp_down', retryable: true, attempts: 3, message: 'the ERP was busy for 7 ms' }),
  },
  {
    bug: (n) => failure(`Error: the ERP at 10.0.0.${n % 250}:${8_000 + n} refused the connection`),
    other: () => failure('Error: the certificate of the ERP has expired'),
  },
  {
    bug: (n) => ({ error: { code: -32000, message: `order ${n} is locked by job 6f1c${1_000 + n}-0b7e-4c51-9a55-3f0c2d9e8a10` } }),
    other: () => ({ error: { code: -32001, message: 'order 7 is locked by job 6f1c1007-0b7e-4c51-9a55-3f0c2d9e8a10' } }),
  },
  {
    bug: (n) => failure(`ORDER_LOCKED: order A-${n} has been locked since 2026-11-30T08:00:${10 + (n % 50)}Z`),
    other: () => failure('ORDER_ARCHIVED: order A-7 has been locked since 2026-11-30T08:00:17Z'),
  },
  { bug: (n) => order({ total: 1_000 + n }), other: () => order({ currency: 'USD' }), fine: order({}) },
  {
    bug: (n) => failure({ ok: false, code: 'order_locked', retryable: false, attempts: 1, message: `order ${n} is locked` }),
    other: () => ({ exit: true }),
  },
];
const EXPECT = { ok: true, json: { '/total': 42, '/currency': 'EUR' } };

/** What the tool of a bug does before and afterwards; `after` is undefined for one that is gone. */
function scriptsOf(kind, way, index) {
  const before = way.bug(index);
  const again = way.bug(index + 100);
  const fine = way.fine ?? {};
  const schema = (id, more = {}) => ({ inputSchema: { type: 'object', properties: { id, ...more }, additionalProperties: false } });
  if (kind in RATES) return { before, after: { ...again, fails: RATES[kind] } };
  const after = {
    fixed: fine,
    same: again,
    different: way.other(),
    gone: undefined,
    stale_fails: { ...again, ...schema({ type: 'integer' }) },
    stale_takes: { ...fine, ...schema({ type: 'integer' }) },
    stale_fits: { ...fine, ...schema({ type: 'string' }, { note: { type: 'string' } }) },
    setup_broken: fine,
    setup_renewed: again,
  };
  return { before, after: after[kind] };
}

/**
 * The bugs as files: `before` and `after` for SCRIPT, the suite, and by tool what is to be said of its case.
 * @returns {import('./seeded-bugs.d.mts').SeededBugs}
 */
export function seededBugs() {
  const [before, after, steps] = [{}, {}, []];
  const expected = new Map();
  const flaky = new Map();
  const add = (kind, index) => {
    const tool = `${kind}_${index + 1}`;
    const way = WAYS[kind in RATES ? index % 4 : index % WAYS.length];
    const scripts = scriptsOf(kind, way, index);
    before[tool] = scripts.before;
    if (scripts.after) after[tool] = scripts.after;
    let id = `A-${index + 1}`;
    if (kind.startsWith('setup')) {
      id = `{{env_${tool}}}`;
      before[`prepare_${tool}`] = order({ env: `env-before-${tool}` });
      after[`prepare_${tool}`] = kind === 'setup_broken' ? failure('no environment is free') : order({ env: `env-after-${tool}` });
      steps.push({ name: `prepare ${tool}`, tool: `prepare_${tool}`, capture: { [`env_${tool}`]: '/env' } });
    }
    steps.push({ name: tool, tool, arguments: { id }, expect: way.fine ? EXPECT : { ok: true } });
    return tool;
  };
  for (const [kind, { count, verdict, isStale = false, rebound = [] }] of Object.entries(KINDS))
    for (let index = 0; index < count; index++) expected.set(add(kind, index), { verdict, staleSchema: isStale, rebound });
  for (const kind of Object.keys(RATES)) {
    flaky.set(kind, []);
    for (let index = 0; index < PER_RATE; index++) flaky.get(kind).push(add(kind, index));
  }
  return { before, after, suite: { format: 'mcp-adapter/smoke@1', steps }, expected, flaky };
}
