import { isObject, kindOf, member, pointer } from '../model/json.ts';
import { plural, quote } from '../model/text.ts';

/** One complaint of an SDK's result schema (zod): the parts that both majors share. */
export interface SchemaIssue {
  code?: string | undefined;
  path?: readonly PropertyKey[] | undefined;
  expected?: unknown;
  values?: readonly unknown[] | undefined;
  /** For unions: the complaints of each branch. */
  errors?: readonly (readonly SchemaIssue[])[] | undefined;
}

/** What the SDK refuses about `result`, in the words of whoever wrote it: tool by tool for a list, two places at most. */
export function issueWords(issues: readonly SchemaIssue[], result: unknown): string {
  const words = [...new Set(issues.map((issue) => oneIssue(issue, result)))];
  const rest = words.length > 2 ? `; and ${plural(words.length - 2, 'more place')}` : '';
  return words.slice(0, 2).join('; ') + rest;
}

/** The zod issues that an error carries, or has in its message; empty when it is about something else. */
export function issuesOf(error: unknown): SchemaIssue[] {
  if (!isObject(error) && !(error instanceof Error)) return [];
  const issues = 'issues' in error ? error.issues : issuesIn('message' in error ? error.message : null);
  return Array.isArray(issues) ? issues.filter(isObject) : [];
}

/** SDK 2.x keeps its schema's complaints only as JSON inside a sentence. */
function issuesIn(message: unknown): unknown {
  if (typeof message !== 'string') return null;
  try {
    return JSON.parse(message.slice(message.indexOf('[')));
  } catch {
    return null;
  }
}

function oneIssue(issue: SchemaIssue, result: unknown): string {
  const exact = branchOf(issue, result);
  const path = (exact.path ?? []).map((token) => (typeof token === 'number' ? token : String(token)));
  const value = path.reduce<unknown>((at, token) => (Array.isArray(at) ? at[Number(token)] : member(at, String(token))), result);
  const [list, index, ...inside] = path;
  const items = member(result, String(list));
  if (list !== 'tools' || typeof index !== 'number' || !Array.isArray(items)) return sentence(pointer(...path) || 'it', value, exact);
  const name = member(items[index], 'name');
  const subject = typeof name === 'string' ? quote(name, 64) : `tool number ${index + 1}`;
  return inside.length ? `${subject}: ${sentence(pointer(...inside), value, exact)}` : `${subject} ${sentence('', value, exact).trim()}`;
}

/** For a union the branch that the value chose by its `type`, so that the complaint is about what was meant. */
function branchOf(issue: SchemaIssue, result: unknown): SchemaIssue {
  const chosen = (issue.errors ?? []).find((branch) => branch.length > 0 && !branch.some((each) => each.path?.[0] === 'type'));
  const first = chosen?.[0];
  return first ? branchOf({ ...first, path: [...(issue.path ?? []), ...(first.path ?? [])] }, result) : issue;
}

function sentence(place: string, value: unknown, issue: SchemaIssue): string {
  const must = demand(issue);
  if (value === undefined) return `${place} is missing${must ? ` and ${must}` : ''}`;
  if (issue.code === 'invalid_union' && isObject(value)) return `${place} is of type ${shown(value.type)}, which this SDK does not know`;
  return `${place} is ${shown(value)}${must ? `, ${must}` : ', which this SDK refuses'}`;
}

function demand(issue: SchemaIssue): string {
  if (issue.values?.length) return `must be ${issue.values.slice(0, 5).map(shown).join(' or ')}`;
  const article = /^[aeiou]/.test(String(issue.expected)) ? 'an' : 'a';
  return typeof issue.expected === 'string' ? `must be ${article} ${issue.expected === 'record' ? 'object' : issue.expected}` : '';
}

function shown(value: unknown): string {
  if (typeof value === 'string') return quote(value, 40);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : kindOf(value);
}
