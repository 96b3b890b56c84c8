import { isObject, type JsonObject } from '../../model/json.ts';
import { shorten } from '../../model/text.ts';
import { judgeSchemas } from '../judge-schemas.ts';
import type { SchemaVerdict } from '../verdicts.ts';
import { NoSample } from './no-sample.ts';
import { sampleValue } from './sample-value.ts';

/** The smallest arguments for an input schema. */
export interface Sample {
  /** Null when nothing was found that validates. */
  value: JsonObject | null;
  /** JSON pointers into the value at which it only fits: what it should be, a person has to say. */
  open: readonly string[];
  /** Why there is no value, as what follows `its input schema could not be met: `; empty when there is one. */
  reason: string;
}

/** The first trusts what the schema suggests; the next distrust it, take other branches, and other texts for patterns. */
const ATTEMPTS = 5;
/** One value may take its schema's validator this long. */
const LIMIT_MS = 500;
/** Larger arguments are nobody's smallest. */
const MAX_LENGTH = 20_000;
/** The values of all schemas together may take this long to make. */
const MAKING_MS = 5_000;

/**
 * The smallest valid arguments for each input schema, the same in two runs. They are judged in a worker: a schema that is recursive,
 * contradictory, enormous or slow costs a little time, and gets no value but a reason.
 */
export async function sampleArguments(schemas: readonly unknown[]): Promise<Sample[]> {
  const samples = schemas.map((): Sample => ({ value: null, open: [], reason: '' }));
  const until = performance.now() + MAKING_MS;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const tries = schemas.flatMap((schema, index) => {
      const before = samples[index];
      if (!before || before.value || before.reason.startsWith(UNJUDGED)) return [];
      const made = makeArguments(schema, attempt, until);
      if (made.value) return [{ index, schema, ...made, value: made.value }];
      before.reason ||= made.reason;
      return [];
    });
    if (!tries.length) continue;
    const verdicts = await judgeSchemas(tries, LIMIT_MS);
    for (const [at, { index, value, open }] of tries.entries()) {
      const against = objection(verdicts[at]);
      samples[index] = against ? { value: null, open: [], reason: samples[index]?.reason || against } : { value, open, reason: '' };
    }
  }
  return samples;
}

const UNJUDGED = 'it could not be judged';

function makeArguments(schema: unknown, attempt: number, until: number): Sample {
  const none = (reason: string): Sample => ({ value: null, open: [], reason });
  if (!isObject(schema)) return none(schema === false ? 'it allows nothing' : 'it is no schema');
  try {
    // Arguments are an object, whether the schema says so or not.
    const { value, open } = sampleValue('type' in schema || '$ref' in schema ? schema : { ...schema, type: 'object' }, attempt, until);
    if (!isObject(value)) return none('it asks for something other than an object');
    return JSON.stringify(value).length > MAX_LENGTH ? none('its smallest arguments are very long') : { value, open, reason: '' };
  } catch (error) {
    if (error instanceof NoSample) return none(error.message);
    throw error;
  }
}

/** What the validator has against a value; null when it fits. */
function objection(verdict: SchemaVerdict | undefined): string | null {
  if (!verdict?.dialect || verdict.unjudged) return `${UNJUDGED} (${shorten(verdict?.unjudged ?? 'a dialect that is not known', 100)})`;
  const [problem] = verdict.problems;
  return problem ? `no value was found that fits${problem.at ? ` at ${shorten(problem.at, 60)}` : ''}` : null;
}
