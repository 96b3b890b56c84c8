import { describe, expect, test } from 'vitest';
import { github } from '../../src/report/github.ts';
import { junit } from '../../src/report/junit.ts';
import { markdown } from '../../src/report/markdown.ts';
import { pretty } from '../../src/report/pretty.ts';
import { called, HOSTILE, hostileRun, judgedRun, OBEYED, run } from './runs.ts';

test('people see one line for what passed, and for the rest why, where it was kept and how it runs again', () => {
  expect(pretty(judgedRun())).toBe(`\
node server.js   erp 1.4.0   3 tools   protocol 2025-11-25, legacy

passed    an environment (prepare_environment)   512 ms   ok
failed    the page opens (open_page)              1.2 s   tool_error, env_unavailable
            navigate                             900 ms   env_unavailable
            ok is false, expected true
            code is "env_unavailable", expected "ok"
            the adapter says: no environment is free in US-CA
            saved cases/open_page/opens--3f9a1c02.case.json
            replay mcp-adapter replay cases/open_page/opens--3f9a1c02.case.json -- node server.js
errored   the form is sent (submit)                0 ms   not_run
            "the page opens", which captures {{form}}, did not pass
errored   a receipt (find_order)                   0 ms   not_run
            needs "the form is sent", which errored
passed    find_order                              10 ms   ok

fixed               open_page--slow--0a1b2c3d    1.2 s   failed 0 of 3
                      met the expectation in 3 of 3 runs (a failure in 30 % of runs would pass
                      unseen 34 % of the time; --runs 10: 3 %)
                      it is a regression test from now on
still-fails         open_page--late--11111111    1.2 s   failed 3 of 3
                      env_unavailable in 3 of 3 runs
                      exact except /env_id and /url
                      the declaration of the tool has changed since:
                      /properties/timeout/maximum: 120 → 60
                      /required: "url" added
                      saved cases/open_page/late--11111111.min.case.json
                      replay mcp-adapter replay cases/open_page/late--11111111.min.case.json -- node server.js
different-failure   open_page--gone--22222222    1.2 s   failed 3 of 3
                      code timeout instead of env_unavailable
                      saved cases/open_page/gone--33333333.case.json
                      replay mcp-adapter replay cases/open_page/gone--33333333.case.json -- node server.js
flaky               find_order--busy--44444444   1.2 s   failed 2 of 3
                      failed in 2 of 3 runs
unreplayable        find_order--lost--55555555   40 ms   not run
                      the secret ERP_TOKEN is not set: set it, or write it into
                      .mcp-adapter/secrets.env

2 passed, 1 failed, 2 errored, 1 fixed, 1 still-fails, 1 different-failure, 1 flaky, 1 unreplayable   9.0 s
`);
});

