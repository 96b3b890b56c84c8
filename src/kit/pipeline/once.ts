import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { canonicalJson } from '../../model/canonical-json.ts';
import { quote } from '../../model/text.ts';
import { changes } from '../../model/tool.ts';
import type { ResultEnvelope } from '../envelope.ts';
import type { Answer, Services } from '../services.ts';
import type { Claim, StoredOutcome } from '../stores/task-store.ts';
import { TimeUp } from '../time-up.ts';
import { ToolError } from '../tool-error.ts';
import { answered } from './answer.ts';
import type { Call } from './call.ts';

/** How long a call waits for another process that is at the same key, and how often it looks. */
const WAIT_MS = 10_000;
const LOOK_MS = 100;

/** One execution a key, however many callers and processes: others wait for it and are given its answer. */
export async function once(call: Call, key: string, services: Services, execute: () => Promise<Answer>): Promise<Answer> {
  const argumentsHash = createHash('sha256').update(canonicalJson(call.args)).digest('hex');
  for (let running = services.running.get(key); running; running = services.running.get(key)) {
    if (running.argumentsHash !== argumentsHash) throw conflict(call);
    const answer = await call.control.wait(running.answer, call.tool.timeoutMs).catch((error: unknown) => {
      if (error instanceof TimeUp) throw inProgress('another call is doing this right now');
      throw error;
    });
    // That somebody else has cancelled is no answer to this caller.
    if (answer.envelope.code !== 'cancelled' || !answer.envelope.retryable) return again(answer);
    await Promise.resolve();
  }
  // Failures become envelopes in here: they are kept like results, and everybody who waits is given them.
  const answer = answered(call, services, () => claimed(call, key, argumentsHash, services, execute));
  services.running.set(key, { argumentsHash, answer });
  try {
    return await answer;
  } finally {
    services.running.delete(key);
  }
}

async function claimed(
  call: Call,
  key: string,
  argumentsHash: string,
  services: Services,
  execute: () => Promise<Answer>,
): Promise<Answer> {
  const claim = await claimOf(call, services, key, argumentsHash);
  if (claim.kind === 'finished') {
    if (claim.argumentsHash !== argumentsHash) throw conflict(call);
    return again(answerOf(claim.outcome));
  }
  if (claim.kind === 'in_flight') {
    if (claim.argumentsHash !== argumentsHash) throw conflict(call);
    throw inProgress('another process is doing this right now');
  }
  if (claim.kind === 'in_doubt') {
    if (claim.argumentsHash !== null && claim.argumentsHash !== argumentsHash) throw conflict(call);
    throw new ToolError('in_doubt', {
      message:
        'an earlier attempt ended in the middle, and nobody knows whether it took effect: a person has to look at the system behind and at ' +
        'mcp-adapter audit export; then use another step_id, or another task_id',
    });
  }
  const answer = await answered(call, services, execute);
  // A refusal is no outcome: with another grant the same call may go through.
  const isOutcome = !answer.envelope.retryable && !(call.refused && call.steps.effects.begun === 0);
  await claim.finish(isOutcome ? { envelope: answer.envelope, content: answer.content } : null).catch((error: unknown) => {
    services.log(`the outcome of ${call.tool.name} (${answer.envelope.code}, call ${call.id}) could not be kept: ${error}`);
  });
  return answer;
}

async function claimOf(call: Call, services: Services, key: string, argumentsHash: string): Promise<Claim> {
  const { caller, tool, task } = call;
  const wish = {
    principal: caller.principal,
    tool: tool.name,
    task,
    argumentsHash,
    limitMs: tool.timeoutMs,
    repeatable: !changes(tool.risk),
    holds: ({ envelope }: StoredOutcome) => tool.holds(envelope),
  };
  const until = performance.now() + Math.min(WAIT_MS, tool.timeoutMs);
  for (;;) {
    const claim = await services.tasks.claim(key, wish).catch((cause: unknown) => {
      throw new ToolError('state_unavailable', {
        retryable: true,
        message: 'the state folder cannot be written, so nothing was done',
        cause,
      });
    });
    if (claim.kind !== 'in_flight' || claim.argumentsHash !== argumentsHash || performance.now() >= until) return claim;
    await delay(LOOK_MS, undefined, { signal: call.control.signal }).catch(() => call.control.throwIfCancelled());
  }
}

function conflict(call: Call): ToolError {
  const names = call.tool.keys.map((name) => `${name} ${quote(String(call.args[name]), 60)}`).join(' and ');
  return new ToolError('task_conflict', {
    message: `${names} ${call.tool.keys.length === 1 ? 'belongs' : 'belong'} to a call with other arguments: use another one for another action`,
  });
}

function inProgress(what: string): ToolError {
  return new ToolError('task_in_progress', { retryable: true, message: `${what}: ask again in a while` });
}

function again(answer: Answer): Answer {
  return { envelope: { ...answer.envelope, replayed: true }, content: answer.content };
}

function answerOf({ envelope, content }: StoredOutcome): Answer {
  return { envelope: envelope as ResultEnvelope, content };
}
