import { emptyRun, type Run } from '../model/run.ts';
import type { ToolDeclaration } from '../model/tool.ts';
import type { CallWish } from './calls.ts';
import { finish } from './failure.ts';
import type { Keeping, RunOptions } from './options.ts';
import { openPlace, type Place, toolAt } from './place.ts';
import type { Played } from './play.ts';
import { keepingFault } from './refused.ts';
import { describe } from './summary.ts';
import { explainFailure } from './unreachable.ts';

export interface CallOptions extends RunOptions {
  /** Keep the exact texts of the call. */
  raw: boolean;
  /** Keep the call as a case even when it went well. */
  save: boolean;
  keeping: Keeping;
}

/** What is called: made once the tools are known, because `--arg path=value` needs the schema. */
export type Calling =
  | { name: string; wish: (tool: ToolDeclaration | null) => CallWish }
  | { name: string; play: (place: Place) => Promise<Played[]> };

/**
 * One call, step by step: the handshake, the list, the call, and before it the calls of the case that it comes from. What fails is kept as a
 * case before the run is reported.
 * @throws Fault (usage) when the adapter has no tool of that name
 */
export async function call(calling: Calling, options: CallOptions): Promise<Run> {
  const startedAt = performance.now();
  const run = emptyRun('call');
  run.target = options.target;
  // What comes later is loaded while the adapter starts.
  const [place, { play }, { judgeCall }] = await Promise.all([
    openPlace(options),
    import('./play.ts'),
    import('./judge-call.ts'),
    import('../checks/judge.ts'),
    import('../checks/call-rules.ts'),
    import('../checks/gather.ts'),
  ]);
  try {
    const { channel } = place.session;
    const raw = { sent: [] as string[], received: [] as string[] };
    const openedMs = performance.now() - startedAt;
    let played: Played[] = [];
    if (place.isOpen) {
      const { tool, fault } = await toolAt(place, calling.name);
      if (fault) throw fault;
      if (options.raw) channel.frames.onFrame = ({ direction }, text) => void (direction === 'out' ? raw.sent : raw.received).push(text);
      played = 'play' in calling ? await calling.play(place) : [await play(place, tool, calling.wish(tool), { name: calling.name })];
      channel.frames.onFrame = null;
      place.seen.calls = played.slice(-1).map(({ record }) => record);
    }
    await place.close();
    const evidence = place.evidence();
    describe(run, evidence, options.risks);
    if (evidence.failure) await explainFailure(run, evidence, options);
    else await judgeCall(run, evidence, played, options, { openedMs, place });
    if (options.raw && run.steps[0]) run.steps[0].raw = raw;
    finish(run, evidence, startedAt, options.open.signal);
    keepingFault(run, options.keeping);
    return run;
  } finally {
    await place.close();
  }
}
