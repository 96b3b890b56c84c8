import { judgeDesign } from '../checks/design/judge-design.ts';
import { pointer } from '../model/json.ts';
import { quote } from '../model/text.ts';
import { declaration } from '../model/tool.ts';
import { walk } from '../schema/walk.ts';
import type { Tool } from './tool.ts';

/** Why an adapter cannot be made of these tools: one sentence a fault, all of them at once. */
export class RefusedTools extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`these tools cannot be served:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'RefusedTools';
    this.faults = faults;
  }
}

/**
 * Refuses tools that break a design rule at its strict level, or offer a way around the rules of a platform: judged by the rules of `check`.
 * @returns what the rules only warn of
 * @throws RefusedTools
 */
export function refuseTools(tools: readonly Tool[]): string[] {
  const findings = judgeDesign(tools.map((tool, index) => declaration(tool.declaration, index)));
  const said = (finding: (typeof findings)[number]) =>
    `${finding.tool ? `${finding.tool}: ` : ''}${finding.message}; ${finding.fix} (${finding.rule})`;
  const faults = [
    ...findings.filter(({ severity }) => severity === 'error').map(said),
    ...tools.flatMap(badName),
    ...tools.flatMap(badDescription),
    ...twice(tools),
    ...tools.flatMap(headerParameters),
  ];
  if (faults.length) throw new RefusedTools(faults);
  return findings.filter(({ severity }) => severity === 'warning').map(said);
}

/** What every host accepts (2026-07-28 server/tools allows a dot and 128 characters, several hosts do not). */
function badName({ name }: Tool): string[] {
  return /^[A-Za-z0-9_-]{1,64}$/.test(name) ? [] : [`${quote(name)}: a name is 1 to 64 of A-Z a-z 0-9 _ -`];
}

/** Hosts cut what is longer (`checks/limits`), and a tool without a word is called for nothing, or for anything. */
function badDescription({ name, declaration: { description } }: Tool): string[] {
  const length = typeof description === 'string' ? description.trim().length : 0;
  return length >= 1 && length <= 1024 ? [] : [`${name}: a description has 1 to 1,024 characters, not ${length}`];
}

function twice(tools: readonly Tool[]): string[] {
  return repeated(tools.map(({ name }) => name)).map((name) => `${name}: there are two tools of this name`);
}

/** The names that occur more than once, each once. */
export function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

/** A server must compare such headers with the arguments (2026-07-28 basic/transports/streamable-http); the SDK's low-level server does not. */
function headerParameters({ name, declaration: { inputSchema } }: Tool): string[] {
  return walk(inputSchema)
    .filter(({ schema }) => 'x-mcp-header' in schema)
    .map(
      ({ at }) => `${name}: ${at}${pointer('x-mcp-header')} is not supported, because its header would not be compared with the argument`,
    );
}
