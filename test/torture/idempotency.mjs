// One execution a key (`node test/torture/idempotency.mjs`, after a build): many callers, many processes, kill -9 at random moments. One line a
// figure; exits 1 when anything is not as promised.
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { taskFiles } from '../../dist/kit/stores/task-files.js';

const ROUNDS = 20;
const CALLERS = 200;
const PROCESSES = 24;
const KILLS = 50;
const FOLLOWERS = 8;
const PAIRS = 5_000;
const IN_FLIGHT = 64;
const OUTCOME = { envelope: { ok: true, code: 'ok', order: 'A-1' }, content: [] };
const SELF = fileURLToPath(import.meta.url);

if (process.send) child();
else process.exit((await parent()) ? 1 : 0);

async function parent() {
  const folder = mkdtempSync(join(tmpdir(), 'torture-idempotency-'));
  let failed = 0;
  const figures = { inOneProcess, inManyProcesses, killedWrites, killedRepeatable, speed };
  try {
    for (const [name, figure] of Object.entries(figures)) {
      mkdirSync(join(folder, name));
      const { title, facts, wrong } = await figure(join(folder, name));
      failed += wrong.length ? 1 : 0;
      console.log(
        `${wrong.length ? 'FAIL' : 'ok  '} ${title.padEnd(22)} ${facts}${wrong.length ? `: ${wrong.slice(0, 5).join('; ')}` : ''}`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return failed;
}

async function inOneProcess(state) {
  const wrong = [];
  const tasks = taskFiles(state);
  for (let round = 0; round < ROUNDS; round++) {
    let executions = 0;
    const call = async () => {
      const claim = await tasks.claim(keyOf('round', round), wishOf());
      if (claim.kind === 'won') {
        executions++;
        await claim.finish(OUTCOME);
      }
      return claim.kind;
    };
    const kinds = await Promise.all(Array.from({ length: CALLERS }, call));
    if (executions !== 1) wrong.push(`round ${round}: ${executions} executions`);
    if (kinds.includes('in_doubt')) wrong.push(`round ${round}: in doubt`);
  }
  return { title: 'callers at once', facts: `${ROUNDS} × ${CALLERS} in one process, 1 execution each`, wrong };
}

/** Every other process comes with other arguments: it must be told those of the one that won. */
async function inManyProcesses(state) {
  const wrong = [];
  const executions = join(state, 'executions');
  const children = await Promise.all(Array.from({ length: PROCESSES }, () => start()));
  for (let round = 0; round < ROUNDS; round++) {
    const order = { state, key: keyOf('round', round), executions };
    const claims = await Promise.all(
      children.map((each, index) => ask(each, { ...order, wish: wishOf({ argumentsHash: hash(`${index % 2}`) }) })),
    );
    const won = claims.filter(({ kind }) => kind === 'won');
    if (won.length !== 1) wrong.push(`round ${round}: ${won.length} won`);
    const winner = hash(`${claims.findIndex(({ kind }) => kind === 'won') % 2}`);
    const misled = claims.filter(({ kind, argumentsHash }) => kind !== 'won' && argumentsHash !== winner);
    if (misled.length) wrong.push(`round ${round}: ${misled.length} were not told the arguments that count`);
  }
  for (const each of children) each.kill();
  const lines = readFileSync(executions, 'utf8').trim().split('\n');
  if (lines.length !== ROUNDS || new Set(lines).size !== ROUNDS) wrong.push(`${lines.length} executions`);
  return { title: 'processes at once', facts: `${ROUNDS} × ${PROCESSES} with one key, 1 execution each, other arguments seen`, wrong };
}

async function killedWrites(state) {
  const wrong = [];
  const count = { finished: 0, in_doubt: 0 };
  let executed = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const { keys, begun } = await killOne(state, kill, wishOf());
    executed += keys.length;
    // What it had executed, and what it may have reserved before it was killed.
    for (const key of new Set([...keys, ...begun])) {
      const claim = await taskFiles(state).claim(key, wishOf());
      if (claim.kind in count) count[claim.kind]++;
      else if (keys.includes(key)) wrong.push(`kill ${kill}: what was executed is ${claim.kind}`);
    }
    if (new Set(keys).size !== keys.length) wrong.push(`kill ${kill}: executed twice`);
  }
  return {
    title: 'kill -9 in a write',
    facts: `${KILLS} kills, ${executed} executions: ${count.finished} done, ${count.in_doubt} in doubt, 0 second executions`,
    wrong,
  };
}

async function killedRepeatable(state) {
  const wrong = [];
  let followed = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const wish = wishOf({ repeatable: true });
    const { begun } = await killOne(state, kill, wish);
    const key = begun.at(-1);
    const claims = await Promise.all(Array.from({ length: FOLLOWERS }, () => taskFiles(state).claim(key, wish)));
    const won = claims.filter((claim) => claim.kind === 'won').length;
    followed += won;
    if (won > 1) wrong.push(`kill ${kill}: ${won} followed`);
    if (won === 0 && claims.some(({ kind }) => kind !== 'finished' && kind !== 'in_doubt')) wrong.push(`kill ${kill}: none followed`);
  }
  return { title: 'kill -9, repeatable', facts: `${KILLS} kills, ${followed} followed by one of ${FOLLOWERS}, none by two`, wrong };
}

async function speed(state) {
  const tasks = taskFiles(state);
  let next = 0;
  const pairs = async () => {
    while (next < PAIRS) {
      const claim = await tasks.claim(keyOf('speed', next++), wishOf());
      await claim.finish(OUTCOME);
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: IN_FLIGHT }, pairs));
  const perSecond = Math.round((PAIRS / (performance.now() - startedAt)) * 1_000);
  return { title: 'claim and finish', facts: `${perSecond} pairs a second, ${IN_FLIGHT} in flight, on disk each`, wrong: [] };
}

