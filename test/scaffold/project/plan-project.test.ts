import { join } from 'node:path';
import { expect, test } from 'vitest';
import { planProject } from '../../../src/scaffold/project/plan-project.ts';
import { emptyFolder, folderWith } from '../folders.ts';

const TEMPLATES = {
  'package.json': '{"name": "mcp-adapter", "version": "1.2.3"}',
  'templates/typescript/package.json': '{"name": "__NAME__", "dependencies": {"mcp-adapter": "__MCP_ADAPTER__"}}',
  'templates/typescript/README.md': '# __TITLE__',
  'templates/typescript/_gitignore': 'node_modules',
  'templates/python-kit/kit/a.py': '"""The kit of __NAME__."""',
  'templates/python-kit/kit/__pycache__/a.pyc': 'compiled',
  'templates/python-kit/.ruff_cache/1': 'cached',
  'templates/python-flask/app.py': '"""__TITLE__"""',
  'templates/python-flask/.venv/bin/python': 'linked',
};

/** The files of a plan as path and text. */
function planned(...args: Parameters<typeof planProject>): Record<string, string> {
  return Object.fromEntries(planProject(...args).files.map(({ path, text }) => [path, text]));
}

test('the published package is named by its version', () => {
  const files = planned(folderWith(TEMPLATES), join(emptyFolder(), 'my-shop'), 'typescript', 'my-shop');
  expect(files).toEqual({
    '.gitignore': 'node_modules',
    'README.md': '# My Shop',
    'package.json': '{"name": "my-shop", "dependencies": {"mcp-adapter": "1.2.3"}}',
  });
});

test('a checkout is named by its whole path, so that the project may be moved', () => {
  const root = folderWith({ ...TEMPLATES, 'src/index.ts': '' });
  const files = planned(`${root}/`, join(emptyFolder(), 'shop'), 'typescript', 'shop');
  expect(files['package.json']).toContain(`"file:${root}"`);
});

test('what tools left in a template is no part of it, and the kit of Python comes with each that needs it', () => {
  expect(planned(folderWith(TEMPLATES), join(emptyFolder(), 'shop'), 'python-flask', 'shop')).toEqual({
    'app.py': '"""Shop"""',
    'kit/a.py': '"""The kit of shop."""',
  });
});
