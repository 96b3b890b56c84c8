import { Document, isScalar } from 'yaml';
import { childOf, isObject, keysIn, member } from '../../model/json.ts';
import { shorten, visible } from '../../model/text.ts';
import { inputSchema, type Risk, riskOf, type ToolDeclaration } from '../../model/tool.ts';
import type { Sample } from '../../schema/sample/sample.ts';
import { SUITE_FORMAT } from '../../suite/suite.ts';
import { referencesIn } from '../../suite/template.ts';

/** A suite that a person completes. */
export interface Skeleton {
  text: string;
  /** How many values are marked, because they only fit. */
  open: number;
}

/** A tool, and the smallest arguments that it takes. */
interface Call {
  tool: ToolDeclaration;
  sample: Sample;
}

/** A suite of more steps nobody completes. */
const MAX_STEPS = 200;
/** Of more tools it is not told one by one why they are not called. */
const MAX_TOLD = 200;

/** What a tool gets that wants to know its task: that of the suite. */
const TASK = '{{task}}';

/** Why a tool is not called by a skeleton; null when it is. `contradicted` are the tools whose hints say other than their names. */
export function notCalled(tool: ToolDeclaration, risks: Record<string, Risk>, contradicted: ReadonlySet<string>): string | null {
  if (riskOf(tool, risks) !== 'read') return 'a call may change something';
  return contradicted.has(tool.name) ? 'it says that it only reads, and its name or description that it does not' : null;
}

/**
 * A suite that calls each of these tools once; null when there is none that can be called.
 * @param left other tools, with the reason why they are not called
 */
export function smokeSkeleton(name: string, calls: readonly Call[], left: readonly { name: string; why: string }[]): Skeleton | null {
  const told = calls.map((call) => ({ ...call, why: obstacle(call) }));
  const callable = told.filter(({ why }) => why === null);
  if (!callable.length) return null;
  const good = callable.slice(0, MAX_STEPS);
  const more = callable.slice(MAX_STEPS).map(({ tool: { name } }) => ({ name, why: 'there are enough steps above' }));
  const others = [...told.flatMap(({ tool, why }) => (why === null ? [] : [{ name: tool.name, why }])), ...left, ...more];
  const document = new Document({ format: SUITE_FORMAT, steps: good.map(stepOf) });
  let open = 0;
  for (const [index, { tool, sample }] of good.entries()) {
    spread(document, index);
    for (const at of sample.open) if (mark(document, index, at, tool)) open++;
  }
  document.commentBefore = header(name);
  if (others.length) document.comment = footer(others);
  return { text: document.toString({ lineWidth: 0, flowCollectionPadding: true }), open };
}

/** Why arguments cannot stand in a suite; null when they can. */
function obstacle({ tool, sample: { value, reason } }: Call): string | null {
  if (member(tool.raw, 'name') !== tool.name) return 'it has no name';
  if (!tool.name || visible(tool.name) !== tool.name) return 'its name cannot be written here';
  if (!value) return `its input schema could not be met: ${reason}`;
  const text = JSON.stringify(value);
  if (referencesIn(value).length) return 'its smallest arguments hold {{…}}, which a suite fills in';
  if (visible(text) !== text) return 'its smallest arguments hold characters that cannot be seen';
  return hasInexact(value) ? 'its smallest arguments hold a number that JavaScript changes' : null;
}

function hasInexact(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasInexact);
}

function stepOf({ tool, sample }: Call): object {
  const value = sample.value ?? {};
  const args = sample.open.includes('/task_id') ? { ...value, task_id: TASK } : value;
  return { tool: tool.name, ...(Object.keys(args).length ? { arguments: args } : {}), expect: { ok: true } };
}

function spread(document: Document, index: number): void {
  const [step, expect] = [document.getIn(['steps', index], true), document.getIn(['steps', index, 'expect'], true)];
  if (isObject(step)) step.spaceBefore = index > 0;
  if (isObject(expect)) expect.flow = true;
}

/** Says beside a value that it only fits, and what the schema says that it is. True when there is something to complete. */
function mark(document: Document, index: number, at: string, tool: ToolDeclaration): boolean {
  const node = document.getIn(['steps', index, 'arguments', ...keysIn(at)], true);
  if (!isScalar(node) || node.value === TASK) return false;
  const about = shorten(descriptionAt(inputSchema(tool), keysIn(at)), 100);
  node.comment = about ? ` complete: ${about}` : ' complete';
  return true;
}

/** How a schema describes a value, as far as its properties and items lead there. */
function descriptionAt(schema: unknown, keys: readonly string[]): string {
  const here = keys.reduce((part: unknown, key) => childOf(member(part, 'properties'), key) ?? member(part, 'items'), schema);
  const text = member(here, 'description');
  return typeof text === 'string' ? text : '';
}

function header(name: string): string {
  return [
    ` Tools of ${name} that only read, each once, with the smallest arguments that it takes. What is marked "complete" only fits:`,
    ' write a value that means something there, and into expect what the answer has to hold, such as',
    '   expect: { ok: true, json: { /order/status: shipped } }',
  ].join('\n');
}

function footer(left: readonly { name: string; why: string }[]): string {
  return [
    ' Not called here. A step with its name is consent to call a tool; where a tool wants a grant for that, the suite gives it with',
    '   grants: [{ tools: [NAME] }]',
    ...left.slice(0, MAX_TOLD).map(({ name, why }) => `   ${shorten(name, 80)}: ${shorten(why, 200)}`),
    ...(left.length > MAX_TOLD ? [`   and ${left.length - MAX_TOLD} more`] : []),
  ].join('\n');
}
