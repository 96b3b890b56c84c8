import { describe, expect, test } from 'vitest';
import { pretty } from '../../src/report/pretty.ts';
import { columns } from '../../src/report/pretty-text.ts';
import { bothTransports, called, cleanCheck, failedStart, faultyCheck, finding, HOSTILE, hostileRun, listed, OBEYED, run } from './runs.ts';

test('a clean adapter takes four lines', () => {
  expect(pretty(cleanCheck())).toMatchInlineSnapshot(`
    "node server.js   erp 1.4.0   3 tools   protocol 2025-11-25, legacy

    hosts      SDK 1.x 1.32.2, Claude Code: all 3 tools
    no findings   312 ms
    "
  `);
});

test('findings stand under their tool, the connection first, errors before warnings', () => {
  expect(pretty(faultyCheck())).toMatchInlineSnapshot(`
    "node server.js   erp 1.4.0   3 tools   protocol 2025-11-25, legacy

    connection
      error    stdio/stdout-noise        stdout:1
               "starting on :3000" on stdout is not JSON-RPC; strict clients close the connection on it
               seen  starting on :3000 (pid 4711)
               fix   log to stderr

    export_orders
      error    schema/root-combinator    /inputSchema/anyOf   refused by anthropic, openai
               anyOf: at the root of the schema; Anthropic and OpenAI refuse the whole request
               fix   write one flat object, say the either/or in the descriptions and check it in the
                     handler

    prepare_environment
      warning  design/unbounded-number   /inputSchema/properties/timeout   2 places   src/server.ts:41
               "timeout" and "retries": no maximum, so a model may ask for any value and the call may
               run for hours
               fix   give each number a maximum, and say its unit
      info     design/open-object        /inputSchema
               additionalProperties is not stated

    hosts      SDK 1.x 1.32.2, Claude Code: all 3 tools
               Gemini: 2 of 3 tools; export_orders dropped, root anyOf
               OpenAI: can use nothing of it; export_orders has a root anyOf
    2 errors, 1 warning, 1 info   812 ms
    next       mcp-adapter rules stdio/stdout-noise
    "
  `);
});

test('an adapter that did not start is told with its last words and a hint', () => {
  expect(pretty(failedStart())).toMatchInlineSnapshot(`
    "error: node exited with code 1 before answering initialize
      node:internal/modules/cjs/loader:1228
      Error: Cannot find module './missing.js'
          at Module._load
    hint: run the command yourself first; its last lines on stderr are above
    "
  `);
});

test('list is a table with totals', () => {
  expect(pretty(listed())).toMatchInlineSnapshot(`
    "node server.js   erp 1.4.0   3 tools   protocol 2025-11-25, legacy

    tool                  risk          bytes   tokens
    find_order            read            412      103
    prepare_environment   destructive   1,230      308
    export_orders         write            98       25
    3 tools                             1,740      436

    resources
      orders   orders://all

    prompts
      summarise   Summarise one order
    "
  `);
});

test('a call shows its steps, and an envelope that is repeated as text only once', () => {
  const result = { content: [{ type: 'text', text: '{"ok": true, "env_id": "e-1"}' }], structuredContent: { ok: true, env_id: 'e-1' } };
  expect(pretty(called(result))).toMatchInlineSnapshot(`
    "node server.js   erp 1.4.0   3 tools   protocol 2025-11-25, legacy

    passed   prepare_environment   512 ms   ok
               warm_up             280 ms   ok

    result
      {
        "ok": true,
        "env_id": "e-1"
      }

    1 passed   640 ms
    "
  `);
});

test('several runs are a block each and one closing line', () => {
  const text = pretty(bothTransports());
  expect(text.match(/^(node server\.js|http:\/\/127\.0\.0\.1:5000\/mcp) /gm)).toEqual(['node server.js ', 'http://127.0.0.1:5000/mcp ']);
  expect(text.trimEnd().split('\n').at(-1)).toBe('2 runs: 2 errors, 1 warning, 1 info   1.5 s');
});