test('a CI system gets a test case for each step and each case', () => {
  expect(junit(judgedRun())).toBe(`\
<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="10" failures="4" errors="3" skipped="0">
  <testsuite name="mcp-adapter smoke node server.js" time="9" tests="10" failures="4" errors="3" skipped="0">
    <testcase classname="smoke.steps" name="an environment" time="0.512"/>
    <testcase classname="smoke.steps" name="the page opens" time="1.203">
      <properties>
        <property name="file" value="cases/open_page/opens--3f9a1c02.case.json"/>
        <property name="replay" value="mcp-adapter replay cases/open_page/opens--3f9a1c02.case.json -- node server.js"/>
      </properties>
      <failure message="ok is false, expected true" type="tool_error"><![CDATA[tool_error, env_unavailable
ok is false, expected true
code is "env_unavailable", expected "ok"
the adapter says: no environment is free in US-CA
navigate: 900 ms, env_unavailable
saved cases/open_page/opens--3f9a1c02.case.json
replay mcp-adapter replay cases/open_page/opens--3f9a1c02.case.json -- node server.js]]></failure>
    </testcase>
    <testcase classname="smoke.steps" name="the form is sent" time="0">
      <error message="&quot;the page opens&quot;, which captures {{form}}, did not pass" type="not_run"><![CDATA[not_run
"the page opens", which captures {{form}}, did not pass]]></error>
    </testcase>
    <testcase classname="smoke.steps" name="a receipt" time="0">
      <error message="needs &quot;the form is sent&quot;, which errored" type="not_run"><![CDATA[not_run
needs "the form is sent", which errored]]></error>
    </testcase>
    <testcase classname="smoke.steps" name="find_order" time="0.01"/>
    <testcase classname="smoke.cases" name="open_page--slow--0a1b2c3d" time="1.2" file="cases/open_page/slow--0a1b2c3d.case.json">
      <properties>
        <property name="file" value="cases/open_page/slow--0a1b2c3d.case.json"/>
        <property name="replay" value="mcp-adapter replay cases/open_page/slow--0a1b2c3d.case.json"/>
      </properties>
      <system-out><![CDATA[failed 0 of 3
met the expectation in 3 of 3 runs (a failure in 30 % of runs would pass unseen 34 % of the time; --runs 10: 3 %)
it is a regression test from now on]]></system-out>
    </testcase>
    <testcase classname="smoke.cases" name="open_page--late--11111111" time="1.2" file="cases/open_page/late--11111111.case.json">
      <properties>
        <property name="file" value="cases/open_page/late--11111111.case.json"/>
        <property name="replay" value="mcp-adapter replay cases/open_page/late--11111111.case.json"/>
      </properties>
      <failure message="still-fails: env_unavailable in 3 of 3 runs" type="still-fails"><![CDATA[failed 3 of 3
env_unavailable in 3 of 3 runs
exact except /env_id and /url
the declaration of the tool has changed since:
/properties/timeout/maximum: 120 → 60
/required: "url" added
saved cases/open_page/late--11111111.min.case.json
replay mcp-adapter replay cases/open_page/late--11111111.min.case.json -- node server.js]]></failure>
    </testcase>
    <testcase classname="smoke.cases" name="open_page--gone--22222222" time="1.2" file="cases/open_page/gone--22222222.case.json">
      <properties>
        <property name="file" value="cases/open_page/gone--22222222.case.json"/>
        <property name="replay" value="mcp-adapter replay cases/open_page/gone--22222222.case.json"/>
      </properties>
      <failure message="different-failure: code timeout instead of env_unavailable" type="different-failure"><![CDATA[failed 3 of 3
code timeout instead of env_unavailable
saved cases/open_page/gone--33333333.case.json
replay mcp-adapter replay cases/open_page/gone--33333333.case.json -- node server.js]]></failure>
    </testcase>
    <testcase classname="smoke.cases" name="find_order--busy--44444444" time="1.2" file="cases/find_order/busy--44444444.case.json">
      <properties>
        <property name="file" value="cases/find_order/busy--44444444.case.json"/>
        <property name="replay" value="mcp-adapter replay cases/find_order/busy--44444444.case.json"/>
      </properties>
      <failure message="flaky: failed in 2 of 3 runs" type="flaky"><![CDATA[failed 2 of 3
failed in 2 of 3 runs]]></failure>
    </testcase>
    <testcase classname="smoke.cases" name="find_order--lost--55555555" time="0.04" file="cases/find_order/lost--55555555.case.json">
      <properties>
        <property name="file" value="cases/find_order/lost--55555555.case.json"/>
        <property name="replay" value="mcp-adapter replay cases/find_order/lost--55555555.case.json"/>
      </properties>
      <error message="unreplayable: the secret ERP_TOKEN is not set: set it, or write it into .mcp-adapter/secrets.env" type="unreplayable"><![CDATA[not run
the secret ERP_TOKEN is not set: set it, or write it into .mcp-adapter/secrets.env]]></error>
    </testcase>
  </testsuite>
</testsuites>
`);
});

