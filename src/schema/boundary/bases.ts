import type { JsonObject } from '../../model/json.ts';
import { shorten } from '../../model/text.ts';
import { judgeAllValues } from '../judge-schemas.ts';
import { sampleArguments } from '../sample/sample.ts';
import type { ValueVerdict } from '../verdicts.ts';

/** The arguments that are changed in one place after the other. */
export interface Base {
  schema: unknown;
  /** Null when there are none. */
  base: JsonObject | null;
  /** Why there are none, or why they are not those that were given; else empty. */
  reason: string;
}

/** For each schema the arguments that were given, where they fit it; else the smallest that do. */
export async function basesFor(inputs: readonly { schema: unknown; base?: JsonObject | undefined }[]): Promise<Base[]> {
  const verdicts = await judgeAllValues(inputs.map(({ schema, base }) => ({ schema, values: base ? [base] : [] })));
  const bases = inputs.map(({ schema, base = null }, index): Base => {
    const reason = base ? objection(verdicts[index]?.[0]) : '';
    return { schema, base: reason ? null : base, reason };
  });
  const without = bases.filter(({ base }) => !base);
  const samples = await sampleArguments(without.map(({ schema }) => schema));
  for (const [index, each] of without.entries()) {
    const { value = null, reason = '' } = samples[index] ?? {};
    each.base = value;
    if (!value) each.reason = `its input schema could not be met: ${reason}`;
  }
  return bases;
}

function objection(verdict: ValueVerdict | undefined): string {
  if (!verdict || verdict.unjudged) return `its input schema could not be judged (${shorten(verdict?.unjudged ?? '', 100)})`;
  const [first] = verdict.violations.filter(({ keyword }) => keyword !== 'format');
  if (!first) return '';
  return `arguments that are known to work do not fit its schema (${first.keyword}${first.at ? ` at ${shorten(first.at, 60)}` : ''}): others were made`;
}
