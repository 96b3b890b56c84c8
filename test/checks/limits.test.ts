import { describe, expect, test } from 'vitest';
import { LIMITS, limitsOn, refusers } from '../../src/checks/limits/index.ts';
import { exceeds, hostName, hostNames, sentName } from '../../src/checks/limits/limits.ts';
import { isProfile } from '../../src/checks/limits/profiles.ts';

test('every limit says where it was seen and when, and by which words its host is known', () => {
  for (const { who, source, seen, pattern } of LIMITS) {
    expect(source).not.toBe('');
    expect(seen).toMatch(/^202[4-6]-(0[1-9]|1[0-2])$/);
    expect(hostName(who)).not.toBe('');
    // A pattern with the g flag would remember where it stopped.
    expect(pattern?.global ?? false).toBe(false);
  }
});

test('no limit stands twice', () => {
  const keys = LIMITS.map(({ who, what, max, pattern, effect }) => JSON.stringify([who, what, max, String(pattern), effect]));
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

describe('who refuses', () => {
  test('a construct is refused by profiles only, and by strict mode wherever OpenAI does', () => {
    const refusing = refusers('root-combinator');
    expect(refusing).toContain('anthropic');
    expect(refusing).toContain('openai-strict');
    expect(refusing.every(isProfile)).toBe(true);
  });

  test('a value counts only where it is beyond the limit', () => {
    expect(refusers('name-length', 'a'.repeat(64))).toEqual([]);
    expect(refusers('name-length', 'a'.repeat(65))).toContain('openai');
    expect(refusers('name-length', 'a'.repeat(65))).not.toContain('anthropic');
    expect(refusers('tool-count', 129)).toContain('vscode');
    expect(refusers('tool-count', 129)).not.toContain('gemini');
  });

  test('an uncertain source makes no error', () => {
    expect(limitsOn('description-length').map(({ who }) => who)).toContain('openai');
    expect(refusers('description-length', 5_000)).toEqual([]);
  });

  test('a warning or a cut is no refusal', () => {
    expect(refusers('tool-count', 100)).toEqual([]);
    expect(refusers('ref-used')).toEqual([]);
  });

  test('nobody refuses what nothing is known of', () => {
    expect(refusers('no-such-thing')).toEqual([]);
  });
});

test('a name is sent with what the host puts before it, whatever the server is called', () => {
  const [claudeCode] = limitsOn('name-length').filter(({ who }) => who === 'claude-code');
  if (!claudeCode) throw new Error('no limit of Claude Code');
  expect(sentName(claudeCode, 'erp', 'find')).toBe('mcp__erp__find');
  expect(sentName(claudeCode, '$&', 'find')).toBe('mcp__$&__find');
  expect(exceeds(claudeCode, sentName(claudeCode, 'erp', 'a'.repeat(54)))).toBe(false);
  expect(exceeds(claudeCode, sentName(claudeCode, 'erp', 'a'.repeat(55)))).toBe(true);
});

test('strict mode is named only where OpenAI itself is not', () => {
  expect(hostNames(['openai', 'openai-strict'])).toEqual(['OpenAI']);
  expect(hostNames(['openai-strict', 'vscode'])).toEqual(['OpenAI strict mode', 'VS Code']);
});
