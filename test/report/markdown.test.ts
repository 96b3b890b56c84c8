import { describe, expect, test } from 'vitest';
import { markdown } from '../../src/report/markdown.ts';
import { bothTransports, called, cleanCheck, failedStart, faultyCheck, finding, HOSTILE, hostileRun, OBEYED, run } from './runs.ts';

test('a clean check', () => {
  expect(markdown(cleanCheck())).toMatchInlineSnapshot(`
    "## mcp-adapter check: no findings

    <code>node server.js</code> · erp 1.4.0 · 3 tools · protocol 2025-11-25

    - SDK 1.x 1.32.2, Claude Code: all 3 tools

    312 ms
    "
  `);
});

test('findings are a table, the heaviest first', () => {
  expect(markdown(faultyCheck())).toMatchInlineSnapshot(`
    "## mcp-adapter check: 2 errors, 1 warning, 1 info

    <code>node server.js</code> · erp 1.4.0 · 3 tools · protocol 2025-11-25

    |  | rule | where | what |
    | --- | --- | --- | --- |
    | error | <code>schema/root-combinator</code> | <code>export&#95;orders</code><br><code>/inputSchema/anyOf</code> | anyOf: at the root of the schema; Anthropic and OpenAI refuse the whole request<br>**fix**: write one flat object, say the either/or in the descriptions and check it in the handler |
    | error | <code>stdio/stdout-noise</code> | <code>stdout:1</code> | "starting on :3000" on stdout is not JSON-RPC; strict clients close the connection on it<br>**fix**: log to stderr |
    | warning | <code>design/unbounded-number</code> | <code>prepare&#95;environment</code><br><code>/inputSchema/properties/timeout</code><br><code>src/server.ts:41</code> | "timeout" and "retries": no maximum, so a model may ask for any value and the call may run for hours<br>**fix**: give each number a maximum, and say its unit |
    | info | <code>design/open-object</code> | <code>prepare&#95;environment</code><br><code>/inputSchema</code> | additionalProperties is not stated<br>**fix**: state additionalProperties: false |

    - SDK 1.x 1.32.2, Claude Code: all 3 tools
    - Gemini: 2 of 3 tools; export&#95;orders dropped, root anyOf
    - OpenAI: can use nothing of it; export&#95;orders has a root anyOf

    812 ms · next: <code>mcp-adapter rules stdio/stdout-noise</code>
    "
  `);
});

test('an adapter that did not start', () => {
  expect(markdown(failedStart())).toMatchInlineSnapshot(`
    "## mcp-adapter check: could not be done

    <code>node missing.js</code>

    **error**: node exited with code 1 before answering initialize

    <pre>node:internal/modules/cjs/loader:1228

    Error: Cannot find module './missing.js'
        at Module._load</pre>

    hint: run the command yourself first; its last lines on stderr are above

    95 ms
    "
  `);
});

test('the steps of a call are a table', () => {
  expect(markdown(called(null))).toContain('| passed | prepare&#95;environment | <code>prepare&#95;environment</code> | ok | 512 ms |');
});

test('several runs have a heading each', () => {
  expect(markdown(bothTransports()).match(/^### .*/gm)).toEqual(['### node server.js', '### http&#58;//127.0.0.1:5000/mcp']);
});

test('of two hundred findings fifty are shown and the rest counted', () => {
  const text = markdown(run('check', { findings: Array.from({ length: 200 }, () => finding()) }));
  expect(text.match(/^\| error /gm)).toHaveLength(50);
  expect(text).toContain('\nand 150 more\n');
});

describe.each(Object.entries(HOSTILE))('hostile text: %s', (_, text) => {
  const whole = markdown(hostileRun(text));
  // In a block of which each line has a sign in front nothing is read, and none of these ends it.
  const report = whole.replaceAll(/^```diff\n(?:[-+] .*\n)+```$/gm, '');
  // GitHub looks for no mention and no issue number in code.
  const prose = report.replaceAll(/<(code|pre)>[\s\S]*?<\/\1>/g, '');

  test('no element but ours', () => {
    expect(report.replaceAll(/<\/?(?:code|pre|details|summary)>|<br>/g, '')).not.toMatch(/[<>]/);
  });

  test('no link, picture, mention or issue number', () => {
    expect(prose).not.toMatch(/@\w|(?<!&)#\d/);
    expect(report.replaceAll(/<pre>[\s\S]*?<\/pre>/g, '')).not.toMatch(/\]\(|!\[|https?:\/\/|www\./);
  });

  test('each row of the tables of findings and changes has its cells', () => {
    const rows = (words: string) => report.split('\n').filter((line) => new RegExp(`^\\| (${words}) \\|`).test(line));
    expect(rows('error|warning|info').map((row) => row.match(/\|/g)?.length)).toEqual([5, 5, 5, 5]);
    expect(rows('accepted').map((row) => row.match(/\|/g)?.length)).toEqual([6]);
  });

  test('it ends with one newline, is short and holds nothing that a terminal obeys', () => {
    expect(report).toMatch(/[^\n]\n$/);
    expect(report.length).toBeLessThan(100_000);
    expect(whole).not.toMatch(OBEYED);
  });
});
