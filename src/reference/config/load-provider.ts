import { resolve } from 'node:path';
import type { CallJson, ProviderJson } from '../../config/reference-json.ts';
import { quote, some } from '../../model/text.ts';
import { mistake, pointerAt, type Reading, urlAt } from './reading.ts';
import type { HttpProfilesCall, HttpProfilesConfig, ProviderConfig } from './reference-config.ts';

/** Which members each kind has, those that it must have first. */
const MEMBERS = {
  local: { needed: [], more: ['browser', 'isolation'] },
  cdp: { needed: ['endpoint'], more: ['headersEnv', 'egress'] },
  'http-profiles': {
    needed: ['baseUrl', 'profiles', 'start', 'stop', 'endpoint'],
    more: ['headersEnv', 'status', 'success', 'busy', 'ratePerSecond'],
  },
} as const;

/**
 * The provider with everything that was left out.
 * @throws Fault for a member that its kind does not have, or lacks
 */
export function providerFrom(json: ProviderJson, reading: Reading): ProviderConfig {
  checkMembers(json, reading);
  if (json.kind === 'local') {
    const { browser = null, isolation = 'context' } = json;
    return { kind: 'local', isolation, browser: browser === null || browser === 'embedded' ? browser : resolve(reading.folder, browser) };
  }
  const { headersEnv = {}, endpoint = '' } = json;
  if (json.kind === 'http-profiles') return { ...profilesFrom(json, reading), headersEnv, endpoint };
  const url = urlAt(reading, '/provider/endpoint', endpoint, ['http', 'https', 'ws', 'wss']);
  return { kind: 'cdp', endpoint: url, headersEnv, egress: json.egress ?? 'adapter' };
}

function checkMembers(json: ProviderJson, reading: Reading): void {
  const { needed, more } = MEMBERS[json.kind];
  const known: readonly string[] = ['kind', ...needed, ...more];
  const foreign = Object.keys(json).find((key) => !known.includes(key));
  if (foreign !== undefined)
    throw mistake(
      reading,
      `/provider/${foreign}`,
      `a provider of kind ${quote(json.kind)} has no ${quote(foreign)}`,
      `it has ${some(known, 12)}`,
    );
  const missing = needed.find((key) => json[key] === undefined);
  if (missing !== undefined) throw mistake(reading, '/provider', `a provider of kind ${quote(json.kind)} needs ${quote(missing)}`);
}

function profilesFrom(json: ProviderJson, reading: Reading): Omit<HttpProfilesConfig, 'headersEnv' | 'endpoint'> {
  const { baseUrl = '', profiles = {}, start, stop, status = null, success = null, busy = null, ratePerSecond = 5 } = json;
  for (const [name, each] of Object.entries({ success, busy })) if (each) pointerAt(reading, `/provider/${name}/pointer`, each.pointer);
  return {
    kind: 'http-profiles',
    baseUrl: urlAt(reading, '/provider/baseUrl', baseUrl, ['http', 'https']),
    profiles,
    start: callFrom(start),
    stop: callFrom(stop),
    status: status && callFrom(status),
    success,
    busy,
    ratePerSecond,
  };
}

function callFrom({ method = 'GET', path, body = null }: CallJson = { path: '' }): HttpProfilesCall {
  return { method, path, body };
}
