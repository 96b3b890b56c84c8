import { replaceAt } from '../../cases/exact-text.ts';
import { member } from '../../model/json.ts';
import type { SuiteStep } from '../../suite/suite.ts';
import type { Kept } from '../keep-case.ts';
import type { Played } from '../play.ts';
import type { Prepared } from './prepared-way.ts';
import type { Trial } from './trial.ts';

const preparedFor = new WeakMap<Played['record'], Prepared>();

/** Remembers what was prepared for a call: a case of it has to begin with that. */
export function notePreparation({ record }: Played, prepared: Prepared): void {
  preparedFor.set(record, prepared);
}

/** What was prepared for a call; undefined for one that needed nothing. */
export function preparationOf({ record }: Played): Prepared | undefined {
  return preparedFor.get(record);
}

/** The text of a call as a case keeps it: with what was prepared for it, and with the step that is the same in every run. */
export function keptText(played: Played, trial: Trial): string {
  const { arguments: sent, text } = played.record;
  if (!preparationOf(played)) return trial.text;
  const step = member(trial.arguments, 'step_id');
  return typeof step === 'string' && typeof member(sent, 'step_id') === 'string'
    ? replaceAt(text, [{ at: '/step_id', value: step }])
    : text;
}

/**
 * Calls that are kept together, behind those that prepared them; by the templates of the suite `replay` makes their values anew.
 * @param compared pointers to what the last is expected to answer as the first did
 */
export function behind(
  prepared: Prepared | undefined,
  played: readonly Played[],
  compared: readonly string[] = [],
): Pick<Kept, 'played' | 'suite'> {
  if (!prepared) return { played };
  const { way, steps, values } = prepared;
  const named = compared.map((at, index) => ({ at, name: `answer_${index + 1}` }));
  const capture = Object.fromEntries(named.map(({ at, name }) => [name, at]));
  const json = Object.fromEntries(named.map(({ at, name }) => [at, `{{${name}}}`]));
  const own = played.map((each, index) => ({
    ...stepOf(each, prepared),
    capture: index === 0 ? capture : {},
    expect: index > 0 && index === played.length - 1 ? { json } : {},
  }));
  return { played: [...prepared.played, ...played], suite: { suite: way.suite, steps: [...steps, ...own], values } };
}

/** The step of the suite as far as the call was made like it. */
function stepOf({ record }: Played, { way, arguments: ready }: Prepared): SuiteStep {
  const same = ([name]: [string, unknown]) => JSON.stringify(member(record.arguments, name)) === JSON.stringify(member(ready, name));
  return { ...way.target, arguments: Object.fromEntries(Object.entries(way.target.arguments).filter(same)), ignore: [] };
}
