import { init } from '../../src/checks/init/index.ts';
import { jsonrpc } from '../../src/checks/jsonrpc/index.ts';
import { type Judged, judge } from '../../src/checks/judge.ts';
import { lifecycle } from '../../src/checks/lifecycle/index.ts';
import { modern } from '../../src/checks/modern/index.ts';
import { sampleContext, sampleEvidence } from '../../src/checks/sample.ts';
import { spawn } from '../../src/checks/spawn/index.ts';
import { stdio } from '../../src/checks/stdio/index.ts';
import { version } from '../../src/checks/version/index.ts';
import type { Evidence } from '../../src/model/evidence.ts';

/** What the rules about the conversation say of an adapter that is faultless but for `over`. */
export function findingsOf(over: Partial<Evidence>): Judged[] {
  return judge(sampleContext(sampleEvidence(over)), {}, [...init, ...jsonrpc, ...lifecycle, ...modern, ...spawn, ...stdio, ...version]);
}

/** Only the ids. */
export function rulesOf(over: Partial<Evidence>): string[] {
  return findingsOf(over).map((finding) => finding.rule);
}
