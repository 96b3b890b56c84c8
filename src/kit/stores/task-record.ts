import { randomBytes } from 'node:crypto';
import { bytesOf, isObject } from '../../model/json.ts';
import { type Clock, isMoment, type Moment, moment } from './clock.ts';
import { isOwner, type Owner, owner } from './owner.ts';
import { readStored } from './stored-json.ts';
import type { StoredOutcome, TaskWish } from './task-store.ts';

const FORMAT = 'mcp-adapter/task@1';

/** An outcome whose JSON is larger keeps its envelope only. */
const MAX_OUTCOME_BYTES = 1024 * 1024;
/** An outcome is an answer for a model: what is much larger is no file of ours. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** One idempotency key on disk: `tasks/<key>.json`. */
export interface TaskRecord {
  format: typeof FORMAT;
  /** Made anew by each reservation: who read this one may change this one only. */
  id: string;
  /** `done` and `failed` have an outcome. */
  state: 'reserved' | 'done' | 'failed';
  principal: string;
  tool: string;
  task: string | null;
  arguments_hash: string;
  /** True when it may be executed again after its owner died. */
  repeatable: boolean;
  limit_ms: number;
  owner: Owner;
  reserved: Moment;
  finished: Moment | null;
  outcome: StoredOutcome | null;
}

/** A reservation by this process. */
export function reservation(wish: TaskWish, clock: Clock): TaskRecord {
  return {
    format: FORMAT,
    id: randomBytes(16).toString('hex'),
    state: 'reserved',
    principal: wish.principal,
    tool: wish.tool,
    task: wish.task,
    arguments_hash: wish.argumentsHash,
    repeatable: wish.repeatable,
    limit_ms: wish.limitMs,
    owner: owner(),
    reserved: moment(clock),
    finished: null,
    outcome: null,
  };
}

/** The reservation with what became of it. */
export function finished(record: TaskRecord, outcome: StoredOutcome, clock: Clock): TaskRecord {
  return {
    ...record,
    state: outcome.envelope.ok === true ? 'done' : 'failed',
    finished: moment(clock),
    outcome: bytesOf(outcome) > MAX_OUTCOME_BYTES ? { envelope: outcome.envelope, content: [] } : outcome,
  };
}

/**
 * Reads a key. `damaged`: whatever is no whole record of this format, a newer one too.
 * @throws the error of the file system
 */
export async function readTask(file: string): Promise<TaskRecord | 'missing' | 'damaged'> {
  const seen = await readStored(file, MAX_FILE_BYTES);
  if (seen.kind !== 'json') return seen.kind;
  return isTaskRecord(seen.value) ? seen.value : 'damaged';
}

function isTaskRecord(value: unknown): value is TaskRecord {
  if (!isObject(value) || value.format !== FORMAT) return false;
  const { id, state, arguments_hash, repeatable, limit_ms, finished, outcome } = value;
  return (
    typeof id === 'string' &&
    /^[0-9a-f]{32}$/.test(id) &&
    typeof arguments_hash === 'string' &&
    typeof repeatable === 'boolean' &&
    typeof limit_ms === 'number' &&
    isOwner(value.owner) &&
    isMoment(value.reserved) &&
    ((state === 'reserved' && finished === null && outcome === null) ||
      ((state === 'done' || state === 'failed') && isMoment(finished) && isOutcome(outcome)))
  );
}

function isOutcome(value: unknown): value is StoredOutcome {
  return isObject(value) && isObject(value.envelope) && Array.isArray(value.content);
}
