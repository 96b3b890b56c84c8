// Tools whose arguments name what other tools have made. FAULT: no-room, above-maximum, null-crashes, books-twice. USES: calls that a session lasts for.
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';

const { FAULT = '', USES = '1000000' } = process.env;
const text = (more = {}) => ({ type: 'string', maxLength: 64, ...more });
const TASK = { task_id: text({ minLength: 1 }) };
const SESSION = { session_id: text({ pattern: '^ses-[a-z0-9]{8}$' }), ...TASK };
/** @type {Map<string, {task: string, uses: number, isOpen: boolean, bookings: Map<string, string>}>} */
const sessions = new Map();

const TOOLS = {
  open_session: tool('prepare', TASK, ({ task_id }) => {
    if (FAULT === 'no-room') return fail('session_limit');
    const open = [...sessions].find(([, { task }]) => task === task_id);
    const session_id = open?.[0] ?? `ses-${randomBytes(4).toString('hex')}`;
    if (!open) sessions.set(session_id, { task: task_id, uses: 0, isOpen: true, bookings: new Map() });
    return { session_id };
  }),
  read_items: tool('read', { ...SESSION, limit: { type: 'integer', minimum: 1, maximum: 10 } }, ({ limit }, session) =>
    use(session, () => ({ count: limit ?? 10 })),
  ),
  close_session: tool('prepare', SESSION, (_, session) => {
    if (!session) return fail('session_unknown');
    session.isOpen = false;
    return { closed: true };
  }),
  book: tool('write', { ...SESSION, step_id: text({ minLength: 1 }) }, ({ step_id }, session) =>
    use(session, ({ bookings }) => {
      const booking_id = `booking-${bookings.size + 1}`;
      if (!bookings.has(step_id) || FAULT === 'books-twice') bookings.set(step_id, booking_id);
      return { booking_id: bookings.get(step_id) };
    }),
  ),
  read_booking: tool('read', { ...SESSION, booking_id: text() }, ({ booking_id }, session) =>
    use(session, ({ bookings }) => ([...bookings.values()].includes(booking_id) ? { booking_id } : fail('booking_not_found'))),
  ),
  visit: tool('read', { url: { type: 'string', maxLength: 200 } }, async ({ url }) => {
    // Only what the suite serves: nothing here may reach anything else.
    if (!/^http:\/\/127\.0\.0\.1:\d+\/hello\.txt$/.test(url)) return fail('page_not_found');
    const page = await fetch(url);
    return page.ok ? { text: await page.text() } : fail('page_not_found');
  }),
};

/** A tool of which every parameter but limit is required. */
function tool(risk, properties, work) {
  const required = Object.keys(properties).filter((name) => name !== 'limit');
  const _meta = { 'mcp-adapter/risk': risk };
  return { _meta, inputSchema: { type: 'object', properties, required, additionalProperties: false }, work };
}

function use(session, work) {
  if (!session?.isOpen || ++session.uses > Number(USES)) return fail('session_expired');
  return work(session);
}

function fail(code) {
  return { failed: code };
}

function isValid(schema, args) {
  const names = Object.keys(args);
  if (schema.required.some((name) => !names.includes(name)) || names.some((name) => !Object.hasOwn(schema.properties, name))) return false;
  return Object.entries(args).every(([name, value]) => {
    const { type, pattern = '', minLength = 0, maxLength, minimum, maximum } = schema.properties[name];
    if (type === 'integer') return Number.isInteger(value) && value >= minimum && (value <= maximum || FAULT === 'above-maximum');
    return typeof value === 'string' && [...value].length >= minLength && [...value].length <= maxLength && new RegExp(pattern).test(value);
  });
}

async function call({ name, arguments: args = {} }) {
  if (FAULT === 'null-crashes' && args.limit === null) process.exit(1);
  const { inputSchema, work } = TOOLS[name];
  const session = sessions.get(args.session_id);
  const result = isValid(inputSchema, args)
    ? session && session.task !== args.task_id
      ? fail('session_forbidden')
      : await work(args, session)
    : fail('invalid_arguments');
  const { failed, ...data } = result;
  const envelope = failed
    ? { ok: false, code: failed, message: `${failed}: see the tool list`, retryable: false }
    : { ok: true, code: 'ok', ...data };
  return { isError: failed !== undefined, structuredContent: envelope, content: [{ type: 'text', text: JSON.stringify(envelope) }] };
}

const answers = {
  initialize: () => ({ protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'sessions', version: '1.0.0' } }),
  'tools/list': () => ({
    tools: Object.entries(TOOLS).map(([name, { work: _, ...declared }]) => ({ name, description: `${name} of the test.`, ...declared })),
  }),
  'tools/call': call,
};

createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = answers[method];
  const body = answer ? { result: await answer(params) } : { error: { code: -32601, message: 'no such method' } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...body })}\n`);
});
