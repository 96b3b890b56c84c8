import { expect, test } from 'vitest';
import { sampleTool } from '../../src/checks/sample.ts';
import { portfolioVerdicts } from '../../src/hosts/portfolio.ts';

const server = (name: string, tools: string[], bytes = 400) => ({
  name,
  tools: tools.map((tool, index) => ({ ...sampleTool({ name: tool }, index), bytes })),
});
const names = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}_${index}`);

test('servers that fit beside each other have no findings, and are summed up', () => {
  const portfolio = portfolioVerdicts([server('erp', names('order', 3)), server('crm', names('lead', 4))]);
  expect(portfolio).toEqual({ tools: 7, tokens: 700, findings: [] });
});

test('names that two servers share are one finding', () => {
  const { findings } = portfolioVerdicts([
    server('erp', ['search', 'get', 'order']),
    server('crm', ['search', 'get']),
    server('hr', ['leave']),
  ]);
  expect(findings).toMatchObject([{ rule: 'tool/name-duplicate', severity: 'warning', count: 2 }]);
  expect(findings[0]?.message).toMatch(/^"search" and "get": declared by "erp" and "crm"; /);
});

test("a name that one server declares twice is that server's own fault", () => {
  expect(portfolioVerdicts([server('erp', ['search', 'search']), server('crm', ['lead'])]).findings).toEqual([]);
});

test('a limit that only the sum breaks is found, and is an error under that profile', () => {
  const servers = [server('erp', names('a', 70), 40), server('crm', names('b', 70), 40)];
  const [found, ...rest] = portfolioVerdicts(servers, new Set(['vscode'] as const)).findings;
  expect(rest).toEqual([]);
  expect(found).toMatchObject({ rule: 'tools/too-many', severity: 'error', profile: 'vscode' });
  expect(found?.message).toContain('140 tools of 2 servers together');
  expect(found?.message).toContain('VS Code takes 128');
  expect(portfolioVerdicts(servers).findings[0]?.severity).toBe('warning');
});

test('a limit that one server breaks alone is not said again', () => {
  expect(portfolioVerdicts([server('erp', names('a', 130), 40), server('crm', ['lead'], 40)]).findings).toEqual([]);
});

test('the context cost of all together is said from 8,000 tokens, and warned of from 20,000', () => {
  const sized = (bytes: number) => portfolioVerdicts([server('erp', names('a', 10), bytes), server('crm', names('b', 10), bytes)]).findings;
  expect(sized(1_596)).toEqual([]);
  expect(sized(1_600)).toMatchObject([{ rule: 'design/context-cost', severity: 'info' }]);
  expect(sized(4_000)).toMatchObject([{ rule: 'design/context-cost', severity: 'warning' }]);
});
