import { EXIT } from '../../model/fault.ts';
import { plural, visible } from '../../model/text.ts';
import { createReference } from '../../reference/adapter.ts';
import { type InspectedPage, inspectTargets } from '../../reference/inspect-targets.ts';
import { jsonDocument } from '../../report/json-text.ts';
import { aborted } from '../../wire/wait.ts';
import { examine } from '../doctor.ts';
import type { Io } from '../io.ts';
import { referencePlace } from '../reference-place.ts';
import { version } from '../version.ts';

export interface DoctorFlags {
  json?: boolean;
  installBrowser?: boolean;
  targets?: boolean;
  config?: string;
}

/** The work of `doctor`; returns the exit code. */
export async function doctorWork(flags: DoctorFlags, io: Io): Promise<number> {
  if (flags.installBrowser) await install(io);
  return flags.targets ? tellTargets(flags, io) : tellWhatWorks(flags, io);
}

async function install(io: Io): Promise<void> {
  const { installBrowser } = await import('../../reference/browser/install.ts');
  await installBrowser({ env: io.env, log: (line) => void io.stderr.write(`${visible(line)}\n`) });
}

async function tellWhatWorks({ json }: DoctorFlags, io: Io): Promise<number> {
  const checks = await examine(io);
  const lines = checks.flatMap(({ ok, what, seen, more = [], todo }) => [
    `${ok ? 'ok     ' : 'missing'} ${what}: ${visible(seen)}`,
    ...[...more, ...(todo && !ok ? [todo] : [])].map((line) => `        ${visible(line)}`),
  ]);
  await io.stdout.write(json ? jsonDocument({ format: 'mcp-adapter/doctor@1', checks }) : `${lines.join('\n')}\n`);
  return checks.some(({ ok, needed }) => needed && !ok) ? EXIT.findings : EXIT.ok;
}

/** Every page of the target maps as it is now; 1 when one cannot be opened, or something on it is not found. */
async function tellTargets(flags: DoctorFlags, io: Io): Promise<number> {
  const place = await referencePlace(flags, io);
  try {
    const log = (line: string) => void io.stderr.write(`${visible(line)}\n`);
    log(`target maps of ${place.from}`);
    const { config, state } = place;
    const reference = await createReference({ config, state, env: io.env, version: version(), log });
    const pages: InspectedPage[] = [];
    // What is under way then fails at once.
    void aborted(io.interrupted).then(() => reference.close());
    try {
      for await (const page of inspectTargets(reference)) {
        if (io.interrupted.aborted) break;
        pages.push(page);
        if (!flags.json) await io.stdout.write(pageText(page));
      }
    } catch (error) {
      if (!io.interrupted.aborted) throw error;
    } finally {
      await reference.close();
    }
    const interrupted = io.interrupted.aborted;
    const document = { format: 'mcp-adapter/targets-report@1', pages, ...(interrupted ? { interrupted } : {}) };
    await io.stdout.write(flags.json ? jsonDocument(document) : totalsText(pages, interrupted));
    return interrupted ? EXIT.interrupted : pages.some(isBad) ? EXIT.findings : EXIT.ok;
  } finally {
    await place.close();
  }
}

/** A page that changes as it is used is no worse for a target that a later locator finds. */
function isBad({ why, isSkipped, drift }: InspectedPage): boolean {
  return (why !== null && !isSkipped) || drift.some(({ state }) => state === 'missing' || state === 'ambiguous');
}

function pageText(page: InspectedPage): string {
  const { url, why, isSkipped, drift } = page;
  const word = isSkipped ? 'skipped' : isBad(page) ? 'drifted' : 'ok     ';
  const lines = drift.flatMap((each) => driftText(each) ?? []).map((line) => `        ${line}`);
  return `${[`${word} ${visible(url)}: ${why === null ? plural(drift.length, 'target') : visible(why)}`, ...lines].join('\n')}\n`;
}

/** What has become of a target, in words; null where its first locator finds it. */
function driftText({ name, state, used, counts }: InspectedPage['drift'][number]): string | null {
  const found = counts.map((count) => count ?? 'no selector');
  if (state === 'missing')
    return `gone: ${name}, ${counts.length === 1 ? 'its locator finds' : `its ${counts.length} locators find`} nothing`;
  if (state === 'ambiguous') return `ambiguous: ${name}, its locators find ${found.join(', ')} of it`;
  return used ? `moved: ${name}, only locator ${used + 1} finds it; before it ${found.slice(0, used).join(', ')}` : null;
}

function totalsText(pages: readonly InspectedPage[], interrupted: boolean): string {
  const bad = pages.filter(isBad);
  const skipped = pages.filter(({ isSkipped }) => isSkipped).length;
  const moved = pages.flatMap(({ drift }) => drift).filter(({ state }) => state === 'later-locator').length;
  const counts = [
    `${plural(pages.length - bad.length - skipped, 'page')} as the maps say`,
    ...(bad.length ? [`${bad.length} not`] : []),
    ...(skipped ? [`${skipped} skipped`] : []),
    ...(moved ? [`${plural(moved, 'target')} moved`] : []),
    ...(interrupted ? ['interrupted before the others'] : []),
  ];
  const files = [...new Set(bad.filter(({ why }) => why === null).map(({ file }) => file))];
  return `\n${counts.join(', ')}\n${files.map((file) => `next    correct ${visible(file)}\n`).join('')}`;
}
