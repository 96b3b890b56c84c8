import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '../../model/fault.ts';
import { plural } from '../../model/text.ts';
import { inputSchema, type Risk, type ToolDeclaration } from '../../model/tool.ts';
import { sampleArguments } from '../../schema/sample/sample.ts';
import { readSuite } from '../../suite/read-suite.ts';
import { notCalled, smokeSkeleton } from './smoke-skeleton.ts';

/** A suite for an adapter that exists. */
export interface ExistingSuite {
  /** Null when none can be written. */
  text: string | null;
  /** What a person has to complete, or why there is no suite; empty when there is nothing to say. */
  notes: string[];
}

/**
 * A suite that calls each tool once of which it is known that it only reads; read as `smoke` will read it.
 * @param path as messages name it
 * @param contradicted the tools whose hints say that they only read, and whose names or descriptions that they do not
 */
export async function existingSuite(
  name: string,
  path: string,
  tools: readonly ToolDeclaration[],
  risks: Record<string, Risk>,
  contradicted: ReadonlySet<string>,
): Promise<ExistingSuite> {
  const none = (why: string): ExistingSuite => ({ text: null, notes: [`no suite was written: ${why}`] });
  if (!tools.length) return none('there are no tools');
  const judged = firstOfEachName(tools).map((tool) => ({ tool, why: notCalled(tool, risks, contradicted) }));
  const read = judged.filter(({ why }) => why === null).map(({ tool }) => tool);
  const left = judged.flatMap(({ tool, why }) => (why === null ? [] : [{ name: tool.name, why }]));
  const samples = await sampleArguments(read.map((tool) => inputSchema(tool)));
  const calls = read.flatMap((tool, index) => (samples[index] ? [{ tool, sample: samples[index] }] : []));
  const suite = smokeSkeleton(name, calls, left);
  const reason = read.length ? 'for no tool that only reads could arguments be made' : 'of no tool is it known that it only reads';
  if (!suite) return none(`${reason}; write one as ${path}`);
  const refusal = await refusalOf(suite.text, path);
  if (refusal) return none(refusal);
  const fits = suite.open === 1 ? 'fits' : 'fit';
  const marked = `${plural(suite.open, 'value')} in ${path} only ${fits}, marked "complete": write what means something there`;
  return { text: suite.text, notes: suite.open ? [marked] : [] };
}

/** Why `smoke` would not take a suite; null when it would. */
async function refusalOf(text: string, shown: string): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-adapter-suite-'));
  try {
    writeFileSync(join(folder, 'suite.yaml'), text);
    await readSuite(join(folder, 'suite.yaml'), shown);
    return null;
  } catch (error) {
    return messageOf(error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function firstOfEachName(tools: readonly ToolDeclaration[]): ToolDeclaration[] {
  const byName = new Map<string, ToolDeclaration>();
  for (const tool of tools) if (!byName.has(tool.name)) byName.set(tool.name, tool);
  return [...byName.values()];
}
