import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { TEMPLATES, templateFiles } from '../../src/scaffold/templates.ts';
import { GRANT, KINDS, STEPS } from '../../src/scaffold/tool/project-kind.ts';

/** The tools of each. */
const TOOLS = {
  typescript: ['create_return', 'find_order'],
  'python-flask': ['click', 'describe_page', 'open_page', 'prepare_environment', 'release_environment'],
  'python-mcp': ['create_return', 'find_order'],
};
/** Longer than this nobody reads a file that they were given. */
const MAX_LINES = 185;

describe.each(TEMPLATES)('a new project of %s', (template) => {
  const files = templateFiles(resolve('templates'), template, { NAME: 'shop', TITLE: 'Shop', MCP_ADAPTER: '1.2.3' });
  const text = (path: string) => files.find((file) => file.path === path)?.text ?? '';

  it('reaches every file from its README, by name or by folder, and names none that is not there', () => {
    const paths = files.map(({ path }) => path).filter((path) => path !== 'README.md');
    const isReached = (path: string) => (name: string) => (name.endsWith('/') ? path.startsWith(name) : path === name);
    const everywhere = [...text('README.md').matchAll(/`([^`\s]+)`/g)].map(([, name = '']) => name);
    expect(paths.filter((path) => !everywhere.some(isReached(path)))).toEqual([]);
    const table = text('README.md').split('## What is where')[1] ?? '';
    const listed = [...table.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    );
    expect(listed.length).toBeGreaterThan(10);
    expect(listed.filter((name) => !paths.some((path) => isReached(path)(name)))).toEqual([]);
  });

  it('leaves no token unfilled, and only JSON and YAML that can be read', () => {
    expect(files.filter((file) => /__(NAME|TITLE|MCP_ADAPTER)__/.test(file.text))).toEqual([]);
    const data = files.filter(({ path }) => /\.(json|ya?ml)$/.test(path));
    expect(data.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['.github/workflows/mcp-adapter.yml', '.mcp.json', 'mcp-adapter.json', 'package.json', 'smoke/tools.yaml']),
    );
    for (const file of data) expect(parse(file.text)).toBeTypeOf('object');
    expect(parse(text('package.json'))).toMatchObject({ name: 'shop', version: '0.1.0', private: true });
    expect(text('package.json')).toContain('"mcp-adapter": "1.2.3"');
    expect(parse(text('mcp-adapter.json'))).toMatchObject({ strict: true, profiles: ['portable'], targets: { shop: {} } });
  });

  it('has each mark of init tool once, on a line of its own', () => {
    const own = KINDS.find((kind) => kind.template === template)?.insertions ?? [];
    expect(own.length).toBeGreaterThan(1);
    for (const { file, mark } of [...own, STEPS, GRANT]) {
      const lines = text(file).split('\n');
      expect(lines.filter((line) => line.trim() === mark)).toHaveLength(1);
    }
  });

  it('calls every tool in its smoke suite, once well and once refused', () => {
    const steps: { tool: string; expect: { ok: boolean } }[] = parse(text('smoke/tools.yaml')).steps;
    expect([...new Set(steps.map(({ tool }) => tool))].sort()).toEqual(TOOLS[template]);
    for (const tool of TOOLS[template]) {
      const wanted = steps.flatMap((step) => (step.tool === tool ? [step.expect.ok] : []));
      expect([...new Set(wanted)].sort(), tool).toEqual([false, true]);
    }
  });

  it('keeps its files short', () => {
    const written = files.filter(({ path }) => path !== 'tools.lock.json');
    const long = written.filter(({ path, text }) => !path.includes('test') && text.split('\n').length > MAX_LINES);
    expect(long.map(({ path }) => path)).toEqual([]);
  });
});
