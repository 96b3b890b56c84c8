import { statSync } from 'node:fs';
import { dirname, parse, resolve } from 'node:path';
import { Fault } from '../model/fault.ts';
import { isObject, keysIn, member, pointer } from '../model/json.ts';
import { quote, quoteOrKind } from '../model/text.ts';
import { isObvious } from '../schema/obvious.ts';
import { checkSuite } from './check-suite.ts';
import { SUITE_FORMAT, type Suite, type SuiteStep } from './suite.ts';
import { type StepDocument, SUITE_SCHEMA, type SuiteDocument } from './suite-schema.ts';
import { readYamlFile } from './yaml-file.ts';

/**
 * Reads a suite from YAML or JSON, defaults filled in.
 * @param shown the file as messages name it
 * @param hasSite pages are served already: `{{site}}` needs no folder
 * @throws Fault (config) with `file:line:column` for the first thing that is wrong in it
 */
export async function readSuite(file: string, shown: string, hasSite = false): Promise<Suite> {
  const { value, place } = readYamlFile(file, shown);
  checkFormat(value, place);
  await checkShape(value, place);
  if (!isSuiteDocument(value)) throw new Error('a value that fits its schema is no suite');
  checkSuite(value, place, hasSite);
  const { task = 'smoke-{{run}}', grants = [], steps } = value;
  return {
    file,
    name: parse(file).name,
    site: siteOf(file, value, place),
    task,
    grants: grants.map(({ tools, origins = [] }) => ({ tools, origins })),
    steps: steps.map((step, index) => stepOf(step, place(pointer('steps', index)))),
  };
}

function stepOf(step: StepDocument, place: string): SuiteStep {
  const { tool, name = tool, arguments: args = {}, expect = { ok: true }, capture = {}, ignore = [] } = step;
  return { name, tool, arguments: args, expect, capture, ignore, place };
}

function checkFormat(value: unknown, place: (pointer: string) => string): void {
  const format = member(value, 'format');
  if (format === SUITE_FORMAT) return;
  const hint = `a suite begins with  format: ${SUITE_FORMAT}`;
  if (format === undefined) throw new Fault('config', `${place('')}: the key "format" is missing`, hint);
  const version = typeof format === 'string' ? /^mcp-adapter\/smoke@(\d+)$/.exec(format)?.[1] : undefined;
  if (Number(version) > 1)
    throw new Fault(
      'config',
      `${place('/format')}: ${quote(String(format))} was made for a newer mcp-adapter`,
      `this one reads ${SUITE_FORMAT}`,
    );
  throw new Fault('config', `${place('/format')}: the format is ${quoteOrKind(format)}, not ${quote(SUITE_FORMAT)}`, hint);
}

async function checkShape(value: unknown, place: (pointer: string) => string): Promise<void> {
  // The validator takes longer to load than a suite of ten steps to run; it is only asked what is wrong.
  if (isObvious({ schema: SUITE_SCHEMA, value })) return;
  const [{ validateValue }, { problemWords }] = await Promise.all([import('../schema/validate.ts'), import('../schema/problem-words.ts')]);
  const [problem] = validateValue(SUITE_SCHEMA, value).problems;
  if (!problem) return;
  const { message, hint } = problemWords(problem, SUITE_SCHEMA, 'the suite');
  throw new Fault('config', `${place(problem.at)}: ${message}`, hint || formOf(problem.at));
}

/** How the members are written that people write in another form first. */
const FORMS = new Map([
  ['steps', 'a step is written as  - tool: NAME'],
  ['arguments', 'write  arguments: {name: value}'],
  ['expect', 'write  expect: {ok: true}'],
  ['ok', 'write true or false; yes and no are texts'],
  ['max_ms', 'write milliseconds as a number: 3000'],
  ['json', 'write  json: {/orders/0/status: open}'],
  ['capture', 'write  capture: {name: /key/of/the/result}'],
  ['ignore', 'write  ignore: [/elapsed_ms]'],
  ['tools', 'write  tools: [submit]'],
]);

function formOf(at: string): string {
  const name = keysIn(at)
    .filter((key) => !/^\d+$/.test(key))
    .at(-1);
  return FORMS.get(name ?? '') ?? '';
}

/** Validated against its schema just before. */
function isSuiteDocument(value: unknown): value is SuiteDocument {
  return isObject(value);
}

function siteOf(file: string, { site }: SuiteDocument, place: (pointer: string) => string): string | null {
  if (site === undefined) return null;
  const folder = resolve(dirname(file), site);
  if (isFolder(folder)) return folder;
  throw new Fault('config', `${place('/site')}: the site ${quote(site)} is no folder`, `looked for ${folder}`);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
