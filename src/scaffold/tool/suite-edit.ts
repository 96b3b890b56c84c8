import { parseDocument } from 'yaml';
import { Fault, messageOf } from '../../model/fault.ts';
import { member } from '../../model/json.ts';
import { changes } from '../../model/tool.ts';
import type { PlannedEdit } from '../plan.ts';
import type { NewTool } from './new-tool.ts';

/**
 * Makes sure that lines put into a smoke suite became steps, and the tool one that the grant names: a mark that was moved elsewhere would
 * break the suite, or say something that nobody reads.
 * @throws Fault (usage)
 */
export function checkSuiteEdit({ path, before, after }: PlannedEdit, { name, risk }: NewTool): void {
  const [old, edited] = [parsed(path, before), parsed(path, after, 'the marks of init tool are not where its lists end')];
  const steps = (value: unknown) => listAt(value, 'steps').filter((step) => member(step, 'tool') === name).length;
  if (steps(edited) <= steps(old)) throw misplaced(path, 'steps', 'the list of steps');
  const granted = listAt(edited, 'grants').some((grant) => listAt(grant, 'tools').includes(name));
  if (changes(risk) && !granted) throw misplaced(path, 'grants', 'the list of tools of the grant');
}

function misplaced(path: string, mark: string, list: string): Fault {
  return new Fault('usage', `the line  # mcp-adapter init tool: ${mark}  of ${path} is not at the end of ${list}`, 'move it there');
}

function parsed(path: string, text: string, hint = 'set it right first: mcp-adapter smoke says where it is wrong'): unknown {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error) throw new Fault('usage', `${path} would be no YAML: ${messageOf(error).split('\n')[0]}`, hint);
  return document.toJS({ maxAliasCount: 100 });
}

function listAt(value: unknown, key: string): unknown[] {
  const list = member(value, key);
  return Array.isArray(list) ? list : [];
}
