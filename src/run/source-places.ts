import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { lineOf } from '../model/text.ts';
import type { SourcePlace, ToolDeclaration } from '../model/tool.ts';

const LANGUAGES = /\.(c|m)?(js|ts)x?$|\.(py|go|rs|java|kt|kts|cs|fs|rb|php|swift|scala|ex|exs|dart|cpp|cc|hpp|lua|json|ya?ml|toml)$/;
const SKIPPED = new Set([
  'node_modules',
  '.git',
  'dist',
  'build',
  'target',
  'vendor',
  '__pycache__',
  '.venv',
  'venv',
  'test',
  'tests',
  'coverage',
]);
const MAX_FILES = 5_000;
const MAX_BYTES = 2 * 1024 * 1024;
/** Words before a tool's name that make a line its declaration rather than a mention. */
const DECLARES = /\b(name|tool|registerTool|defineTool|addTool|register_tool|add_tool|Tool|NewTool)\b["']?\s*[:=(]\s*$/;

/**
 * Finds where each tool is declared below `folder`: the string literal of its name, a declaring line before any other. Tools that are not
 * found keep no place. Reads at most 5,000 source files.
 */
export function locate(tools: readonly ToolDeclaration[], folder: string): void {
  const wanted = new Map(tools.filter((tool) => !tool.source).map((tool) => [tool.name, tool]));
  const found = new Map<string, { place: SourcePlace; declares: boolean }>();
  for (const file of sourceFiles(folder)) {
    const text = readFileSync(file, 'utf8');
    for (const match of text.matchAll(/(["'`])([^"'`\n]{1,128})\1/g)) {
      const name = match[2] ?? '';
      if (!wanted.has(name)) continue;
      const declares = DECLARES.test(text.slice(Math.max(0, match.index - 40), match.index));
      const known = found.get(name);
      if (known && (known.declares || !declares)) continue;
      found.set(name, { place: { file: relative(process.cwd(), file), ...lineOf(text, match.index) }, declares });
    }
  }
  for (const [name, { place }] of found) {
    const tool = wanted.get(name);
    if (tool) tool.source = place;
  }
}

function sourceFiles(folder: string): string[] {
  const files: string[] = [];
  const folders = [folder];
  for (let next = folders.shift(); next !== undefined && files.length < MAX_FILES; next = folders.shift()) {
    for (const entry of readdirSync(next, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(next, entry.name);
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) folders.push(path);
      else if (entry.isFile() && LANGUAGES.test(entry.name) && statSync(path).size <= MAX_BYTES) files.push(path);
    }
  }
  return files.slice(0, MAX_FILES);
}
