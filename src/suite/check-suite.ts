import type { Expectation, Matcher } from '../model/expectation.ts';
import { Fault, messageOf } from '../model/fault.ts';
import { isPointer } from '../model/follow-pointer.ts';
import { isObject, kindOf, member, pointer } from '../model/json.ts';
import { isPattern, regexOf, VALUE_TYPES } from '../model/matcher.ts';
import { didYouMean } from '../model/nearest.ts';
import { grouped, quote, quoteOrKind, shorten } from '../model/text.ts';
import type { StepDocument, SuiteDocument } from './suite-schema.ts';
import { referencesIn, templatesIn } from './template.ts';

const MAX_STEPS = 1_000;

/** What no step has to capture. */
const GIVEN = ['run', 'task', 'site'];

/** Throws at a place, a JSON pointer into the suite. */
type Refuse = (at: string, message: string, hint?: string) => never;

/**
 * Looks at what the schema cannot say: names, pointers, templates, matchers, regular expressions.
 * @param hasSite pages are served already: `{{site}}` needs no folder
 * @throws Fault (config) with `file:line:column`
 */
export function checkSuite(suite: SuiteDocument, place: (pointer: string) => string, hasSite: boolean): void {
  const refuse: Refuse = (at, message, hint = '') => {
    throw new Fault('config', `${place(at)}: ${message}`, hint);
  };
  if (!suite.steps.length) refuse('/steps', 'the suite has no steps');
  if (suite.steps.length > MAX_STEPS)
    refuse(
      pointer('steps', MAX_STEPS),
      `the suite has ${grouped(suite.steps.length)} steps, at most ${grouped(MAX_STEPS)} are run`,
      'write several suites',
    );
  const known = new Set(suite.site === undefined && !hasSite ? ['run'] : ['run', 'site']);
  checkTemplates(suite.task, '/task', known, refuse);
  known.add('task');
  for (const [index, grant] of (suite.grants ?? []).entries())
    checkTemplates(grant.origins, pointer('grants', index, 'origins'), known, refuse);
  const names = new Map<string, string>();
  for (const [index, step] of suite.steps.entries()) {
    const at = pointer('steps', index);
    const name = step.name ?? step.tool;
    const first = names.get(name);
    if (first) refuse(at, `a second step is called ${quote(name)}`, `the first is at ${place(first)}: give one of them another name`);
    names.set(name, at);
    checkTemplates(step.arguments, `${at}/arguments`, known, refuse, true);
    checkExpectation(step.expect ?? {}, `${at}/expect`, refuse);
    checkTemplates(step.expect, `${at}/expect`, known, refuse);
    checkPointers(step, at, refuse);
    for (const captured of Object.keys(step.capture ?? {})) known.add(captured);
  }
}

function checkTemplates(value: unknown, at: string, known: ReadonlySet<string>, refuse: Refuse, takesVariables = false): void {
  for (const template of templatesIn(value)) {
    for (const name of referencesIn(template.text)) {
      if (known.has(name) || (takesVariables && name.startsWith('env:'))) continue;
      if (name.startsWith('env:'))
        refuse(at + template.at, `{{${shorten(name, 60)}}} stands here`, 'variables are filled in only in arguments');
      const names = [...known];
      const hint =
        name === 'site' ? 'say which folder is served: site: ../fixtures/site' : didYouMean(name, names, `known here: ${names.join(', ')}`);
      refuse(at + template.at, `nothing before this captures {{${shorten(name, 60)}}}`, hint);
    }
  }
}

function checkPointers({ capture = {}, ignore = [] }: StepDocument, at: string, refuse: Refuse): void {
  for (const [name, value] of Object.entries(capture)) {
    const here = `${at}/capture${pointer(name)}`;
    if (!/^[A-Za-z_][\w-]*$/.test(name))
      refuse(here, `${quote(name)} is no name for {{…}}`, 'a name has letters, digits, _ and -, and begins with a letter');
    if (GIVEN.includes(name)) refuse(here, `{{${name}}} is given already`, 'capture it under another name');
    checkPointer(value, here, refuse);
  }
  for (const [index, value] of ignore.entries()) checkPointer(value, `${at}/ignore${pointer(index)}`, refuse);
}

function checkPointer(value: unknown, at: string, refuse: Refuse): void {
  if (typeof value === 'string' && isPointer(value)) return;
  const hint = 'write where it is in the result as keys with / in front of each: /orders/0/id; ~1 stands for / in a key, ~0 for ~';
  refuse(at, `${quoteOrKind(value)} is no JSON pointer`, hint);
}

function checkExpectation({ text, json = {} }: Expectation, at: string, refuse: Refuse): void {
  if (text !== undefined && typeof text !== 'string') {
    const regex = member(text, 'regex');
    if (typeof regex !== 'string' || Object.keys(text).length !== 1) refuse(`${at}/text`, 'this is neither a text nor {regex: …}');
    checkRegex(regex, `${at}/text`, refuse);
  }
  for (const [where, matcher] of Object.entries(json)) {
    const here = `${at}/json${pointer(where)}`;
    checkPointer(where, here, refuse);
    if (isPattern(matcher)) checkPattern(matcher, here, refuse);
  }
}

function checkPattern(matcher: Matcher, at: string, refuse: Refuse): void {
  const hint = 'a value with members of such names cannot be compared whole: expect each member by its own pointer';
  for (const [key, wanted] of Object.entries(isObject(matcher) ? matcher : {})) {
    const here = at + pointer(key);
    if (key === 'type' && !VALUE_TYPES.some((type) => type === wanted))
      refuse(here, `${quoteOrKind(wanted)} is no type`, didYouMean(String(wanted), VALUE_TYPES, `types are ${VALUE_TYPES.join(', ')}`));
    if (key === 'regex') checkRegex(wanted, here, refuse);
    if ((key === 'min' || key === 'max') && typeof wanted !== 'number') refuse(here, `${key} is ${kindOf(wanted)}, not a number`, hint);
    if (key === 'any' && wanted !== true) refuse(here, 'any can only be true', hint);
  }
}

function checkRegex(regex: unknown, at: string, refuse: Refuse): void {
  if (typeof regex !== 'string') refuse(at, `the regex is ${kindOf(regex)}, not a text`);
  if (referencesIn(regex).length) refuse(at, 'a regex takes no {{…}}', 'match the part that is always the same');
  try {
    regexOf(regex);
  } catch (error) {
    refuse(at, `the regex does not compile: ${shorten(messageOf(error), 200)}`);
  }
}