test('GitHub shows each broken step and case at its file, with the command that runs it again', () => {
  expect(github(judgedRun()).split('\n')).toEqual([
    '::error file=cases/open_page/opens--3f9a1c02.case.json,title=step the page opens failed::open_page, tool_error, env_unavailable' +
      '%0Aok is false, expected true%0Acode is "env_unavailable", expected "ok"%0Athe adapter says: no environment is free in US-CA' +
      '%0Areplay: mcp-adapter replay cases/open_page/opens--3f9a1c02.case.json -- node server.js',
    '::error title=step the form is sent errored::submit, not_run%0A"the page opens", which captures {{form}}, did not pass',
    '::error title=step a receipt errored::find_order, not_run%0Aneeds "the form is sent", which errored',
    '::error file=cases/open_page/late--11111111.case.json,title=case open_page--late--11111111 still-fails::env_unavailable in 3 of 3 runs' +
      '%0Aexact except /env_id and /url%0Athe declaration of the tool has changed since:%0A/properties/timeout/maximum: 120 → 60' +
      '%0A/required: "url" added%0Areplay: mcp-adapter replay cases/open_page/late--11111111.case.json',
    '::error file=cases/open_page/gone--22222222.case.json,title=case open_page--gone--22222222 different-failure::' +
      'code timeout instead of env_unavailable%0Areplay: mcp-adapter replay cases/open_page/gone--22222222.case.json',
    '::error file=cases/find_order/busy--44444444.case.json,title=case find_order--busy--44444444 flaky::failed in 2 of 3 runs' +
      '%0Areplay: mcp-adapter replay cases/find_order/busy--44444444.case.json',
    '::error file=cases/find_order/lost--55555555.case.json,title=case find_order--lost--55555555 unreplayable::' +
      'the secret ERP_TOKEN is not set: set it, or write it into .mcp-adapter/secrets.env' +
      '%0Areplay: mcp-adapter replay cases/find_order/lost--55555555.case.json',
    'mcp-adapter smoke node server.js: 2 passed, 1 failed, 2 errored, 1 fixed, 1 still-fails, 1 different-failure, 1 flaky, 1 unreplayable',
    '',
  ]);
});

test('a summary has a table of steps and one of cases, what is broken first', () => {
  const rows = markdown(judgedRun())
    .split('\n')
    .filter((line) => line.startsWith('|'));
  expect(rows.slice(0, 4)).toEqual([
    '|  | step | tool | code | time | what |',
    '| --- | --- | --- | --- | --- | --- |',
    '| failed | the page opens | <code>open&#95;page</code> | env&#95;unavailable | 1.2 s | ok is false, expected true<br>' +
      'code is "env&#95;unavailable", expected "ok"<br>the adapter says: no environment is free in US-CA<br>' +
      'saved <code>cases/open&#95;page/opens--3f9a1c02.case.json</code><br>' +
      '<code>mcp-adapter replay cases/open&#95;page/opens--3f9a1c02.case.json -- node server.js</code> |',
    '| errored | the form is sent | <code>submit</code> | not&#95;run | 0 ms | "the page opens", which captures {{form}}, did not pass |',
  ]);
  expect(rows.slice(7, 10)).toEqual([
    '|  | case | failed | time | what |',
    '| --- | --- | --- | --- | --- |',
    '| still-fails | <code>cases/open&#95;page/late--11111111.case.json</code> | 3 of 3 | 1.2 s | env&#95;unavailable in 3 of 3 runs<br>' +
      'exact except /env&#95;id and /url<br>the declaration of the tool has changed since:<br>/properties/timeout/maximum: 120 → 60<br>' +
      '/required: "url" added<br>saved <code>cases/open&#95;page/late--11111111.min.case.json</code><br>' +
      '<code>mcp-adapter replay cases/open&#95;page/late--11111111.min.case.json -- node server.js</code> |',
  ]);
  expect(rows.at(-1)).toMatch(/^\| fixed \| .*<br>it is a regression test from now on \|$/);
});

