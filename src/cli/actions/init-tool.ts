import { join, relative } from 'node:path';
import { defineTool } from '../../kit/tool.ts';
import { EXIT, Fault } from '../../model/fault.ts';
import type { Finding } from '../../model/finding.ts';
import { emptyRun } from '../../model/run.ts';
import { shellWord } from '../../model/shell-word.ts';
import { quote } from '../../model/text.ts';
import { changes, type Risk } from '../../model/tool.ts';
import type { Plan } from '../../scaffold/plan.ts';
import { judgeTool } from '../../scaffold/tool/judge-tool.ts';
import { type NewTool, newTool } from '../../scaffold/tool/new-tool.ts';
import { projectKind } from '../../scaffold/tool/project-kind.ts';
import { toolName } from '../../scaffold/tool/tool-name.ts';
import { planTool } from '../../scaffold/tool/tool-plan.ts';
import { toolWords } from '../../scaffold/tool/tool-words.ts';
import { carryOut } from '../../scaffold/write-plan.ts';
import { configFolder } from '../config-folder.ts';
import type { Io } from '../io.ts';
import { PACKAGE_ROOT } from '../package-root.ts';
import { loadReporters, type ReportFlags, report } from '../report.ts';

export interface InitToolFlags extends ReportFlags {
  risk: Risk;
  description?: string;
  dryRun?: boolean;
  config?: string;
}

/** The work of `init tool NAME`; returns the exit code. */
export async function initToolWork(given: string, flags: InitToolFlags, io: Io): Promise<number> {
  const startedAt = performance.now();
  loadReporters(flags, io);
  const tool = judgedTool(toolName(given), flags);
  const folder = configFolder(flags.config, io);
  if (!folder)
    throw new Fault(
      'usage',
      `there is no mcp-adapter.json in ${quote(io.cwd, 300)} or above it`,
      'go into a project that init made, or make one: mcp-adapter init shop',
    );
  const kind = projectKind(folder);
  const plan = planTool(folder, kind, tool, join(PACKAGE_ROOT, 'templates/tool'));
  const files = carryOut(plan, flags.dryRun ?? false);
  const run = emptyRun('init');
  const shown = relative(io.cwd, folder) || '.';
  const commands = [
    ...(flags.config ? [`cd ${shellWord(shown)}`] : []),
    'npm test',
    ...['check', 'smoke', 'lock'].map((command) => `npx mcp-adapter ${command}`),
  ];
  run.scaffold = {
    folder: shown,
    template: kind.template,
    dryRun: flags.dryRun ?? false,
    files,
    notes: notesOn(tool, given, flags, plan),
    commands,
  };
  run.next = commands.join(' && ');
  run.durationMs = Math.round(performance.now() - startedAt);
  await report(run, flags, io, (text) => text);
  return EXIT.ok;
}

/**
 * The tool, as its project will declare it.
 * @throws Fault (usage) when `check --strict` would find a fault in it
 */
function judgedTool(name: string, { risk, description }: InitToolFlags): NewTool {
  const words = toolWords(name, risk);
  const said = { ...words, description: description?.trim() ?? words.description };
  const named = newTool(name, risk, said);
  // `token_id` may be a credential, and `task_id` names the task of the call: these are told by another word.
  const isTaken = ['task_id', 'step_id'].includes(named.argument) || findingsOn(named).some(({ at }) => at?.startsWith('/inputSchema'));
  const tool = isTaken ? newTool(name, risk, { ...said, argument: 'reference' }) : named;
  const findings = findingsOn(tool);
  if (findings.length) throw refusal(findings, risk);
  return tool;
}

function findingsOn(tool: NewTool): Finding[] {
  return judgeTool(defineTool({ ...tool, run: () => ({}) }).declaration);
}

function refusal(findings: readonly Finding[], risk: Risk): Fault {
  const said = findings.map(({ tool, message, rule }) => `${tool}: ${message} (${rule})`);
  return new Fault('usage', said.join('\n'), findings[0] && hintFor(findings[0], risk));
}

/** What to type instead; the fix of a rule is for those who write the declaration. */
function hintFor({ rule, fix }: Finding, risk: Risk): string {
  const risks = risk === 'read' ? '--risk prepare, write or destructive' : '--risk destructive';
  if (rule === 'design/risk-contradiction') return `say what it may change: ${risks}; or name it for what it does`;
  return rule === 'design/unbounded-loop' ? 'name it for what one call does, within a bound: one page, one order' : fix;
}

/** A longer name makes lines that Python's formatter breaks. */
const LONG_NAME = 48;

/** What is left to a person. */
function notesOn(tool: NewTool, given: string, { description }: InitToolFlags, { files, edits }: Plan): string[] {
  const { name, risk, scopes } = tool;
  const texts = [...files, ...edits.map(({ path, after }) => ({ path, text: after }))];
  const handler = texts.find(({ text }) => text.includes('the system behind here'));
  const isScoped = texts.some(({ text }) => text.includes(scopes[0]));
  return [
    ...(given === name ? [] : [`${quote(given, 80)} is called ${name}, as hosts, files and code all take it`]),
    `it answers with samples until ${handler?.path} asks the system behind it: comments say where`,
    ...(description === undefined ? [`its description is made of its name; write when to use it: ${quote(tool.description, 200)}`] : []),
    ...(name.length > LONG_NAME && handler?.path.endsWith('.py')
      ? ['its name is long: .venv/bin/python -m ruff format . breaks the lines that hold it']
      : []),
    ...(changes(risk) ? [`each task needs a grant for it: npx mcp-adapter grant add --task TASK --tools ${name}`] : []),
    ...(isScoped ? [`over HTTP with OAuth its caller needs the scope ${scopes[0]}`] : []),
  ];
}
