import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { templateFiles } from '../../src/scaffold/templates.ts';

const files = templateFiles(resolve('templates'), 'python-mcp', { NAME: 'shop', TITLE: 'Shop', MCP_ADAPTER: '1.2.3' });

function text(path: string): string {
  const found = files.find((file) => file.path === path);
  if (!found) throw new Error(`the template has no ${path}`);
  return found.text;
}

it('reaches every file of the project from its README, by name or by folder', () => {
  const named = [...text('README.md').matchAll(/`([^`\s]+)`/g)].map(([, name = '']) => name);
  const unreached = files.filter(({ path }) => !named.some((name) => path === name || (name.endsWith('/') && path.startsWith(name))));
  expect(unreached.map(({ path }) => path)).toEqual(['README.md']);
});

it('leaves no token unfilled, and only JSON and YAML that can be read', () => {
  expect(files.filter((file) => /__(NAME|TITLE|MCP_ADAPTER)__/.test(file.text))).toEqual([]);
  const data = files.filter(({ path }) => /\.(json|ya?ml)$/.test(path));
  expect(data.map(({ path }) => path).sort()).toEqual([
    '.github/workflows/mcp-adapter.yml',
    '.mcp.json',
    'mcp-adapter.json',
    'package.json',
    'smoke/tools.yaml',
  ]);
  for (const { text } of data) expect(parse(text)).toBeTypeOf('object');
  expect(JSON.parse(text('package.json'))).toMatchObject({ name: 'shop', devDependencies: { 'mcp-adapter': '1.2.3' } });
});

it('has each mark of init tool once, on a line of its own', () => {
  const marks = [
    ['tools/__init__.py', '# mcp-adapter init tool: import'],
    ['tools/__init__.py', '# mcp-adapter init tool: list'],
    ['smoke/tools.yaml', '# mcp-adapter init tool: grants'],
    ['smoke/tools.yaml', '# mcp-adapter init tool: steps'],
  ] as const;
  for (const [path, mark] of marks)
    expect(
      text(path)
        .split('\n')
        .filter((line) => line.trim() === mark),
    ).toHaveLength(1);
});

it('names every tool that a suite grants among those that the adapter has', () => {
  const suite = parse(text('smoke/tools.yaml'));
  expect(suite.grants).toEqual([{ tools: ['create_return'] }]);
  expect(new Set(suite.steps.map(({ tool }: { tool: string }) => tool))).toEqual(new Set(['find_order', 'create_return']));
});
