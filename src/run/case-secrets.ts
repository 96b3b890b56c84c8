import { SHORTEST_PART } from '../cases/secrets.ts';
import type { SavedCase } from '../model/saved-case.ts';
import type { Secret } from '../model/target.ts';
import type { Keeping } from './options.ts';
import type { CaseHost } from './play-case.ts';

/**
 * Where the secrets of a case come from, and the key by which they are recognised; neither is looked for when it has none.
 * @param passed what the adapter is given by name, as when the case was recorded
 */
export async function secretsFor(
  saved: SavedCase,
  { project, env }: Keeping,
  passed: readonly Secret[],
): Promise<Pick<CaseHost, 'lookup' | 'mac'>> {
  if (!saved.steps.some(({ secrets }) => secrets.length)) return { lookup: () => undefined, mac: null };
  const { lookupIn, macWith, repositoryKey } = await import('../cases/repository-key.ts');
  const key = await repositoryKey(project, env);
  const lookup = lookupIn(project, env);
  return { lookup: (name) => passed.find((secret) => secret.name === name)?.value ?? lookup(name), mac: key && macWith(key) };
}

/** The values of the secrets that cases refer to, where they are known here: what must not be told while the cases are run. */
export async function secretsOfCases(cases: readonly SavedCase[], { project, env }: Pick<Keeping, 'project' | 'env'>): Promise<Secret[]> {
  const references = cases.flatMap(({ steps }) => steps.flatMap(({ secrets }) => secrets.map(({ ref }) => ref)));
  if (!references.length) return [];
  const { lookupIn } = await import('../cases/repository-key.ts');
  const lookup = lookupIn(project, env);
  return [...new Set(references)].flatMap((reference) => {
    const name = reference.replace(/^env:/, '');
    const value = lookup(name);
    return value && value.length >= SHORTEST_PART ? [{ name, value }] : [];
  });
}
