import type { Evidence } from '../../model/evidence.ts';
import { errorOf, resultOf } from '../../model/exchange.ts';
import { plural, quote } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { answered, failed, sampleEvidence } from '../sample.ts';
import { LISTS } from './lists.ts';

const { lists } = sampleEvidence();
const probing = (method: string, result: Record<string, unknown>) => ({ probes: { 'undeclared-lists': [answered(method, result)] } });

export const capabilityUndeclared: SessionRule = {
  id: 'lifecycle/capability-undeclared',
  on: 'session',
  severity: 'error',
  transports: ['stdio', 'http'],
  clause:
    '2026-07-28 server/tools, server/resources, server/prompts, "Capabilities": servers that support them MUST declare the capability',
  why: 'Clients do not ask for a list whose capability is not declared, so what it holds is never seen.',
  fix: 'declare it: "capabilities": {"tools": {}, "resources": {}, "prompts": {}}, each that you serve',
  yieldsTo: ['init/result-fields', 'modern/discover-fields', 'version/no-handshake'],
  examples: {
    good: [
      {},
      probing('resources/list', { resources: [] }),
      { probes: { 'undeclared-lists': [failed('prompts/list', -32601, 'Method not found')] } },
      { era: 'bare', capabilities: {} },
    ],
    bad: [{ capabilities: {}, lists }, probing('prompts/list', { prompts: [{ name: 'greet' }] }), { capabilities: { tools: null }, lists }],
  },
  *check(evidence) {
    if (evidence.era === 'bare') return;
    for (const { capability, key, method } of LISTS) {
      if (isDeclared(evidence, capability)) continue;
      const listed = [...(evidence.probes['undeclared-lists'] ?? []), ...(evidence.lists[key]?.exchanges ?? [])];
      const items = listed
        .filter((each) => each.method === method && !errorOf(each))
        .map((each) => resultOf(each)?.[key])
        .find((each) => Array.isArray(each) && each.length > 0);
      if (Array.isArray(items))
        yield {
          subject: quote(capability),
          message: `${method} lists ${plural(items.length, 'item')}, but this capability is not declared; clients never ask for them`,
        };
    }
  },
};

function isDeclared({ capabilities }: Evidence, name: string): boolean {
  return Object.hasOwn(capabilities, name) && capabilities[name] !== null;
}
