import { some } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { sampleProcess } from '../sample.ts';
import { secretsIn, tokensIn } from './secrets.ts';

const printed = (...stderrTail: string[]) => ({ process: sampleProcess({ stderrTail, stderrBytes: stderrTail.join('\n').length }) });

export const secretInStderr: SessionRule = {
  id: 'trust/secret-in-stderr',
  on: 'session',
  severity: 'warning',
  why: 'Hosts keep the stderr of an adapter in log files that people attach to bug reports, credentials and all.',
  fix: 'print the names of settings and never their values; leave headers and environment out of crash reports',
  examples: {
    good: [printed('ERP adapter 1.4.0 ready', 'ERP_TOKEN is set', 'ERP_TOKEN=[redacted]'), printed('Authorization: Bearer <token>')],
    bad: [
      printed('starting with env {"ERP_TOKEN":"tok-example-1234567890"}'),
      printed('GET /orders 403', `Authorization: Bearer ${'q7Zr81Lm'.repeat(4)}`),
    ],
  },
  *check(evidence, { secrets }) {
    const tail = evidence.process?.stderrTail.join('\n') ?? '';
    const values = secretsIn(tail, secrets);
    const found = values.length ? values.map((name) => `the value of ${name}`) : tokensIn(tail);
    if (found.length) yield { message: `stderr printed ${some(found)} (masked here)` };
  },
};
