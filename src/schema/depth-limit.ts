import { isDeeperThan } from '../model/json.ts';
import type { SchemaVerdict } from './verdicts.ts';

/** A value nested deeper than this is not judged: neither threads nor validators have the stack for it. */
const MAX_LEVELS = 500;

/** True when a schema, or the value to be judged by it, is nested too deep. */
export function isTooDeep(job: object): boolean {
  return Object.values(job).some((value) => isDeeperThan(value, MAX_LEVELS));
}

export const TOO_DEEP: SchemaVerdict = { problems: [], dialect: null, unjudged: `nested more than ${MAX_LEVELS} levels deep` };
