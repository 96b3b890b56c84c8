import { resolve } from 'node:path';
import type { ProxyJson, ReferenceJson, RegionJson } from '../../config/reference-json.ts';
import { REFERENCE_SCHEMA } from '../../config/reference-schema.ts';
import { isObject, pointer } from '../../model/json.ts';
import { quote } from '../../model/text.ts';
import { problemWords } from '../../schema/problem-words.ts';
import { portOf } from '../guard/host-rule.ts';
import { providerFrom } from './load-provider.ts';
import { mistake, originAt, pointerAt, type Reading, urlAt, variableAt } from './reading.ts';
import type { CredentialConfig, ReferenceConfig, ReferenceLimits, RegionConfig, UpstreamConfig } from './reference-config.ts';

const MIB = 1024 * 1024;
const LIMITS: ReferenceLimits = {
  environments: 10,
  environmentsPerPurpose: 5,
  preparesPerHour: 120,
  idleMinutes: 10,
  lifetimeMinutes: 60,
  pages: 10,
  fileBytes: MIB,
  filesBytes: 200 * MIB,
};
const WEB = ['http', 'https'];

/**
 * The `reference` section with everything that was left out: paths are absolute, and what stands in environment variables is read.
 * @throws Fault (config) with the place of the first thing that is wrong in it; an unknown key names the nearest known one
 */
export async function loadReference(json: unknown, { folder, env }: Pick<Reading, 'folder' | 'env'>): Promise<ReferenceConfig> {
  const reading: Reading = { folder, env, place: (at) => `reference${at}` };
  await checkShape(json, reading);
  if (!isReferenceJson(json)) throw new Error('a value that fits its schema is no section');
  return referenceFrom(json, reading);
}

/**
 * The same for a section that fits its schema already, as that of a config that was loaded.
 * @throws Fault (config) for what a schema cannot say
 */
export function referenceFrom(json: ReferenceJson, reading: Reading): ReferenceConfig {
  const { provider = { kind: 'local' }, regions, echo, targets = [], credentials = {} } = json;
  const echoUrl = urlAt(reading, '/echo/url', echo.url, WEB);
  const read = {
    provider: providerFrom(provider, reading),
    regions: mapped(regions, '/regions', (region, at) => regionFrom(region, at, echoUrl, reading)),
  };
  const own = ownServices(read);
  return {
    ...read,
    echo: { url: echoUrl, pointer: pointerAt(reading, '/echo/pointer', echo.pointer ?? '/ip') },
    allowHosts: json.allowHosts ?? null,
    denyHosts: json.denyHosts ?? [],
    privateHosts: (json.privateHosts ?? []).map((host, index) => privateHost(host, pointer('privateHosts', index), own, reading)),
    targets: targets.map(({ file, origin }, index) => ({
      file: resolve(reading.folder, file),
      origin: origin === undefined ? null : originAt(reading, pointer('targets', index, 'origin'), origin),
    })),
    credentials: mapped(credentials, '/credentials', (credential, at) => credentialFrom(credential, at, reading)),
    limits: { ...LIMITS, ...json.limits },
    writes: json.writes ?? 'refused',
  };
}

async function checkShape(json: unknown, reading: Reading): Promise<void> {
  const { validateValue } = await import('../../schema/validate.ts');
  const [problem] = validateValue(REFERENCE_SCHEMA, json).problems;
  if (!problem) return;
  const { message, hint } = problemWords(problem, REFERENCE_SCHEMA, 'the section');
  throw mistake(reading, problem.at, message, hint);
}

/** Validated against its schema just before. */
function isReferenceJson(json: unknown): json is ReferenceJson {
  return isObject(json);
}

function mapped<From, To>(entries: Record<string, From>, at: string, make: (entry: From, at: string) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, make(entry, at + pointer(name))]));
}

function regionFrom({ proxy = null, addresses, warmUp }: RegionJson, at: string, echoUrl: string, reading: Reading): RegionConfig {
  return {
    proxy: proxy && upstreamFrom(proxy, `${at}/proxy`, reading),
    addresses,
    warmUp: warmUp === undefined ? echoUrl : urlAt(reading, `${at}/warmUp`, warmUp, WEB),
  };
}

function upstreamFrom(proxy: ProxyJson, at: string, reading: Reading): UpstreamConfig {
  const { username, usernameEnv, password, passwordEnv } = proxy;
  return {
    url: urlAt(reading, `${at}/url`, proxy.url, ['http', 'https', 'socks5']),
    username: usernameEnv === undefined ? (username ?? null) : variableAt(reading, `${at}/usernameEnv`, usernameEnv),
    password: passwordEnv === undefined ? (password ?? null) : variableAt(reading, `${at}/passwordEnv`, passwordEnv),
  };
}

/** What pages must never reach: who can start browsers, control them, or dial for them. */
function ownServices({ provider, regions }: Pick<ReferenceConfig, 'provider' | 'regions'>): string[] {
  const ofProvider = provider.kind === 'local' ? [] : [provider.kind === 'cdp' ? provider.endpoint : provider.baseUrl];
  return [...ofProvider, ...Object.values(regions).flatMap(({ proxy }) => (proxy ? [proxy.url] : []))].map(placeOf);
}

/** Host and port of a URL, whatever its scheme, in one spelling. */
function placeOf(text: string): string {
  const url = new URL(text);
  return `${new URL(`http://${url.hostname}`).hostname}:${portOf(url)}`;
}

function privateHost(text: string, at: string, own: readonly string[], reading: Reading): string {
  if (!/^[^\s/@?#]+:\d{1,5}$/.test(text) || !URL.canParse(`http://${text}`))
    throw mistake(reading, at, `${quote(text)} is not of the form host:port`, 'name each port: 127.0.0.1:8080');
  if (own.includes(placeOf(`http://${text}`)))
    throw mistake(reading, at, `${quote(text)} is what environments are made with: any page could use it`, 'leave it out');
  return text;
}

function credentialFrom(
  { origin, value, env }: { origin: string; value?: string; env?: string },
  at: string,
  reading: Reading,
): CredentialConfig {
  if ((value === undefined) === (env === undefined))
    throw mistake(
      reading,
      at,
      'it needs exactly one of "value" and "env"',
      'env names the variable that holds it, which keeps it out of the file',
    );
  return { origin: originAt(reading, `${at}/origin`, origin), value: value ?? variableAt(reading, `${at}/env`, env ?? '') };
}
