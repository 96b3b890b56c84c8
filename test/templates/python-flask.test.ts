import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { templateFiles } from '../../src/scaffold/templates.ts';

const files = templateFiles(resolve('templates'), 'python-flask', { NAME: 'shop', TITLE: 'Shop', MCP_ADAPTER: '1.2.3' });

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
  expect(data).toHaveLength(5);
  for (const { text } of data) expect(parse(text)).toBeTypeOf('object');
  expect(JSON.parse(text('package.json'))).toMatchObject({ name: 'shop', devDependencies: { 'mcp-adapter': '1.2.3' } });
  expect(JSON.parse(text('mcp-adapter.json'))).toMatchObject({ strict: true, profiles: ['portable'], targets: { shop: {} } });
});

it('has each mark of init tool once, on a line of its own', () => {
  const marks = [
    ['declarations.py', '# mcp-adapter init tool: declaration'],
    ['execution.py', '# mcp-adapter init tool: handler'],
    ['execution.py', '# mcp-adapter init tool: table'],
    ['smoke/tools.yaml', '# mcp-adapter init tool: grants'],
    ['smoke/tools.yaml', '# mcp-adapter init tool: steps'],
  ] as const;
  for (const [path, mark] of marks) {
    const lines = text(path).split('\n');
    expect(lines.filter((line) => line.trim() === mark)).toHaveLength(1);
  }
});

it('calls every tool in its smoke suite, once well and once refused', () => {
  const declared = [...text('declarations.py').matchAll(/^ {8}"name": "(\w+)"/gm)].map(([, name]) => name);
  expect(declared).toHaveLength(5);
  const { steps } = parse(text('smoke/tools.yaml'));
  for (const name of declared) {
    const wanted = steps.flatMap(({ tool, expect: { ok } }: { tool: string; expect: { ok: boolean } }) => (tool === name ? [ok] : []));
    expect([...new Set(wanted)].sort(), name).toEqual([false, true]);
  }
});
