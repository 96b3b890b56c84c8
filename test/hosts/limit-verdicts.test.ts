import { describe, expect, test } from 'vitest';
import type { Judged } from '../../src/checks/judge.ts';
import type { ProfileId } from '../../src/checks/limits/profiles.ts';
import { sampleEvidence, sampleTool } from '../../src/checks/sample.ts';
import { limitVerdicts } from '../../src/hosts/limit-verdicts.ts';
import type { Evidence } from '../../src/model/evidence.ts';

const tools = (...names: string[]) => names.map((name, index) => sampleTool({ name }, index));
const many = (count: number) => tools(...Array.from({ length: count }, (_, index) => `t${index}`));

function finding(rule: string, tool: string | null, refusedBy: readonly ProfileId[], at: string | null = null): Judged {
  const words = { message: 'm', fix: 'f', severity: 'warning' as const };
  return { rule, tool, at, refusedBy, ...words, cause: false, clause: null, profile: null, count: 1, source: null, evidence: null };
}

/** The verdicts by host, as `tools: detail`; hosts that lose nothing are left out. */
function losses(evidence: Partial<Evidence>, findings: Judged[] = [], server: string | null = null): Record<string, string> {
  const all = sampleEvidence(evidence);
  const verdicts = limitVerdicts(all, findings, server);
  expect(verdicts).toHaveLength(8);
  const losing = verdicts.filter((verdict) => !verdict.accepts || verdict.tools < all.tools.length || verdict.detail);
  return Object.fromEntries(losing.map(({ host, tools: kept, detail }) => [host, `${kept}: ${detail}`]));
}

test('a faultless adapter loses nothing anywhere', () => {
  expect(losses({ tools: many(12) }, [finding('trust/hidden-text', 't1', [])], 'erp')).toEqual({});
});

test('an adapter without tools has no verdicts', () => {
  expect(limitVerdicts(sampleEvidence({ tools: [] }), [], null)).toEqual([]);
});

describe('one bad tool', () => {
  const list = { tools: tools('find', 'export', 'close') };

  test('makes every request fail at model APIs, and is dropped by Claude Code', () => {
    const bad = finding('schema/root-combinator', 'export', ['anthropic', 'bedrock', 'openai'], '/inputSchema/anyOf');
    const fails = '0: "export" (anyOf at the root) makes every request fail';
    expect(losses(list, [bad])).toEqual({
      'claude-code': '2: "export" dropped: anyOf at the root',
      anthropic: fails,
      openai: fails,
      bedrock: fails,
    });
  });

  test('is lost alone where the host drops it', () => {
    expect(losses(list, [finding('schema/array-no-items', 'find', ['vscode'])])).toEqual({
      vscode: '2: "find" dropped: array without items',
    });
  });

  test('is named with every other that makes requests fail', () => {
    const bad = [finding('schema/type-array', 'find', ['gemini']), finding('schema/enum-non-string', 'close', ['gemini'])];
    expect(losses(list, bad)).toEqual({
      gemini: '0: "find" (type is a list) and "close" (enum with other values than strings) make every request fail',
    });
  });

  test('under strict mode alone costs nothing in a host line', () => {
    expect(losses(list, [finding('schema/openai-strict', 'find', ['openai-strict'])])).toEqual({});
  });
});

describe('names', () => {
  const long = 'a'.repeat(57);

  test('a name that fits alone and not with the name of the server is dropped where the two are joined', () => {
    expect(losses({ tools: tools('find', long) }, [], 'erp')).toEqual({
      'claude-code': `1: "${long}" dropped: with the name of the server, "mcp__erp__aaaaaaaaaaaaaa…" has 67 characters, limit 64`,
      cursor: `1: "${long}" dropped: with the name of the server, "erpaaaaaaaaaaaaaaaaaaaaa…" has 60 characters, limit 59`,
    });
    expect(losses({ tools: tools('find', long) })).toEqual({});
  });

  test('a name of 65 characters fails at the model APIs that take 64, once', () => {
    const name = 'b'.repeat(65);
    const lost = losses({ tools: tools('find', name) }, [finding('tool/name-length', name, ['openai', 'bedrock', 'gemini'])]);
    expect(Object.keys(lost)).toEqual(['claude-code', 'openai', 'gemini', 'bedrock', 'cursor']);
    expect(lost.openai).toContain('(its name has 65 characters, limit 64) makes every request fail');
  });
});

test('many tools fail where a request takes fewer, and are cut where the host stops', () => {
  expect(losses({ tools: many(128) })).toEqual({ windsurf: '100: only 100 tools are taken in all' });
  expect(losses({ tools: many(129) })).toEqual({
    openai: '0: 129 tools are more than the 128 of a request, and every request fails',
    vscode: '0: 129 tools are more than the 128 of a request, and every request fails',
    windsurf: '100: only 100 tools are taken in all',
  });
});

test('programs cannot connect to an adapter without handshake, while model APIs only see declarations', () => {
  const lost = losses({ era: 'bare', tools: tools('find') });
  expect(Object.keys(lost)).toEqual(['claude-code', 'vscode', 'cursor', 'windsurf']);
  expect(lost.cursor).toBe('0: no handshake: initialize is refused, so no MCP client can connect');
});

test('a hostile number of bad tools makes one short sentence', () => {
  const names = Array.from({ length: 120 }, (_, index) => `t${index}`);
  const lost = losses(
    { tools: tools(...names) },
    names.map((name) => finding('schema/type-array', name, ['gemini'])),
  );
  expect(lost.gemini).toMatch(/^0: "t0" .*, "t2" \(type is a list\) and 117 more make every request fail$/);
});
