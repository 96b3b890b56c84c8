import { actionOf, openingChange } from '../../checks/design/action-words.ts';
import { member } from '../../model/json.ts';
import { description, isRisk, type Risk, type ToolDeclaration } from '../../model/tool.ts';
import { splitWords } from '../../model/word-match.ts';

/** Of a name that is longer nothing is guessed. */
const MAX_LENGTH = 128;

/**
 * The tools of which nothing says what a call may change, but whose names say that they only read. A name with a verb of change anywhere in
 * it (`list_and_delete`), or a description that begins with one, says otherwise. It is a guess: whoever wrote the adapter has to see it.
 */
export function guessedRisks(tools: readonly ToolDeclaration[]): Record<string, Risk> {
  const guessed = tools.filter((tool) => saysNothing(tool) && onlyReads(tool));
  return Object.fromEntries(guessed.map(({ name }) => [name, 'read']));
}

function saysNothing({ raw }: ToolDeclaration): boolean {
  const annotations = member(raw, 'annotations');
  const hints = [member(annotations, 'readOnlyHint'), member(annotations, 'destructiveHint')];
  return !hints.some((hint) => typeof hint === 'boolean') && !isRisk(member(member(raw, '_meta'), 'mcp-adapter/risk'));
}

function onlyReads(tool: ToolDeclaration): boolean {
  if (tool.name.length > MAX_LENGTH) return false;
  const verbs = rests(tool.name).flatMap((rest) => actionOf(rest)?.action ?? []);
  return verbs.length > 0 && verbs.every((action) => action === 'read') && openingChange(description(tool)) === undefined;
}

/** The name from each of its words on, because only the first verb of a name is told; and from each character, where no space parts words. */
function rests(name: string): string[] {
  const words = splitWords(name);
  const characters = /^[\x00-\x7f]*$/.test(name) ? [] : [...name];
  return [
    name,
    ...words.map((_, index) => words.slice(index).join('_')),
    ...characters.map((_, index) => characters.slice(index).join('')),
  ];
}
