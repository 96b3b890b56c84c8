import { Fault } from '../model/fault.ts';
import { didYouMeanOneOf } from '../model/nearest.ts';
import { isSecret, isSecretHeader, namesSecret } from '../model/secret.ts';
import type { Secret, Target } from '../model/target.ts';
import { quote } from '../model/text.ts';
import type { IdentityEntry, LoadedConfig } from './config.ts';

/** Each has a connection of its own. */
const MOST = 10;
/** It stands in the names of files and on command lines. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/;
const VARIABLE = /\{\{env:([A-Za-z_]\w*)\}\}/g;

/**
 * The identities of a config with what is configured of each, in its order; empty without any.
 * @throws Fault (config) for too many, for a name that cannot stand in the name of a file, and for a target that there is not
 */
export function identityEntries(loaded: LoadedConfig | null): [name: string, entry: IdentityEntry][] {
  const entries = Object.entries(loaded?.config.identities ?? {});
  if (entries.length > MOST)
    throw new Fault('config', `the config has ${entries.length} identities, and at most ${MOST} are tried`, 'leave some out');
  const bad = entries.find(([name]) => !NAME.test(name));
  if (bad)
    throw new Fault('config', `the identity ${quote(bad[0])} cannot stand in a file name`, 'write up to 40 letters, digits, - and _');
  for (const [name, { targets = [] }] of entries) for (const target of targets) refuseUnknown(target, name, loaded);
  return entries;
}

function refuseUnknown(target: string, identity: string, loaded: LoadedConfig | null): void {
  const names = Object.keys(loaded?.config.targets ?? {});
  if (names.includes(target)) return;
  const message = `"targets" of the identity ${quote(identity)} names ${quote(target)}, and the config has no such target`;
  throw new Fault('config', message, didYouMeanOneOf(target, names, 'leave it out'));
}

/** Whether the tools that an identity may use are those of this adapter; one that no config names may be any. */
export function isOf({ targets }: IdentityEntry, { name }: Target): boolean {
  return targets === undefined || (name !== undefined && targets.includes(name));
}

/** Whether an identity says how it reaches such a target: one that has only a token is nobody over stdio. */
export function reaches({ bearerEnv, headers, env }: IdentityEntry, { kind }: Target): boolean {
  const [isOfHttp, isOfStdio] = [bearerEnv !== undefined || headers !== undefined, env !== undefined];
  return kind === 'http' ? isOfHttp || !isOfStdio : isOfStdio || !isOfHttp;
}

/**
 * The target as an identity reaches it. What lets the target's own caller in over HTTP is left out: without a bearer and headers it is anybody.
 * @throws Fault (config) for a variable that is not set, and for a secret that is written out
 */
export function asIdentity(name: string, entry: IdentityEntry, target: Target, env: NodeJS.ProcessEnv): Target {
  const { bearerEnv, headers = {}, env: variables = {} } = entry;
  if (target.kind === 'stdio') return { ...target, env: { ...target.env, ...filled(name, 'env', variables, env) } };
  const own = filled(name, 'headers', headers, env);
  if (bearerEnv !== undefined) own.Authorization = `Bearer ${variableOf(bearerEnv, `bearerEnv of the identity ${quote(name)}`, env)}`;
  const replaced = new Set(Object.keys(own).map((each) => each.toLowerCase()));
  const kept = Object.entries(target.headers).filter(([each]) => !isSecretHeader(each) && !replaced.has(each.toLowerCase()));
  return { ...target, headers: { ...Object.fromEntries(kept), ...own } };
}

/**
 * The target as the identity of that name reaches it.
 * @throws Fault (config) when the config has none of that name, and as `asIdentity` does
 */
export function identityNamed(name: string, loaded: LoadedConfig | null, target: Target, env: NodeJS.ProcessEnv): Target {
  const entries = identityEntries(loaded);
  const [, entry] = entries.find((each) => each[0] === name) ?? [];
  const names = entries.map(([each]) => each);
  if (entry) return asIdentity(name, entry, target, env);
  const hint = didYouMeanOneOf(name, names, 'name it under "identities" in mcp-adapter.json');
  throw new Fault('config', `the config has no identity ${quote(name)}`, hint);
}

/** The values of the variables that identities name, as far as they are set: tokens, and what else nobody would show. */
export function identitySecrets(loaded: LoadedConfig | null, env: NodeJS.ProcessEnv): Secret[] {
  return Object.values(loaded?.config.identities ?? {}).flatMap(({ bearerEnv, headers, env: variables }) => {
    const token = bearerEnv === undefined ? undefined : env[bearerEnv];
    const texts = [...Object.entries(headers ?? {}), ...Object.entries(variables ?? {})];
    const named = texts.flatMap(([key, text]) =>
      [...text.matchAll(VARIABLE)].flatMap(([, name = '']) => {
        const value = env[name] ?? '';
        return isSecretHeader(key) || isSecret({ name: key, value }) || isSecret({ name, value }) ? [{ name, value }] : [];
      }),
    );
    return [...(bearerEnv !== undefined && token ? [{ name: bearerEnv, value: token }] : []), ...named].filter(({ value }) => value);
  });
}

/** The values with their variables filled in. */
function filled(identity: string, key: 'headers' | 'env', values: Record<string, string>, env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, text]) => {
      const where = `${key}/${name} of the identity ${quote(identity)}`;
      const written = text.replace(VARIABLE, '').replace(/^(?:Bearer|Basic|Token)?\s*$/i, '');
      if (written && ((key === 'headers' && isSecretHeader(name)) || namesSecret(name)))
        throw new Fault(
          'config',
          `${where} is a secret, written out`,
          `set a variable to it, and write "{{env:NAME}}" there${key === 'headers' ? ', or use "bearerEnv"' : ''}`,
        );
      return [name, text.replace(VARIABLE, (_, variable: string) => variableOf(variable, where, env))];
    }),
  );
}

function variableOf(variable: string, where: string, env: NodeJS.ProcessEnv): string {
  const value = env[variable];
  if (!value) throw new Fault('config', `the variable ${variable} (${where}) is not set`, 'set it, or take the identity out of the config');
  return value;
}
