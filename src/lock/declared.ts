import { canonicalJson } from '../model/canonical-json.ts';
import type { Evidence } from '../model/evidence.ts';
import { plural, quote, some } from '../model/text.ts';
import type { ToolDeclaration } from '../model/tool.ts';
import type { Declared } from './difference.ts';
import { type Lock, lockOf } from './lock.ts';
import { withRisk } from './published-risk.ts';

/** What an adapter declares, whole. */
export interface Declaration {
  lock: Lock;
  declared: Declared;
  /** What of its list cannot be locked, one sentence each. */
  left: string[];
}

/** What was declared, of a list that came whole. */
export function declarationOf(evidence: Pick<Evidence, 'revision' | 'server' | 'instructions' | 'tools'>): Declaration {
  const lock = lockOf({
    protocol: evidence.revision,
    server: { ...(evidence.server ?? { name: '', version: '' }), instructions: evidence.instructions },
    tools: evidence.tools.map(({ raw }) => raw),
  });
  return { lock, declared: declaredBy(lock), left: leftOut(lock, evidence.tools) };
}

/** What a lock would hold, in the form in which declarations are compared: both sides go through the same hands. */
export function declaredBy({ protocol, server, tools }: Pick<Lock, 'protocol' | 'server' | 'tools'>): Declared {
  const isOlder = server.instructions === undefined;
  const declared = Object.entries(tools).map(
    ([name, { declaration, risk = null }]) => [name, isOlder ? declaration : withRisk(declaration, risk)] as const,
  );
  return { protocol, supported: [], server, tools: new Map(declared) };
}

/** True where nothing can have changed; however a file is laid out: a formatter may have been there. */
export function saysTheSame(one: Declared, other: Declared): boolean {
  const text = ({ protocol, server, tools }: Declared) => canonicalJson({ protocol, server, tools: [...tools] });
  return text(one) === text(other);
}

/** What of a list a lock leaves out, one sentence each: it can be neither written down nor compared. */
function leftOut(lock: Lock, tools: readonly ToolDeclaration[]): string[] {
  const names = new Map<string, number>();
  for (const { name } of tools) names.set(name, (names.get(name) ?? 0) + 1);
  const unlocked = [...names.keys()].filter((name) => !Object.hasOwn(lock.tools, name)).map((name) => quote(name, 80));
  const twice = [...names].filter(([name, count]) => count > 1 && Object.hasOwn(lock.tools, name));
  return [
    ...(unlocked.length ? [`${some(unlocked)} cannot be locked: a tool needs a name, and at most 500 levels`] : []),
    ...twice.map(([name, count]) => `${plural(count, 'tool')} have the name ${quote(name, 80)}: the first counts`),
  ];
}
