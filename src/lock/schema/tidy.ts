import { pointer } from '../../model/json.ts';
import { kindOfBound, roundedToIntegers } from './bound.ts';
import type { Facts } from './facts.ts';
import type { Place } from './source.ts';

/** One form for what can be said in several. */
export function tidy(facts: Facts): void {
  const { kinds, values, bounds, demands } = facts;
  if (demands.delete('multipleOf 1')) facts.integer = true;
  if (facts.integer) roundedToIntegers(bounds);
  for (const keyword of bounds.keys()) if (!kinds.has(kindOfBound(keyword))) bounds.delete(keyword);
  const numbers = facts.integer ? values.get('number') : undefined;
  for (const [json, value] of numbers ?? []) if (!Number.isInteger(value)) numbers?.delete(json);
  for (const [kind, listed] of values) {
    if (!listed.size) kinds.delete(kind);
    // There is one null, and there are two booleans.
    if (!kinds.has(kind) || kind === 'null' || (kind === 'boolean' && listed.size === 2)) values.delete(kind);
  }
  if (!kinds.has('number')) facts.integer = false;
  closeUnevaluated(facts);
}

/** Where nothing else could have looked at a member, what is not evaluated is what is not declared. */
function closeUnevaluated({ members, opaque, unions }: Facts): void {
  const [unevaluated] = opaque;
  if (unevaluated?.keyword !== 'unevaluatedProperties' || opaque.length > 1 || unions.length) return;
  opaque.pop();
  if (members.some(({ additional }) => additional !== undefined)) return;
  const declared = (names: Iterable<string>) =>
    new Map([...names].map((name): [string, Place] => [name, { schema: true, at: unevaluated.at + pointer(name) }]));
  members.push({
    properties: declared(members.flatMap(({ properties }) => [...properties.keys()])),
    patterns: declared(members.flatMap(({ patterns }) => [...patterns.keys()])),
    additional: unevaluated.parts[0],
  });
}
