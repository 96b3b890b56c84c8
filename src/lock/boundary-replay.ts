import { keysIn } from '../model/json.ts';
import { plural, shorten } from '../model/text.ts';
import type { BoundaryCase } from '../schema/boundary/boundary-case.ts';
import { boundaryCases } from '../schema/boundary/boundary-cases.ts';
import { judgeAllValues } from '../schema/judge-schemas.ts';
import type { ValueVerdict } from '../schema/verdicts.ts';
import type { Difference } from './difference.ts';
import { isBreaking } from './weight.ts';

/** A tool whose input schema changed, with what comparing the schemas found. */
interface ChangedInput {
  tool: string;
  before: unknown;
  after: unknown;
  differences: readonly Difference[];
}

/** A call that the old schema allowed and the new one refuses. */
interface Refused {
  call: BoundaryCase;
  /** Where, as JSON pointers into the arguments, and by which keyword. */
  violations: Violation[];
}

type Violation = ValueVerdict['violations'][number];

/** Keywords that are broken because of what stands deeper in the value. */
const BRANCHING = ['anyOf', 'oneOf', 'if', 'not', 'contains'];
/** A difference in one of these can be about anything within the value. */
const BROAD = ['anyOf', 'oneOf', 'allOf', 'not', 'if', 'then', 'else', 'dependentSchemas', '$ref', '$defs', 'definitions'];

/**
 * The second opinion on changed input schemas: calls on the edges of the old schema, judged by the new one. One that is refused now for what no
 * breaking difference explains is a breaking change, whatever comparing the schemas says; where all are still allowed, it says how many. The
 * differences of each input, in order; takes as long as the validator does, which has limits of its own.
 */
export async function withReplays(inputs: readonly ChangedInput[]): Promise<Difference[][]> {
  if (inputs.length === 0) return [];
  const made = await boundaryCases(inputs.map(({ before }) => ({ schema: before })));
  const tried = made.map(({ cases }) => cases.filter(({ kind }) => kind !== 'invalid'));
  const judge = (side: 'before' | 'after', calls: readonly BoundaryCase[][]) =>
    judgeAllValues(inputs.map((input, index) => ({ schema: input[side], values: (calls[index] ?? []).map((each) => each.arguments) })));
  const old = await judge('before', tried);
  // What an adapter may take or refuse need not be what the schema allows, such as an undeclared `__proto__`.
  const allowed = tried.map((calls, index) => calls.filter((_, call) => outermost(old[index]?.[call]?.violations ?? []).length === 0));
  const now = await judge('after', allowed);
  return inputs.map((input, index) => withReplay(input, allowed[index] ?? [], now[index] ?? [], made[index]?.reason ?? ''));
}

function withReplay(input: ChangedInput, calls: readonly BoundaryCase[], verdicts: readonly ValueVerdict[], reason: string): Difference[] {
  const { tool, before, after, differences } = input;
  const undecided = differences.filter(({ rule }) => rule === 'schema-undecided');
  const adding = (words: string, to: readonly Difference[] = undecided) =>
    differences.map((each) => (to.includes(each) ? { ...each, message: `${each.message}: ${words}` } : each));
  if (calls.length === 0) return adding(`no call could be made to try it${reason ? ` (${shorten(reason, 200)})` : ''}`);
  const unjudged = verdicts.find((verdict) => verdict.unjudged !== null)?.unjudged ?? null;
  if (unjudged !== null) {
    const why = `nothing can be judged by the new schema (${shorten(unjudged, 200)})`;
    const undecidable = 'whether calls that were right still are cannot be decided';
    const astray = differences.filter(({ rule }) => rule === 'network-ref');
    if (astray.length) return adding(`${undecidable}, as nothing is fetched`, astray);
    if (undecided.length || differences.some(isBreaking)) return adding(why);
    return [...differences, { rule: 'schema-undecided', tool, at: '/inputSchema', message: `${undecidable}: ${why}`, before, after }];
  }
  const refused = calls.flatMap((call, index): Refused[] => {
    const violations = outermost(verdicts[index]?.violations ?? []).filter((each) => !isExplained(each, differences));
    return violations.length ? [{ call, violations }] : [];
  });
  if (refused.length === 0) {
    const still = verdicts.filter(({ violations }) => violations.length === 0).length;
    const all = `${still < calls.length ? `${still} of ` : ''}${plural(calls.length, 'call')}`;
    return adding(`${all} that the old one allowed ${still === 1 ? 'is' : 'are'} still allowed`);
  }
  // By the difference that could not be decided until now; without one it is news.
  const groups = new Map<Difference | undefined, Refused[]>();
  for (const each of refused) {
    const about = undecided.find(({ at }) => each.violations.some((violation) => isAbout(at ?? '', violation)));
    groups.set(about, [...(groups.get(about) ?? []), each]);
  }
  return [...differences.filter((each) => !groups.has(each)), ...[...groups].map(([about, group]) => narrowing(input, about, group))];
}

