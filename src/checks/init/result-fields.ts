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
    if (wrong.length) yield { message: `the result of "initialize" ${wrong.join(', and ')}; SDK clients refuse the connection` };
  },
};

/** What clients know, and parse strictly. */
const CAPABILITIES = ['tools', 'resources', 'prompts', 'logging', 'completions', 'experimental'];

function faults(result: JsonObject): string[] {
  const capabilities = member(result, 'capabilities');
  const serverInfo = member(result, 'serverInfo');
  const required: [string, unknown, 'string' | 'object'][] = [
    ['protocolVersion', result.protocolVersion, 'string'],
    ['capabilities', capabilities, 'object'],
    ['serverInfo', serverInfo, 'object'],
  ];
  if (isObject(serverInfo))
    required.push(['serverInfo.name', serverInfo.name, 'string'], ['serverInfo.version', serverInfo.version, 'string']);
  for (const name of CAPABILITIES) {
    if (isObject(capabilities) && name in capabilities) required.push([`capabilities.${name}`, capabilities[name], 'object']);
  }
  const missing = required.filter(([, value]) => value === undefined).map(([name]) => name);
  const wrong = required.filter(([, value, kind]) => value !== undefined && kindOf(value) !== kind);
  return [
    ...(missing.length ? [`lacks ${some(missing)}`] : []),
    ...wrong.map(([name, value, kind]) => `has ${name} as ${kindOf(value)}, not ${kind === 'string' ? 'a text' : 'an object'}`),
  ];
}
