import { join } from 'node:path';
import { replaceOwned } from '../../kit/stores/exclusive-file.ts';
import { readStored } from '../../kit/stores/stored-json.ts';
import { ToolError } from '../../kit/tool-error.ts';
import { isObject } from '../../model/json.ts';
import { duration, plural } from '../../model/text.ts';
import { Queue } from '../queue.ts';
import { stateUnavailable } from './state-unavailable.ts';

const HOUR_MS = 60 * 60_000;
const MAX_BYTES = 4 * 1024 * 1024;
/** Purposes are made up by the caller: without this, a new one for each environment would get around the quota. */
const MAX_PURPOSES = 200;

export interface PrepareQuota {
  /**
   * Counts nothing yet: whoever is refused for another reason, and asks again, has used up nothing.
   * @throws ToolError `quota_exceeded`, with `retry_after_ms`; `state_unavailable`
   */
  check(purpose: string): Promise<void>;
  /** Counts one environment of this purpose; throws as `check`. */
  take(purpose: string): Promise<void>;
}

/** Environments of the last hour by purpose, in `prepares.json` of the state folder, so that a restart forgives nothing. */
export function prepareQuota(state: string, perHour: number, now: () => number, log: (line: string) => void): PrepareQuota {
  const file = join(state, 'prepares.json');
  const queue = new Queue();
  return { check: (purpose) => inTurn(() => look(purpose)), take: (purpose) => inTurn(() => take(purpose)) };

  async function inTurn(work: () => Promise<unknown>): Promise<void> {
    try {
      await queue.run(null, work);
    } catch (error) {
      throw stateUnavailable(error);
    }
  }

  /** The times of all purposes, with this moment among them. */
  async function look(purpose: string): Promise<Map<string, number[]>> {
    const at = now();
    const times = await timesIn(file, at, log);
    const mine = times.get(purpose) ?? [];
    if (mine.length >= perHour) throw exceeded(mine, at, `${plural(perHour, 'environment')} of purpose ${purpose}`);
    if (!mine.length && times.size >= MAX_PURPOSES)
      throw exceeded([...times.values()].flat(), at, `environments of ${MAX_PURPOSES} purposes`);
    return times.set(purpose, [...mine, at]);
  }

  async function take(purpose: string): Promise<void> {
    const times = await look(purpose);
    await replaceOwned(file, { format: 'mcp-adapter/prepares@1', purposes: Object.fromEntries(times) });
  }
}

function exceeded(times: readonly number[], at: number, seen: string): ToolError {
  const wait = Math.max(0, Math.min(...times) + HOUR_MS - at);
  return new ToolError('quota_exceeded', {
    retryable: true,
    message: `${seen} were prepared in the last hour, which is the limit: go on with those there are, or ask again in ${duration(wait)}`,
    data: { retry_after_ms: wait },
  });
}

/** By purpose, those of the last hour. A file that somebody has damaged must not stop everything. */
async function timesIn(file: string, at: number, log: (line: string) => void): Promise<Map<string, number[]>> {
  const stored = await readStored(file, MAX_BYTES);
  if (stored.kind === 'damaged') log(`${file} is damaged (${stored.why}): the hour's environments are counted from zero`);
  const purposes = stored.kind === 'json' && isObject(stored.value) && isObject(stored.value.purposes) ? stored.value.purposes : {};
  const entries = Object.entries(purposes).map(([purpose, times]): [string, number[]] => [
    purpose,
    Array.isArray(times) ? times.filter((time) => typeof time === 'number' && time > at - HOUR_MS && time <= at) : [],
  ]);
  return new Map(entries.filter(([, times]) => times.length));
}
