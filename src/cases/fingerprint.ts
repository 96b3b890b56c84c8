import { createHash } from 'node:crypto';
import { canonicalJson } from '../model/canonical-json.ts';
import type { Observation } from '../model/observation.ts';
import { messageTemplate } from './message-template.ts';

/**
 * What a failure is recognised by, `sha256:` and 64 hex digits: its outcome, its codes, the expectations that it did not meet, where its
 * structured content breaks the output schema, and what stays the same of its message. No time, no id, no handle is part of it.
 * @param failed names of the checks that it did not meet (`Mismatch.check`)
 * @param handles values that differ from run to run: what was captured, the task
 */
export function fingerprintOf(seen: Observation, failed: readonly string[], handles: readonly string[]): string {
  // Whether a failing call is slow as well depends on the machine.
  const slowOnly = failed.every((check) => check === 'max_ms');
  const checks = new Set(slowOnly ? failed : failed.filter((check) => check !== 'max_ms'));
  const parts = {
    outcome: seen.outcome,
    code: seen.code,
    // A number that JSON cannot hold came from a text that can: 1e400.
    jsonrpc: seen.jsonrpcCode === null ? null : String(seen.jsonrpcCode),
    checks: [...checks].sort(),
    // Which item of a list it is differs with the data.
    schema: seen.schemaProblem?.replace(/\/\d+(?=[/ ]|$)/g, '/*') ?? null,
    // What a call says that went well is data.
    message: seen.outcome === 'ok' ? '' : messageTemplate(seen.message, handles),
  };
  return `sha256:${createHash('sha256').update(canonicalJson(parts)).digest('hex')}`;
}