/** A process that executes key after key until it is killed: the keys it began, and those it executed. */
async function killOne(state, kill, wish) {
  const executions = join(state, `executions-${kill}`);
  const begun = [];
  const victim = await start();
  victim.on('message', ({ key }) => begun.push(key));
  const gone = once(victim, 'exit');
  victim.send({ state, wish, executions, prefix: `kill ${kill}`, forever: true });
  await once(victim, 'message');
  await delay(5 + Math.random() * 60);
  victim.kill('SIGKILL');
  await gone;
  const keys = readText(executions).split('\n').filter(Boolean);
  return { begun, keys };
}

async function start() {
  const started = fork(SELF, { stdio: ['ignore', 2, 2, 'ipc'] });
  await once(started, 'message');
  return started;
}

async function ask(started, order) {
  const answer = once(started, 'message');
  started.send(order);
  return (await answer)[0];
}

function child() {
  process.on('message', async (order) => {
    const tasks = taskFiles(order.state);
    if (!order.forever) {
      const { kind, argumentsHash } = await execute(tasks, order.key, order, 0);
      process.send({ kind, argumentsHash });
      return;
    }
    for (let count = 0; ; count++) {
      const key = keyOf(order.prefix, count);
      await new Promise((resolve) => process.send({ key }, resolve));
      await execute(tasks, key, order, Math.random() * 4);
    }
  });
  process.send('ready');
}

async function execute(tasks, key, { wish, executions }, ms) {
  const claim = await tasks.claim(key, wish);
  if (claim.kind === 'won') {
    appendFileSync(executions, `${key}\n`);
    if (ms) await delay(ms);
    await claim.finish(OUTCOME);
  }
  return claim;
}

function wishOf(over = {}) {
  return { principal: 'local', tool: 'submit', task: 't-1', argumentsHash: hash('0'), limitMs: 60_000, repeatable: false, ...over };
}

function keyOf(prefix, count) {
  return hash(`${prefix} ${count}`);
}

function hash(text) {
  return createHash('sha256').update(text).digest('hex');
}

/** What a process that was killed at once may not even have begun. */
function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
