import type { DescribedRule } from '../../model/described-rule.ts';

/** The verdicts of `contract`, in the order in which they are told. */
export const CONTRACT_VERDICTS = [
  'crashed',
  'timed-out',
  'accepted-invalid',
  'rejected-valid',
  'output-violates-schema',
  'not-idempotent',
  'permission-too-wide',
  'permission-too-narrow',
  'raw-exception',
  'unstable-output',
  'too-large',
] as const;
export type ContractVerdict = (typeof CONTRACT_VERDICTS)[number];

const RULES: Record<ContractVerdict, Omit<DescribedRule, 'id'>> = {
  crashed: {
    severity: 'error',
    why: 'Arguments ended the adapter: every other call and task in it ends with them, and any model may send them.',
    fix: 'catch what the tool throws for any arguments and answer isError: true; let nothing that a caller sends reach process exit',
    says: 'a call ends the adapter (exit code 1): order_id is null',
  },
  'timed-out': {
    severity: 'error',
    why: 'A call that is never answered holds the agent until its host gives up, and nobody learns why.',
    fix: 'bound each loop and each wait that the arguments can make longer, and answer a retryable failure when the time is up',
    says: 'no answer within 30 s: max_pages is 1000000',
  },
  'accepted-invalid': {
    severity: 'error',
    clause: '2026-07-28 server/tools: servers MUST validate all tool inputs',
    why: 'A call that the declaration forbids does something nobody meant, and the model never learns that its arguments were wrong.',
    fix: 'validate the arguments against the declared input schema before the tool runs, and answer isError: true with what is wrong',
    says: 'accepts what its schema forbids: max_items is 51, above the maximum of 50',
  },
  'rejected-valid': {
    severity: 'error',
    why: 'The model does what the declaration says and is refused: it tries again in the same way, or gives up.',
    fix: 'declare the bound that the tool really has (maximum, maxLength, pattern, enum), or take what is declared',
    says: 'refuses what its schema allows: max_items is 50, the maximum',
  },
  'output-violates-schema': {
    severity: 'error',
    clause: '2026-07-28 server/tools, "Output Schema": servers MUST provide structured results that conform',
    why: 'An SDK client refuses the whole result, so the call fails after its work was done.',
    fix: 'return what outputSchema declares, or declare what is returned',
    says: 'the result does not fit the output schema: /orders/0/status enum',
  },
  'not-idempotent': {
    severity: 'error',
    why: 'A host that got no answer calls again with the same key: the work is done twice.',
    fix: 'keep the first result under the key (task_id, step_id) and answer the same call with it',
    says: 'the same task_id twice gives two results: /return_id differs',
  },
  'permission-too-wide': {
    severity: 'error',
    why: 'Somebody can use a tool that was never meant for them.',
    fix: 'check the scopes of the caller for each tool before it runs, and refuse by default',
    says: 'the identity "guest" may call it, though its "allow" does not name it',
  },
  'permission-too-narrow': {
    severity: 'error',
    why: 'Somebody who was promised a tool is refused, and the agent cannot do its work.',
    fix: 'give the identity the scopes that the tool asks for, or take the tool from its "allow"',
    says: 'the identity "clerk" is refused (insufficient_scope), though its "allow" names it',
  },
  'raw-exception': {
    severity: 'warning',
    clause: '2026-07-28 server/tools: servers MUST sanitize tool outputs',
    why: 'A model can do nothing with a stack trace or the words of a driver, and they tell outsiders how the adapter is built.',
    fix: 'catch it, answer a stable code and one sentence on what to do next, and write the trace to stderr',
    says: 'the answer shows a JavaScript stack trace: order_id is ""',
  },
  'unstable-output': {
    severity: 'warning',
    why: 'Equal calls of a reading tool give different results: they cannot be cached, compared or replayed.',
    fix: 'sort lists, and leave out random values, times of reading and ids made for one answer',
    says: 'two equal calls differ at /orders/0/id',
  },
  'too-large': {
    severity: 'warning',
    why: 'Hosts cut or refuse a large result, and what passes crowds out the rest of the conversation.',
    fix: 'bound the result: a smaller maximum for the limit, count and truncated: true, or a file and its reference',
    says: 'a result of 310,000 bytes: max_items is 10000, the maximum',
  },
};

/** The catalogue's entries for what `contract` finds: `contract/accepted-invalid`… */
export const contractRules: readonly (DescribedRule & { id: `contract/${ContractVerdict}` })[] = CONTRACT_VERDICTS.map((verdict) => ({
  id: `contract/${verdict}`,
  ...RULES[verdict],
}));
