import { isDisguised, plainLetters, skeleton } from '../checks/trust/lookalikes.ts';
import { type JsonObject, member } from '../model/json.ts';
import { quote } from '../model/text.ts';
import { changes, declaration, propertiesOf, type Risk, riskOf } from '../model/tool.ts';
import { compareHidden } from './compare-hidden.ts';
import { compareTexts } from './compare-texts.ts';
import type { Declared, Difference } from './difference.ts';
import { isContradicted, publishedRisk, shownDeclaration } from './published-risk.ts';
import { renamedTools } from './renames.ts';

type Tools = Declared['tools'];

/** A tool as it was and as it is. */
export interface ToolPair {
  /** Its name now. */
  tool: string;
  before: JsonObject;
  after: JsonObject;
}

/** The tools that are there on both sides, under the same name or another; and what the list says of those that are not. */
export function compareToolLists(before: Tools, after: Tools): { pairs: ToolPair[]; differences: Difference[] } {
  const gone = missingFrom(after, before);
  const added = missingFrom(before, after);
  const renamed = renamedTools(gone, added);
  const newNames = new Set(renamed.values());
  const oldName = new Map([...renamed].map(([was, is]) => [is, was]));
  const pairs = [...after].flatMap(([tool, declared]) => {
    const old = before.get(oldName.get(tool) ?? tool);
    return old ? [{ tool, before: old, after: declared }] : [];
  });
  const differences = [
    ...[...gone].map(([name, declared]) => goneTool(name, declared, renamed.get(name))),
    ...[...added].filter(([name]) => !newNames.has(name)).flatMap(([name, declared]) => newTool(name, declared)),
    ...lookAlikes(added, before, after),
  ];
  return { pairs, differences };
}

function missingFrom(others: Tools, tools: Tools): Map<string, JsonObject> {
  return new Map([...tools].filter(([name]) => !others.has(name)));
}

function goneTool(name: string, declared: JsonObject, newName: string | undefined): Difference {
  const gone = `tool ${quote(name, 60)} is gone`;
  if (newName === undefined)
    return { rule: 'tool-removed', tool: name, at: null, message: gone, before: shownDeclaration(declared), after: null };
  const same = Object.keys(propertiesOf(declared.inputSchema)).length > 0 ? 'with the same parameters' : 'without parameters too';
  const message = `${gone}; ${quote(newName, 60)} is new ${same}: renamed?`;
  return { rule: 'tool-renamed', tool: name, at: null, message, before: name, after: newName };
}

function newTool(name: string, declared: JsonObject): Difference[] {
  const difference = { tool: name, at: null, before: null, after: shownDeclaration(declared) };
  const what = `tool ${quote(name, 60)} is new`;
  const risk = riskOf(declaration({ ...declared, name }, 0));
  const words = riskWords(declared, risk);
  const added: Difference =
    words === null
      ? { ...difference, rule: 'tool-added', message: what }
      : { ...difference, rule: 'write-tool-added', message: `${what}, and ${words}` };
  return [added, ...compareTexts(name, null, declared), ...compareHidden(name, null, declared)];
}

/** What a new tool may do that nobody has approved; null for one that changes nothing but for its caller. */
function riskWords(declared: JsonObject, risk: Risk): string | null {
  if (!changes(risk)) return isContradicted(declared) ? `its hints say more than its published risk, which is ${risk}` : null;
  const isSilent = ['readOnlyHint', 'destructiveHint'].every((hint) => typeof member(declared.annotations, hint) !== 'boolean');
  if (isSilent && !publishedRisk(declared)) return 'does not say whether it changes anything';
  return risk === 'write' ? 'it changes something' : 'destructive';
}

/** New names that look like one which people trust, whether that is still there or not. */
function lookAlikes(added: Tools, before: Tools, after: Tools): Difference[] {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const byLook = new Map<string, string[]>();
  for (const name of names) byLook.set(skeleton(name), [...(byLook.get(skeleton(name)) ?? []), name]);
  return [...added.keys()].flatMap((name): Difference[] => {
    const other = byLook.get(skeleton(name))?.find((each) => each !== name && (before.has(each) || each < name));
    const plain = isDisguised(name) ? plainLetters(name) : undefined;
    if (other === undefined && plain === undefined) return [];
    const like = other === undefined ? `${quote(plain ?? '', 60)} but is spelt in other letters` : quote(other, 60);
    const message = `tool ${quote(name, 60)} looks like ${like}${other !== undefined && !after.has(other) ? ', which is gone' : ''}`;
    return [{ rule: 'name-look-alike', tool: name, at: '/name', message, before: other ?? null, after: name }];
  });
}
