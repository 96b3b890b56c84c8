import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../model/error-code.ts';
import { Fault } from '../../model/fault.ts';
import { changes } from '../../model/tool.ts';
import { pathFault } from '../path-fault.ts';
import type { Plan, PlannedEdit } from '../plan.ts';
import { filled } from '../templates.ts';
import { pythonMember, typescriptMember } from './code-text.ts';
import { insertAtMark } from './insert-at-mark.ts';
import type { NewTool } from './new-tool.ts';
import { GRANT, type Insertion, type ProjectKind, STEPS } from './project-kind.ts';
import { checkSuiteEdit } from './suite-edit.ts';
import { refuseDeclared, refuseReserved, refuseTaken } from './taken-names.ts';
import { camelCase, kebabCase } from './tool-name.ts';

/**
 * What adding a tool to a project writes: files of its own, and lines above the marks of others.
 * @param pieces the folder `templates/tool` of the package
 * @throws Fault (usage) for a name that is taken, a file or a mark that is gone
 */
export function planTool(folder: string, kind: ProjectKind, tool: NewTool, pieces: string): Plan {
  const identifier = kind.template === 'typescript' ? camelCase(tool.name) : tool.name;
  refuseReserved(kind.template, identifier);
  refuseDeclared(folder, kind.declarations, tool.name);
  const piece = (path: string) => fill(readFileSync(join(pieces, fill(path, tool)), 'utf8'), tool);
  const edits = new Map<string, PlannedEdit>();
  for (const insertion of [...kind.insertions, STEPS, ...(changes(tool.risk) ? [GRANT] : [])]) {
    const { file, lines } = insertion;
    const before = edits.get(file)?.before ?? textOf(folder, file);
    const text = edits.get(file)?.after ?? before;
    const added = typeof lines === 'string' ? fill(lines, tool) : piece(lines.from);
    edits.set(file, { path: file, before, after: inserted(text, insertion, added) });
  }
  const files = kind.files.map(({ path, from }) => ({ path: fill(path, tool), text: piece(from) }));
  for (const { path, after } of edits.values()) refuseTaken(path, after, identifier);
  for (const { path, text } of files) refuseTaken(path, text, identifier);
  const suite = edits.get(STEPS.file);
  if (suite) checkSuiteEdit(suite, tool);
  return { folder, files, edits: [...edits.values()] };
}

function inserted(text: string, { file, mark, sorted = false, below = 0 }: Insertion, added: string): string {
  const lines = [...added.trimEnd().split('\n'), ...Array.from({ length: below }, () => '')];
  return insertAtMark(text, mark, lines, { file, sorted });
}

function fill(text: string, tool: NewTool): string {
  const { name, title, risk, form, thing, argument, means, scopes, description } = tool;
  const values = {
    TOOL: name,
    CAMEL: camelCase(name),
    KEBAB: kebabCase(name),
    TITLE: title,
    RISK: risk,
    FORM: form,
    THING: thing,
    NOUN: thing.replaceAll('_', ' '),
    ARGUMENT: argument,
    MEANS: means,
    SCOPE: scopes[0],
  };
  // Last, and as it is: it is free text, in which anything may stand.
  return filled(text, values).replace(/^( *)(.*)__DESCRIPTION__,/m, (_, indent: string, before: string) => {
    const written = before === 'description: ' ? typescriptMember : pythonMember;
    return indent + written(before, description, indent.length);
  });
}

/** @throws Fault (usage) when there is no such file */
function textOf(folder: string, file: string): string {
  try {
    return readFileSync(join(folder, file), 'utf8');
  } catch (error) {
    throw codeOf(error) === 'ENOENT'
      ? new Fault('usage', `${file} is gone, and a new tool has lines in it`, 'put it back: init made it, with marks for new lines')
      : pathFault(error, join(folder, file));
  }
}