describe('a green suite', () => {
  const green = () =>
    run('smoke', { ...judgedRun(), exitCode: 0, cases: [], steps: judgedRun().steps.filter((step) => step.status === 'passed') });

  test('is one line a step, and verbose shows what each was made of', () => {
    expect(pretty(green())).not.toContain('warm_up');
    expect(pretty(green()).split('\n')).toHaveLength(7);
    expect(pretty(green(), { verbose: true })).toMatch(/\n {11}warm_up +280 ms +ok\n/);
  });

  test('is no annotation, no failure, and a table without reasons', () => {
    expect(github(green())).toBe('mcp-adapter smoke node server.js: 2 passed\n');
    expect(junit(green())).toContain('failures="0" errors="0"');
    expect(markdown(green())).toContain('|  | step | tool | code | time |\n');
  });
});

test('a call that failed shows its answer, and its message not once more', () => {
  const result = { isError: true, content: [{ type: 'text', text: 'no environment is free' }] };
  const { steps } = called(result);
  const failed = steps.map((step) => ({ ...step, status: 'failed' as const, code: 'env_unavailable', message: 'no environment is free' }));
  expect(pretty(called(result, { steps: failed })).match(/no environment is free/g)).toHaveLength(1);
});

test('what the connection says is not put into the mouth of the adapter', () => {
  const [step] = judgedRun().steps.filter((each) => each.status === 'failed');
  const steps = step ? [{ ...step, outcome: 'transport' as const, code: 'gone', message: 'the connection was reset' }] : [];
  expect(pretty(run('smoke', { steps }))).toContain('\n           the connection was reset\n');
});

test('a flaky case that is allowed is a warning', () => {
  const cases = judgedRun().cases.filter((record) => record.verdict === 'flaky');
  expect(github(run('replay', { exitCode: 0, cases }))).toMatch(/^::warning file=/);
  expect(github(run('replay', { exitCode: 1, cases }))).toMatch(/^::error file=/);
});

test('of many broken cases GitHub is shown ten, and the number of the others', () => {
  const [broken] = judgedRun().cases.filter((record) => record.verdict === 'still-fails');
  const cases = Array.from({ length: 25 }, () => broken).flatMap((record) => record ?? []);
  const text = github(run('replay', { exitCode: 1, cases }));
  expect(text.match(/^::error /gm)).toHaveLength(10);
  expect(text).toContain('25 still-fails; 15 more findings not shown here');
});

test('a run whose only fault is a broken case does not make failures of its warnings', () => {
  const { findings } = hostileRun('x');
  const warnings = findings.filter((finding) => finding.severity === 'warning');
  expect(junit(run('replay', { exitCode: 1, findings: warnings, cases: judgedRun().cases.slice(1, 2) }))).toContain('failures="1"');
});

test('colour adds nothing but escape sequences', () => {
  const coloured = pretty(judgedRun(), { color: true });
  expect(coloured).toContain('\u001b[31mfailed\u001b[39m');
  expect(coloured.replaceAll(/\u001b\[\d+m/g, '')).toBe(pretty(judgedRun()));
});

describe.each(Object.entries(HOSTILE))('hostile text: %s', (_, text) => {
  // With nothing but steps and cases, so that no other part of the report is what a test sees.
  const { steps, cases } = hostileRun(text);
  const judged = run('smoke', { exitCode: 1, steps, cases });

  test('every row of a table has the cells of its head', () => {
    const tables = markdown(judged)
      .split('\n\n')
      .filter((part) => part.startsWith('|'));
    expect(tables).toHaveLength(2);
    for (const lines of tables.map((each) => each.split('\n')))
      for (const line of lines) expect(line.match(/\|/g)).toHaveLength(lines[0]?.match(/\|/g)?.length ?? 0);
  });

  test('no report holds what a terminal obeys, or a command of a CI log', () => {
    const [short, long] = [pretty(judged), pretty(judged, { verbose: true })];
    for (const report of [short, long]) expect(report).not.toMatch(/^\s*::|##\[/m);
    for (const report of [short, long, github(judged), markdown(judged), junit(judged)]) expect(report).not.toMatch(OBEYED);
    for (const report of [short, github(judged), markdown(judged), junit(judged)]) expect(report.length).toBeLessThan(50_000);
  });
});
