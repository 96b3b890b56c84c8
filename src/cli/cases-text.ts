import { exactTextOf } from '../cases/exact-text.ts';
import type { LoadedCase } from '../cases/read-case.ts';
import type { FoundSecret } from '../cases/scan.ts';
import { replayCommand } from '../model/replay-command.ts';
import type { CaseStep, SavedCase } from '../model/saved-case.ts';
import { duration, grouped, plural, quote, shorten, some, visible } from '../model/text.ts';
import { table } from '../report/pretty-text.ts';
import { inert } from '../report/words.ts';

/** Every case on a line; what cannot be read comes last, with its reason. */
export function caseTable(cases: readonly LoadedCase[], now: number): string {
  if (!cases.length) return 'no cases: a call that fails is kept as one\n';
  const good = cases.filter((each) => each.ok);
  const rows = good.map(({ case: saved, shown }) => [
    saved.state,
    shorten(saved.steps.at(-1)?.tool ?? '', 40) + asWhom(saved),
    shorten(saved.actual.code, 40),
    grouped(saved.seen),
    age(saved.created, now),
    visible(shown),
  ]);
  const damaged = cases.flatMap((each) => (each.ok ? [] : [`${visible(each.shown)}: ${shorten(each.why, 300)}`]));
  const open = good.filter(({ case: saved }) => saved.state === 'open').length;
  const lines = [
    ...(rows.length ? [...table([['state', 'tool', 'code', 'seen', 'age', 'file'], ...rows], [3]), ''] : []),
    ...(damaged.length ? [...damaged, ''] : []),
    `${plural(good.length, 'case')}, ${open} open${damaged.length ? `; ${plural(damaged.length, 'file')} cannot be read` : ''}`,
  ];
  return textOf(lines);
}

/** One case for people: the calls with what they take from each other, what was expected, what came, how to run it again. */
export function caseSheet(saved: SavedCase, shown: string, now: number): string {
  const { id, state, seen, created, note, parent, target, steps, site, grants } = saved;
  const { server, transport, protocol, era } = target;
  const named = server ? `${server.name} ${server.version}` : 'an adapter without a name';
  const head = table([
    ['case', shorten(id, 200)],
    ['state', `${state}, seen ${plural(seen, 'time')}, made ${age(created, now)} ago (${shorten(created, 40)})`],
    [
      'adapter',
      shorten(`${named} over ${transport}, ${protocol} (${era})${target.launch === null ? '' : `, target ${target.launch}`}`, 300),
    ],
    ...(target.identity === undefined ? [] : [['called as', `the identity ${quote(target.identity)} of the config`]]),
    ...(note ? [['note', shorten(note, 1_000)]] : []),
    ...(parent === null ? [] : [['came from', shorten(parent, 200)]]),
    ...(site === null ? [] : [['site', shorten(site, 200)]]),
    ...grants.map(({ tools, origins }) => [
      'granted',
      shorten(`${some(tools, 20)}${origins.length ? ` on ${some(origins, 20)}` : ''}`, 300),
    ]),
  ]);
  return textOf([...head, '', ...steps.flatMap(stepLines), ...outcomeLines(saved), '', replayLine(shown)]);
}

/** What was deleted, or would be. */
export function prunedText(files: readonly string[], dryRun: boolean): string {
  const count = plural(files.length, 'case');
  return textOf([
    ...files.map((file) => `${dryRun ? 'would delete' : 'deleted'} ${visible(file)}`),
    dryRun ? `${count} would be deleted` : `${count} deleted`,
  ]);
}

/** Where secrets stand; never which. */
export function scanText(found: readonly (FoundSecret & { file: string })[], files: number): string {
  const lines = found.map(({ file, line, name, known }) => `${visible(file)}:${line}: ${known ? 'the value of ' : ''}${shorten(name)}`);
  return textOf([...lines, `${found.length ? plural(found.length, 'secret') : 'no secrets'} in ${plural(files, 'file')}`]);
}

/** The command that runs a case again. */
export function replayLine(shown: string): string {
  return visible(replayCommand(shown));
}

function stepLines(step: CaseStep): string[] {
  const { id, role, tool, name, capture, bind, secrets } = step;
  const what = name === tool ? shorten(tool, 100) : `${shorten(tool, 100)}: ${shorten(name, 200)}`;
  const rows = [
    ['arguments', shorten(exactTextOf(step), 2_000)],
    ...(step.wire === null ? [] : [['', '(sent with exactly these bytes)']]),
    ...bind.map(({ at, from }) => ['bound', `${shorten(at, 200)} is ${shorten(from, 200)}`]),
    ...secrets.map(({ at, ref }) => ['secret', `in ${shorten(at, 200)}: ${shorten(ref, 100)}`]),
    ...Object.entries(capture).map(([key, at]) => ['captured', `${id}.${shorten(key, 60)} from ${shorten(at, 200)}`]),
    ...(role === 'setup' ? [['expected', expected(step.expect)]] : []),
  ];
  return [`${shorten(id, 40)}  ${role === 'setup' ? 'first' : 'the call'}  ${what}`, ...table(rows).map((line) => `    ${line}`), ''];
}

function outcomeLines({ expect, actual }: SavedCase): string[] {
  const { class: outcome, code, message, elapsed_ms, failed, retryable, jsonrpc_code, result, stderr_tail } = actual;
  const more = [
    jsonrpc_code === null ? '' : `, JSON-RPC ${jsonrpc_code}`,
    retryable === null ? '' : retryable ? ', retryable' : ', not retryable',
  ];
  return table([
    ['expected', expected(expect)],
    ['came', `${outcome}, ${shorten(code, 100)}${more.join('')}, after ${duration(elapsed_ms)}`],
    ...(message ? [['message', shorten(message, 1_000)]] : []),
    ['missed', failed.length ? shorten(some(failed, 20), 500) : 'nothing: it was kept as it was'],
    ['result', shorten(JSON.stringify(result), 2_000)],
    ...stderr_tail.map((line, index) => [index ? '' : 'stderr', shorten(line, 300)]),
  ]);
}

function expected(expect: SavedCase['expect']): string {
  return shorten(JSON.stringify(expect), 1_000);
}

/** ` as clerk` for a call that an identity of the config made. */
function asWhom({ target: { identity } }: SavedCase): string {
  return identity === undefined ? '' : ` as ${shorten(identity, 40)}`;
}

/** How long ago: `40 s`, `12 min`, `5 h`, `30 d`. */
function age(created: string, now: number): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(created)) / 1_000));
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${grouped(Math.round(seconds / 86_400))} d`;
}

function textOf(lines: readonly string[]): string {
  return `${lines.map((line) => inert(line.trimEnd())).join('\n')}\n`;
}