describe('what a tool answers', () => {
  test('text is shown as it is, line by line', () => {
    expect(pretty(called({ content: [{ type: 'text', text: 'Order 7\n  shipped' }] }))).toContain('\nresult\n  Order 7\n    shipped\n');
  });

  test('a text that differs from the structured content is shown beside it', () => {
    const text = pretty(called({ content: [{ type: 'text', text: '{"ok":false}' }], structuredContent: { ok: true } }));
    expect(text).toContain('{"ok":false}');
    expect(text).toContain('"ok": true');
  });

  test('a picture is named with its size, not printed', () => {
    const text = pretty(called({ content: [{ type: 'image', mimeType: 'image/png', data: 'iVBOR'.repeat(2000) }] }));
    expect(text).toContain('[image image/png, 9.8 KiB of base64]');
    expect(text).not.toContain('iVBOR');
  });

  test('a long text is cut and says how big it was', () => {
    const text = pretty(called({ content: [{ type: 'text', text: 'line\n'.repeat(100_000) }] }));
    expect(text.split('\n').length).toBeLessThan(80);
    expect(text).toContain('cut, 488 KiB in all');
  });

  test('a result that is nothing like a result is shown as JSON', () => {
    expect(pretty(called(['what', 7]))).toContain('\n    "what",\n');
  });

  test('a result that nests a hundred thousand levels does not end the report', () => {
    const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    expect(pretty(called({ content: [], structuredContent: deep }))).toContain('result');
  });
});

describe('long reports', () => {
  const infos = Array.from({ length: 20 }, (_, index) => finding({ severity: 'info', tool: `tool_${index}`, message: `advice ${index}` }));

  test('of many infos eight are shown and the rest counted', () => {
    const text = pretty(run('check', { findings: infos }));
    expect(text.match(/advice \d+/g)).toHaveLength(8);
    expect(text).toContain('\nand 12 more infos (--verbose)\n');
  });

  test('eight infos are all shown', () => {
    const text = pretty(run('check', { findings: infos.slice(0, 8) }));
    expect(text.match(/advice \d+/g)).toHaveLength(8);
    expect(text).not.toContain('more info');
  });

  test('verbose folds nothing', () => {
    expect(pretty(run('check', { findings: infos }), { verbose: true }).match(/advice \d+/g)).toHaveLength(20);
  });

  test('errors and warnings are never folded', () => {
    const warnings = infos.map((each) => ({ ...each, severity: 'warning' as const }));
    expect(pretty(run('check', { findings: warnings })).match(/advice \d+/g)).toHaveLength(20);
  });

  test('the same finding on three tools is told once, with the names of the tools', () => {
    const text = pretty(run('check', { findings: ['a', 'b', 'c'].map((tool) => finding({ tool, message: 'no bound' })) }));
    expect(text.match(/no bound/g)).toHaveLength(1);
    expect(text).toContain('3 tools: a, b and c\n');
  });

  test('findings that differ in their pointer are told apart', () => {
    const findings = ['a', 'b', 'c'].map((tool) => finding({ tool, at: `/inputSchema/properties/${tool}`, message: 'no bound' }));
    expect(pretty(run('check', { findings })).match(/no bound/g)).toHaveLength(3);
  });
});

describe('hosts', () => {
  test('a host that loses a tool has a line of its own', () => {
    const text = pretty(faultyCheck());
    expect(text).toContain('hosts      SDK 1.x 1.32.2, Claude Code: all 3 tools\n');
    expect(text).toContain('\n           Gemini: 2 of 3 tools; export_orders dropped, root anyOf\n');
  });
});

describe('colour and width', () => {
  test('colour adds nothing but escape sequences', () => {
    const coloured = pretty(faultyCheck(), { color: true });
    expect(coloured).toContain('\u001b[31m');
    expect(coloured.replaceAll(/\u001b\[\d+m/g, '')).toBe(pretty(faultyCheck()));
  });

  test('messages are wrapped to the width', () => {
    const prose = pretty(faultyCheck(), { width: 60 })
      .split('\n')
      .filter((line) => line.startsWith('           '));
    expect(Math.max(...prose.map(columns))).toBeLessThanOrEqual(60);
  });

  test('wide characters count twice when messages are wrapped', () => {
    const text = pretty(run('check', { findings: [finding({ message: '日本語'.repeat(60) })] }), { width: 60 });
    const lines = text.split('\n').filter((line) => line.includes('日'));
    // 60 columns less 11 of indent hold 24 of them.
    expect(lines.map((line) => line.trim().length).slice(0, -1)).toEqual(Array(7).fill(24));
  });
});

describe.each(Object.entries(HOSTILE))('hostile text: %s', (_, text) => {
  const report = pretty(hostileRun(text));

  test('nothing that a terminal obeys gets through', () => {
    expect(report).not.toMatch(OBEYED);
  });

  test('no line of it can pass for a workflow command', () => {
    expect(report).not.toMatch(/^\s*::|##\[/m);
  });

  test('it ends with one newline, has no trailing spaces and stays short', () => {
    expect(report).toMatch(/[^\n]\n$/);
    expect(report).not.toMatch(/[ \t]$/m);
    expect(report.length).toBeLessThan(60_000);
  });
});
