import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findCases } from '../cases/find-cases.ts';
import { readCase } from '../cases/read-case.ts';
import type { LoadedConfig } from '../config/config.ts';
import { siteName } from '../model/case-site.ts';
import { Fault, messageOf } from '../model/fault.ts';
import { isObject, type JsonObject, member } from '../model/json.ts';
import { masker } from '../model/secret.ts';
import { type Launch, launchOf, type Secret, type Target } from '../model/target.ts';
import { maskedJson } from '../run/masked-json.ts';
import type { Suite } from '../suite/suite.ts';
import type { Io } from './io.ts';

/** A site is a few pages; what is larger is copied by hand. */
const MAX_SITE_BYTES = 16 * 1024 * 1024;

/**
 * Completes what `--out` collects, so that `replay DIR` elsewhere needs nothing more: a config that names the adapter (without secrets), and
 * the pages of the suites. Of the identities those are in it that its cases were called as; their tokens stay in the environment.
 * @throws Fault (usage) when the folder cannot be written
 */
export async function writeOut(
  out: string,
  it: { target: Target | null; suites: readonly Suite[]; secrets: readonly Secret[]; loaded: LoadedConfig | null },
  io: Io,
): Promise<void> {
  const folder = resolve(io.cwd, out);
  try {
    mkdirSync(folder, { recursive: true });
    const config = join(folder, 'mcp-adapter.json');
    // The author's own config is no copy to be made anew.
    if (config !== it.loaded?.file)
      writeFileSync(config, `${JSON.stringify(withEarlier({ ...configOf(it), ...identitiesIn(folder, it) }, config), null, 2)}\n`);
    for (const site of new Set(it.suites.flatMap((suite) => (suite.site ? [suite.site] : [])))) {
      const to = join(folder, siteName(folder, site));
      if (to !== site) copySite(site, to);
    }
  } catch (error) {
    throw new Fault('usage', `--out ${folder} cannot be written: ${messageOf(error)}`, 'name a folder that can be written');
  }
}

/** What the adapter was started with, as a config says it: values of secrets stay out, absolute folders in. */
function configOf({ target, secrets, loaded }: Parameters<typeof writeOut>[1]): JsonObject {
  const mask = masker(secrets);
  const { risks, secrets: names } = loaded?.config ?? {};
  const more = { ...(risks ? { risks } : {}), ...(names ? { secrets: names } : {}) };
  // The bundled adapter is there wherever this is replayed.
  if (!target) return { targets: {}, ...more };
  const start = launchOf(target);
  const launch = start && withoutSecrets(start, secrets);
  const name = target.name ?? 'adapter';
  const entry = target.kind === 'stdio' ? { stdio: launch } : { http: { url: mask(target.url), ...(launch ? { start: launch } : {}) } };
  return { targets: { [name]: entry }, ...more };
}

/** Who the cases in the folder are called as. */
function identitiesIn(folder: string, { secrets, loaded }: Parameters<typeof writeOut>[1]): JsonObject {
  const entries = Object.entries(loaded?.config.identities ?? {});
  if (!entries.length) return {};
  const cases = findCases([folder], folder).map(({ file, shown }) => readCase(file, shown));
  const callers = new Set(cases.flatMap((each) => (each.ok ? [each.case.target.identity] : [])));
  // That they are of these targets is plain there, and the others are missing.
  const named = entries.filter(([name]) => callers.has(name)).map(([name, { targets: _, ...entry }]) => [name, entry]);
  return named.length ? { identities: maskedJson(Object.fromEntries(named), masker(secrets)) } : {};
}

/** With the targets that an earlier run has written there: `--transport both` writes one after the other. */
function withEarlier(made: JsonObject, file: string): JsonObject {
  const earlier = existsSync(file) ? member(JSON.parse(readFileSync(file, 'utf8')), 'targets') : {};
  const targets = isObject(earlier) ? { ...earlier } : {};
  for (const [name, entry] of Object.entries(made.targets ?? {}))
    targets[name] = { ...(isObject(targets[name]) ? targets[name] : {}), ...entry };
  return { ...made, targets };
}

function withoutSecrets({ command, args, cwd, env, inheritEnv }: Launch, secrets: readonly Secret[]): Launch {
  const mask = masker(secrets);
  const plain = Object.entries(env).filter(
    ([name, value]) => mask(JSON.stringify({ [name]: value })) === JSON.stringify({ [name]: value }),
  );
  return { command: mask(command), args: args.map(mask), ...(cwd ? { cwd } : {}), env: Object.fromEntries(plain), inheritEnv };
}

function copySite(site: string, to: string): void {
  let left = MAX_SITE_BYTES;
  cpSync(site, to, {
    recursive: true,
    filter: (from) => {
      const stats = lstatSync(from);
      if (stats.isFile()) left -= stats.size;
      return left >= 0 && !stats.isSymbolicLink();
    },
  });
}
