import type { StartFailure } from '../../model/process.ts';
import { launchOf, type Target } from '../../model/target.ts';
import type { ToolDeclaration } from '../../model/tool.ts';
import { toolNamed } from '../calls.ts';
import { hasToolList } from '../evidence.ts';
import type { RunOptions } from '../options.ts';
import { freshState, openPlace, type Place, withState } from '../place.ts';
import type { Identity } from './trial.ts';

/** An adapter as one identity sees it: a connection of its own, and where we start the adapter, a state of its own. */
export interface PermissionPlace {
  identity: Identity;
  options: RunOptions;
  place: Place;
  /** False for a tool that its tools/list leaves out; true where no list came, as then only a call tells. */
  lists(tool: string): boolean;
  /** Why it cannot connect, as it follows `cannot connect: `; null when it can. */
  failure: string | null;
  /** True when it was the adapter that did not let it in. */
  isShutOut: boolean;
  close(): Promise<void>;
}

/** Connects as an identity. Never rejects for anything that the adapter does. */
export async function openAs(identity: Identity, options: RunOptions): Promise<PermissionPlace> {
  const state = freshState();
  const own = withState({ ...options, target: besides(identity.target) }, state.folder);
  const place = await openPlace(own);
  const { failure } = place.connection.opened;
  return {
    identity,
    options: own,
    place,
    lists: (tool) => !hasToolList(place.seen) || toolNamed(place.seen.tools, tool) !== null,
    failure: failure && whyNot(place, failure.kind),
    isShutOut: failure?.kind === 'unauthorized',
    close: async () => {
      await place.close();
      state.remove();
    },
  };
}

/** The first declaration of each name: what the adapter shows at first, then what it shows an identity. */
export function toolsSeen(first: readonly ToolDeclaration[], places: readonly PermissionPlace[]): ToolDeclaration[] {
  const byName = new Map<string, ToolDeclaration>();
  for (const tool of [...first, ...places.flatMap(({ place }) => place.seen.tools)])
    if (!byName.has(tool.name)) byName.set(tool.name, tool);
  return [...byName.values()];
}

/** A server at a URL of its own runs already; one at a free port is started once more. */
function besides(target: Target): Target {
  if (target.kind === 'stdio' || !launchOf(target) || target.url.includes('{port}')) return target;
  const { start: _, ...running } = target;
  return running;
}

/** Why no conversation came about: what the server answered, or how the process ended. */
function whyNot({ connection }: Place, kind: StartFailure['kind']): string {
  const { handshake } = connection.opened;
  const status = (handshake.initialize ?? handshake.discover)?.http?.status;
  const exit = connection.exit();
  if (kind === 'unauthorized') return `it is not let in, HTTP ${status ?? 401}`;
  if (kind === 'exited' && exit) return `the adapter ended with ${exit.signal ?? `exit code ${exit.code}`}`;
  return `${kind.replaceAll('-', ' ')}${status ? `, HTTP ${status}` : ''}`;
}
