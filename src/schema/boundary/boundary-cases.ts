import type { JsonObject } from '../../model/json.ts';
import type { BoundaryCases } from './boundary-case.ts';

/**
 * Arguments on the edges of input schemas, the same in two runs, each judged by the validator (the oracle): what is meant to be valid fits,
 * what is meant to be invalid fails for the keyword that it aims at. What does not is dropped.
 * @param inputs each schema with arguments that are known to work; without them the smallest that fit are made
 */
export async function boundaryCases(inputs: readonly { schema: unknown; base?: JsonObject | undefined }[]): Promise<BoundaryCases[]> {
  return inputs.map(() => ({ cases: [], dropped: [], reason: 'not made yet' }));
}
