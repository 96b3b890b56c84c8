import { childOf, isObject, keysIn, kindOf } from '../../model/json.ts';
import { isModern } from '../../model/protocol.ts';
import { quote } from '../../model/text.ts';
import type { ToolDeclaration } from '../../model/tool.ts';
import type { SchemaProblem } from '../../schema/verdicts.ts';
import type { Context, Hit, ToolRule } from '../rule.ts';
import { oldBounds } from './old-bounds.ts';
import { allParts, place, SIDES, type Side } from './parts.ts';
import { wrongRequired } from './required-not-array.ts';
import { typeMeantBy } from './type-names.ts';

const REFUSED = 'validators and model APIs refuse the schema';
const object = (properties: unknown, more = {}) => ({ inputSchema: { type: 'object', properties, ...more } });

export const invalid: ToolRule = {
  id: 'schema/invalid',
  on: 'tool',
  severity: 'error',
  clause: '2026-07-28 basic/index, "JSON Schema": a schema MUST be valid in its dialect',
  why: 'Model APIs refuse every request with such a tool, and validators fail.',
  fix: 'write what JSON Schema knows: the types are string, number, integer, boolean, object, array and null',
  examples: {
    good: [
      object({ type: { type: 'string', enum: ['int'] }, items: { type: 'integer', default: 'x', example: 1 } }, { 'x-note': 1 }),
      object({ code: { type: 'string', pattern: '^[\\w\\-]+$' } }),
    ],
    bad: [
      object({ n: { type: 'int' }, f: { type: 'any' }, l: { type: 'string', minLength: -1 } }),
      object([]),
      object({ n: { type: null } }),
      object({ n: 'string' }),
      object({ n: { enum: 'a' } }),
      object({}, { required: ['a', 'a'] }),
      object({ n: { pattern: '(?P<year>[0-9]+)' } }),
      { outputSchema: { type: 'object', properties: { n: { type: ['string', 'int'] } } } },
    ],
  },
  *check(tool, context) {
    const told = toldElsewhere(tool, context);
    for (const side of SIDES) {
      const verdict = context.schemas[side].get(tool.index);
      const problems = (verdict?.problems ?? []).map((problem) => ({ ...problem, at: `/${side}${problem.at}` }));
      const hits = problems
        .filter(({ at }) => !told.has(at) && !problems.some((other) => other.at.startsWith(`${at}/`)))
        .flatMap((problem) => {
          const hit = hitOf(problem, keysIn(problem.at).reduce<unknown>(childOf, tool.raw), side);
          return hit ? [{ at: problem.at, subject: place(problem.at), ...hit }] : [];
        });
      // Said once: of several problems the list is telling enough.
      for (const hit of hits) yield hits.length > 1 || hit.severity ? hit : { ...hit, message: `${hit.message}; ${REFUSED}` };
    }
  },
};

/** Places that a rule of their own speaks about. */
function toldElsewhere(tool: ToolDeclaration, { evidence }: Context): Set<string> {
  const places = [...wrongRequired(tool), ...oldBounds(tool)].map(({ at }) => at);
  const tuples = allParts(tool).flatMap(({ at, schema }) => (Array.isArray(schema.items) ? [`${at}/items`] : []));
  const output = evidence.revisions.every(isModern) ? [] : ['/outputSchema/type'];
  return new Set([...places, ...tuples, '/inputSchema/type', ...output]);
}

function hitOf(problem: SchemaProblem, value: unknown, side: Side): (Partial<Hit> & { message: string }) | null {
  const keyword = problem.at.slice(problem.at.lastIndexOf('/') + 1);
  if (problem.keyword === 'pattern' || (problem.keyword === 'format' && keyword === 'pattern')) {
    if (keyword === 'pattern' && typeof value === 'string') return badPattern(value, side);
  }
  if (problem.keyword === 'enum' && /\/type(\/\d+)?$/.test(problem.at)) return badType(value);
  if (keyword === 'properties' && Array.isArray(value))
    return { message: `a list instead of an object`, fix: 'write {} for no properties (in PHP: new stdClass(), not [])' };
  if (value === null) return { message: `null, where JSON Schema ${problem.message}`, fix: 'leave out what has no value' };
  if (problem.keyword === 'uniqueItems') return { message: `names the same entry twice`, fix: 'name each entry once' };
  return { message: `${shown(value)} ${problem.message}`, fix: `correct the value: it ${problem.message}` };
}

function badType(value: unknown): { message: string; fix?: string } {
  if (typeof value !== 'string') return { message: `${shown(value)} is no JSON Schema type`, fix: 'name a type, or leave "type" out' };
  const meant = typeMeantBy(value);
  const message = `${quote(value, 40)} is no JSON Schema type${meant ? ` (${meant}?)` : ''}`;
  if (meant === undefined)
    return { message, fix: 'leave "type" out where any value is meant; else use string, number, integer, boolean, object, array or null' };
  return meant === value.toLowerCase() ? { message, fix: 'write the names of types in lower case' } : { message };
}

/** Only clients in JavaScript compile a pattern, and of these most only for results: elsewhere it SHOULD be ECMA-262, no more. */
function badPattern(pattern: string, side: Side): (Partial<Hit> & { message: string }) | null {
  const readable = compiles(pattern);
  if (side === 'inputSchema' && readable) return null;
  const lost =
    side === 'outputSchema'
      ? 'SDK clients cannot compile the outputSchema and lose the whole list'
      : 'clients in JavaScript cannot validate with it';
  return {
    severity: side === 'outputSchema' ? 'error' : 'warning',
    message: `${quote(pattern, 60)} is no regular expression of ECMA-262${readable ? ' with the u flag' : ''}; ${lost}`,
    fix: 'write it in the syntax of JavaScript: (?<name>…) for (?P<name>…), ^ and $ for \\A and \\Z, no (?i), no needless backslash',
  };
}

function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern);
    return true;
  } catch {
    return false;
  }
}

function shown(value: unknown): string {
  if (typeof value === 'string') return quote(value, 40);
  return isObject(value) || Array.isArray(value) || value === undefined ? `${kindOf(value)}:` : String(value);
}
