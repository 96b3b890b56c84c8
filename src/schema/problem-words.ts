import { keysIn, member } from '../model/json.ts';
import { didYouMean } from '../model/nearest.ts';
import { quote } from '../model/text.ts';
import type { SchemaProblem } from './verdicts.ts';

/** What is wrong with a file that a person wrote, and what to do about it: an unknown key names the nearest that the schema knows there. */
export function problemWords({ at, keyword, message }: SchemaProblem, schema: unknown, whole: string): { message: string; hint: string } {
  const keys = keysIn(at);
  const key = keys.at(-1) ?? '';
  if (keyword === 'additionalProperties') {
    const known = keysKnownAt(schema, keys.slice(0, -1));
    return { message: `unknown key ${quote(key)}`, hint: didYouMean(key, known, `known keys here: ${known.join(', ')}`) };
  }
  return { message: keyword === 'required' ? `the key ${quote(key)} is missing` : `${at || whole} ${message}`, hint: '' };
}

function keysKnownAt(schema: unknown, path: readonly string[]): string[] {
  let here = schema;
  for (const key of path) here = member(member(here, 'properties'), key) ?? member(here, 'items') ?? member(here, 'additionalProperties');
  return Object.keys(member(here, 'properties') ?? {});
}
