import type { JsonObject } from '../../model/json.ts';
import type { ToolDeclaration } from '../../model/tool.ts';
import type { Played } from '../play.ts';
import { plainTrial } from './plain-trial.ts';
import { around, differences, mayDiffer, topOf } from './twice-compare.ts';
import { asFirst, type TwiceTester } from './twice-keep.ts';
import { refusal, shown, type Twice, tell } from './twice-telling.ts';

/** Two equal calls of a reading tool; a third tells what differs each time from what changed once meanwhile. */
export async function readTwice(tester: TwiceTester, tool: ToolDeclaration, base: JsonObject): Promise<Twice> {
  const trial = plainTrial(tool, base, 'twice');
  const played: Played[] = [];
  let before: string[] | null = null;
  for (let calls = 1; calls <= 3; calls++) {
    const next = await tester.play(trial, { ok: true });
    if (next?.seen.outcome !== 'ok') return { calls, note: next ? refusal(next) : '' };
    const last = played.at(-1);
    played.push(next);
    if (!last) continue;
    const ignore = mayDiffer([last.seen.result, next.seen.result], base);
    const apart = differences(last.seen.result, next.seen.result, ignore);
    if (!apart.length) return { calls, note: '' };
    if (!before) {
      before = apart.map(({ shown }) => shown);
      continue;
    }
    const again = apart.filter(({ shown }) => before?.includes(shown));
    const places = (again.length ? again : apart).map(({ shown }) => shown);
    // What is around it, as it is mended by leaving it out; where it is another place each time, all that they are in.
    const at = again[0] ? around(again[0]) : topOf(apart[0]?.at ?? '');
    await tell(tester, trial, 'unstable-output', [last, asFirst(last, next, at, ignore)], `two equal calls differ at ${shown(places)}`);
  }
  return { calls: played.length, note: '' };
}
