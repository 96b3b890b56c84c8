import { resultOf } from '../../model/exchange.ts';
import { isObject, type JsonObject, kindOf, member } from '../../model/json.ts';
import { LATEST_LEGACY } from '../../model/protocol.ts';
import { some } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { answered, exchange, sampleEvidence } from '../sample.ts';

const { handshake } = sampleEvidence();
const whole = { protocolVersion: LATEST_LEGACY, capabilities: {}, serverInfo: { name: 'erp', version: '1' } };
const saying = (over: JsonObject) => ({ handshake: { ...handshake, initialize: answered('initialize', { ...whole, ...over }) } });

export const resultFields: SessionRule = {
  id: 'init/result-fields',
  on: 'session',
  severity: 'error',
  transports: ['stdio', 'http'],
  clause: '2025-11-25 schema, InitializeResult: protocolVersion, capabilities and serverInfo {name, version} are required',
  why: 'SDK clients refuse an initialize result that lacks one of its members, so the connection never opens.',
  fix: 'answer initialize with {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "…", "version": "…"}}',
  examples: {
    good: [
      saying({ instructions: 'Ask for orders.', capabilities: { tools: { listChanged: true }, vendor: true } }),
      { handshake: { ...handshake, initialize: exchange('initialize') } },
    ],
    bad: [
      saying({ protocolVersion: undefined }),
      saying({ capabilities: [], serverInfo: 'erp' }),
      saying({ serverInfo: { name: 'erp' } }),
      saying({ capabilities: { tools: true } }),
      { handshake: { ...handshake, initialize: answered('initialize', { tools: [] }) } },
    ],
  },
  *check({ handshake }) {
    const result = resultOf(handshake.initialize);
    if (!result) return;
    const wrong = faults(result);
    if (wrong.length) yield { message: `the result of "initialize" ${some(wrong, 8)}; SDK clients refuse the connection` };
  },
};

/** What clients know, and parse strictly. */
const CAPABILITIES = ['tools', 'resources', 'prompts', 'logging', 'completions', 'experimental'];

function faults(result: JsonObject): string[] {
  const capabilities = member(result, 'capabilities');
  const serverInfo = member(result, 'serverInfo');
  const flat = CAPABILITIES.filter((name) => isObject(capabilities) && name in capabilities && !isObject(capabilities[name]));
  return [
    ...expected('protocolVersion', result.protocolVersion, 'string'),
    ...expected('capabilities', capabilities, 'object'),
    ...flat.map((name) => `has capabilities.${name} as ${kindOf(member(capabilities, name))}, not an object`),
    ...expected('serverInfo', serverInfo, 'object'),
    ...(isObject(serverInfo)
      ? [...expected('serverInfo.name', serverInfo.name, 'string'), ...expected('serverInfo.version', serverInfo.version, 'string')]
      : []),
  ];
}

function expected(name: string, value: unknown, kind: 'string' | 'object'): string[] {
  if (kindOf(value) === kind) return [];
  return [value === undefined ? `lacks ${name}` : `has ${name} as ${kindOf(value)}, not ${kind === 'string' ? 'a text' : 'an object'}`];
}
