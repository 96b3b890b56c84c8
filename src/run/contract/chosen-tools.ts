import { launchOf } from '../../model/target.ts';
import { changes, riskOf, type ToolDeclaration } from '../../model/tool.ts';
import { droppedBecause } from '../calls.ts';
import { noSuchTool, type Place } from '../place.ts';
import type { ContractOptions } from './trial.ts';

/** A tool with why it is not called; null when it is. */
export interface Chosen {
  tool: ToolDeclaration;
  why: string | null;
}

/**
 * The tools that the user named, else all of them: those that change something are called only when they were named, or by `--allow-writes` on
 * an adapter that was started for it.
 * @throws Fault (usage) for a name that no tool has
 */
export async function chosenTools({ seen, session }: Place, options: ContractOptions): Promise<Chosen[]> {
  const names = seen.tools.map(({ name }) => name);
  const unknown = options.tools.find((name) => !names.includes(name));
  if (unknown !== undefined) throw noSuchTool(unknown, names);
  const wanted = options.tools.length ? seen.tools.filter(({ name }) => options.tools.includes(name)) : seen.tools;
  return Promise.all(
    wanted.map(async (tool) => {
      if (tool.name.startsWith('#')) return { tool, why: 'it has no name' };
      if (names.indexOf(tool.name) < seen.tools.indexOf(tool)) return { tool, why: 'an earlier tool has the same name' };
      const dropped = await droppedBecause(tool, session);
      return { tool, why: dropped ? `clients over HTTP must not call it: ${dropped}` : whyNotAgreed(tool, options) };
    }),
  );
}

/** Why nobody has agreed that the tool is called, in words; null where it may be. */
export function whyNotAgreed(tool: ToolDeclaration, { risks, tools, allowWrites, target }: ContractOptions): string | null {
  const risk = riskOf(tool, risks);
  if (!changes(risk) || tools.includes(tool.name)) return null;
  if (!allowWrites) return `its risk is ${risk}; --allow-writes calls it`;
  return launchOf(target)
    ? null
    : `its risk is ${risk}, and this server was not started for the test; --tool ${tool.name} calls it all the same`;
}
