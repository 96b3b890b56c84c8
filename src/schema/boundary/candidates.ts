import { type JsonObject, keysIn } from '../../model/json.ts';
import { plural } from '../../model/text.ts';
import type { SpotMaker } from './children.ts';
import { replacedIn, textWith } from './replaced.ts';
import type { Spot, Variant } from './spot.ts';
import { spotsOf } from './spots.ts';
import { variantsOf } from './variants/variants.ts';

/** So many cases of one tool are enough. */
const MAX_CASES = 300;

/** Arguments that may become a case, once they are judged. */
export interface Candidate {
  name: string;
  spot: Spot;
  variant: Variant;
  arguments: JsonObject;
  text: string;
  /** What the validator judges. */
  judged: JsonObject;
}

export interface Candidates {
  /** Those that change what the arguments to begin with hold, the whole first: whether they may is judged too. */
  probes: Spot[];
  /** By name: those of one name are alternatives. */
  byName: Map<string, Candidate[]>;
  /** Names of places for which no value is found. */
  lost: string[];
  /** What was left out, as sentences. */
  notes: string[];
}

/**
 * What can be tried with one schema: from each spot in turn the most telling, until there are enough, so that no parameter is without cases
 * because another has many.
 * @param maxBytes of the texts of all of them
 */
export function candidatesFor(base: JsonObject, maker: SpotMaker, maxBytes: number): Candidates {
  const { spots, lost, left } = spotsOf(base, maker);
  const bySpot = spots.map((spot) => ({ spot, queue: namedVariants(spot, maker), taken: new Map<string, Candidate[]>() }));
  const used = new Set<string>();
  let [bytes, many, large] = [0, 0, 0];
  const turns = Math.max(...bySpot.map(({ queue }) => queue.length));
  for (let turn = 0; turn < turns; turn++)
    for (const { spot, queue, taken } of bySpot) {
      const variants = queue[turn];
      if (!variants) continue;
      const made = used.size < MAX_CASES ? candidatesIn(spot, variants, used) : null;
      const size = made ? sizeOf(made) : 0;
      if (!made) many++;
      else if (bytes + size > maxBytes) large++;
      else {
        const [{ name } = { name: '' }] = made;
        used.add(name);
        taken.set(name, made);
        bytes += size;
      }
    }
  const notes = [
    ...(left ? [`${plural(left, 'of its parameters was', 'of its parameters were')} left out`] : []),
    ...(many ? [`${plural(many, 'case')} beyond ${MAX_CASES} ${many === 1 ? 'was' : 'were'} left out`] : []),
    ...(large ? [`${plural(large, 'case')} with long arguments ${large === 1 ? 'was' : 'were'} left out`] : []),
  ];
  return { probes: spots.filter(({ shows }) => shows !== null), byName: new Map(bySpot.flatMap(({ taken }) => [...taken])), lost, notes };
}

/** Alternatives of one name. Two names are the same where a property is called as a case is. */
function candidatesIn(spot: Spot, variants: readonly Variant[], used: ReadonlySet<string>): Candidate[] {
  const label = variants[0]?.name ?? '';
  const name = spot.name && label ? `${spot.name}/${label}` : spot.name || label;
  let free = name;
  for (let again = 2; used.has(free); again++) free = `${name}#${again}`;
  return variants.map((variant) => candidate(free, spot, variant));
}

function sizeOf(candidates: readonly Candidate[]): number {
  return candidates.reduce((sum, { text }) => sum + text.length, 0);
}

/** The variants of a spot in lists of one name. */
function namedVariants(spot: Spot, maker: SpotMaker): Variant[][] {
  const named = new Map<string, Variant[]>();
  const add = (variant: Variant) => named.set(variant.name, [...(named.get(variant.name) ?? []), variant]);
  // The smallest arguments are told as such; of a parameter that is there, what is about a keyword of it says more.
  if (spot.shows && !spot.place) add(spot.shows);
  for (const variant of variantsOf(spot, maker)) add(variant);
  if (spot.shows && spot.place) add(spot.shows);
  return [...named.values()];
}

function candidate(name: string, spot: Spot, variant: Variant): Candidate {
  const { value, json } = variant;
  const keys = keysIn(spot.place);
  const made = replacedIn(spot.base, keys, value);
  const text = json === undefined ? JSON.stringify(made) : textWith(made, keys, json);
  const judged = 'standIn' in variant ? replacedIn(spot.base, keys, variant.standIn) : made;
  return { name, spot, variant, arguments: made, text, judged };
}
