import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../../model/fault.ts';
import { quote } from '../../model/text.ts';
import type { TemplateName } from '../templates.ts';

/** Lines that a new tool adds to a file, above a mark: a text with `__KEY__`s, or a file of `templates/tool`. */
export interface Insertion {
  file: string;
  mark: string;
  lines: string | { from: string };
  /** Blank lines that go below them; none unless said. */
  below?: number;
  /** True for imports, which linters want in order: lines of the same beginning above the mark are sorted. */
  sorted?: boolean;
}

/** Where a project of a template keeps its tools. */
export interface ProjectKind {
  template: TemplateName;
  insertions: readonly Insertion[];
  /** Files of a tool: where they go, and what of `templates/tool` they are made of. `__FORM__` is what the tool does. */
  files: readonly { path: string; from: string }[];
  /** Files, or folders of files, that declare tools. */
  declarations: readonly string[];
}

export const SUITE = 'smoke/tools.yaml';
const MARK = 'mcp-adapter init tool:';

export const KINDS: readonly ProjectKind[] = [
  {
    template: 'typescript',
    insertions: [
      { file: 'src/tools/index.ts', mark: `// ${MARK} import`, lines: "import { __CAMEL__ } from './__KEBAB__.ts';" },
      { file: 'src/tools/index.ts', mark: `// ${MARK} list`, lines: '__CAMEL__(),' },
    ],
    files: [
      { path: 'src/tools/__KEBAB__.ts', from: 'typescript/__FORM__.ts' },
      { path: 'test/__KEBAB__.test.ts', from: 'typescript/__FORM__.test.ts' },
    ],
    declarations: ['src/tools'],
  },
  {
    template: 'python-flask',
    insertions: [
      { file: 'declarations.py', mark: `# ${MARK} declaration`, lines: { from: 'python-flask/__FORM___declaration.py' } },
      { file: 'execution.py', mark: `# ${MARK} handler`, lines: { from: 'python-flask/__FORM__.py' }, below: 2 },
      { file: 'execution.py', mark: `# ${MARK} table`, lines: '"__TOOL__": __TOOL__,' },
    ],
    files: [{ path: 'tests/test___TOOL__.py', from: 'python-test/__FORM__.py' }],
    declarations: ['declarations.py'],
  },
  {
    template: 'python-mcp',
    insertions: [
      { file: 'tools/__init__.py', mark: `# ${MARK} import`, lines: 'from tools.__TOOL__ import __TOOL__', sorted: true },
      { file: 'tools/__init__.py', mark: `# ${MARK} list`, lines: '__TOOL__,' },
    ],
    files: [
      { path: 'tools/__TOOL__.py', from: 'python-mcp/__FORM__.py' },
      { path: 'tests/test___TOOL__.py', from: 'python-test/__FORM__.py' },
    ],
    declarations: ['tools'],
  },
];

/** What every tool adds to the smoke suite; the second only one that needs a grant. */
export const STEPS: Insertion = { file: SUITE, mark: `# ${MARK} steps`, lines: { from: 'smoke/__FORM__.yaml' } };
export const GRANT: Insertion = { file: SUITE, mark: `# ${MARK} grants`, lines: '- __TOOL__' };

/**
 * Which template a project was made of: the one whose marks stand there, or else whose files do.
 * @throws Fault (usage) when it was made of none
 */
export function projectKind(folder: string): ProjectKind {
  const found = KINDS.find((kind) => filesOf(kind).some((file) => read(folder, file)?.includes(MARK)));
  const likely = found ?? KINDS.find((kind) => filesOf(kind).every((file) => read(folder, file) !== null));
  if (likely) return likely;
  const files = KINDS.map((kind) => filesOf(kind)[0]).join(', ');
  throw new Fault(
    'usage',
    `${quote(folder, 300)} is no project that init made: there is none of ${files}`,
    'go into the project, or make one: mcp-adapter init shop',
  );
}

function filesOf({ insertions }: ProjectKind): string[] {
  return insertions.map(({ file }) => file);
}

/** The text of a file; null where none can be read. */
function read(folder: string, file: string): string | null {
  try {
    return readFileSync(join(folder, file), 'utf8');
  } catch {
    return null;
  }
}