/** The plainest of the calls that are refused now, in the place of the difference that could not be decided. */
function narrowing({ tool, before, after }: ChangedInput, undecided: Difference | undefined, group: readonly Refused[]): Difference {
  const [plainest] = [...group].sort((a, b) => a.call.text.length - b.call.text.length || (a.call.text < b.call.text ? -1 : 1));
  const keywords = [...new Set(plainest?.violations.map(({ keyword }) => keyword))].slice(0, 3).join(', ');
  const more = group.length > 1 ? `; so it is with ${group.length - 1} more of the calls that were tried` : '';
  return {
    rule: 'schema-narrowed',
    tool,
    at: undecided?.at ?? '/inputSchema',
    message: `the new schema refuses ${shorten(plainest?.call.text ?? '', 200)}, which the old one allowed (${keywords})${more}`,
    before: undecided ? undecided.before : before,
    after: undecided ? undecided.after : after,
  };
}

/** What is refused within a branch only says why the branch was not taken. A format is an annotation, and compared as one. */
function outermost(violations: readonly Violation[]): Violation[] {
  const branching = violations.filter(({ keyword }) => BRANCHING.includes(keyword));
  const isInside = ({ at, keyword }: Violation) =>
    branching.some((outer) => at.startsWith(`${outer.at}/`) || (at === outer.at && !BRANCHING.includes(keyword)));
  return violations.filter((each) => each.keyword !== 'format' && !isInside(each));
}

function isExplained(violation: Violation, differences: readonly Difference[]): boolean {
  return differences.some((difference) => isBreaking(difference) && isAbout(difference.at ?? '', violation));
}

/** True when the place of a schema is one for which a value is refused at this place of the arguments. */
function isAbout(at: string, { at: place, keyword }: Violation): boolean {
  const [described, keys] = [describedBy(at), keysIn(place)];
  const shared = Math.min(described.length, keys.length);
  if (described.slice(0, shared).some((key, index) => key !== null && key !== keys[index])) return false;
  if (keys.length === described.length) return true;
  const words = keysIn(at);
  const isProperty = ['properties', 'patternProperties'].includes(words.at(-2) ?? '');
  if (keys.length > described.length) return words.length === 1 || isProperty || words.some((word) => BROAD.includes(word));
  // An object is refused for a property of its own, and a choice for whatever stands in it.
  return BRANCHING.includes(keyword) || (keys.length === described.length - 1 && isProperty);
}

/** The place in the arguments that a place in the input schema describes; null for any item or member. As far as it can be told. */
function describedBy(at: string): (string | null)[] {
  const keys = keysIn(at).slice(1);
  const described: (string | null)[] = [];
  for (let index = 0; index < keys.length; index++) {
    const keyword = keys[index] ?? '';
    if (keyword === '$defs' || keyword === 'definitions') return [];
    if (keyword === 'properties') described.push(keys[++index] ?? null);
    else if (['anyOf', 'oneOf', 'allOf', 'prefixItems', 'patternProperties', 'dependentSchemas'].includes(keyword)) {
      const child = keys[++index];
      if (child !== undefined && keyword === 'prefixItems') described.push(child);
      if (child !== undefined && keyword === 'patternProperties') described.push(null);
    } else if (keyword === 'items' || keyword === 'contains' || keyword === 'additionalProperties') {
      // Nothing behind it: the keyword itself is meant, which speaks of the whole.
      if (index + 1 < keys.length) described.push(null);
    }
  }
  return described;
}
