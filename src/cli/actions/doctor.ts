import { EXIT } from '../../model/fault.ts';
import { plural, visible } from '../../model/text.ts';
import { createReference } from '../../reference/adapter.ts';
import { type InspectedPage, inspectTargets } from '../../reference/inspect-targets.ts';
import { jsonDocument } from '../../report/json-text.ts';
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
  const lines = checks.map(
    ({ ok, what, seen, todo }) => `${ok ? 'ok     ' : 'missing'} ${what}: ${visible(seen)}${todo && !ok ? `\n        ${todo}` : ''}`,
  );
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
    try {
      for await (const page of inspectTargets(reference)) {
        if (io.interrupted.aborted) return EXIT.interrupted;
        pages.push(page);
        if (!flags.json) await io.stdout.write(pageText(page));
      }
    } finally {
      await reference.close();
    }
    const bad = pages.filter(isBad).length;
    const skipped = pages.filter(({ isSkipped }) => isSkipped).length;
    const counts = [
      `${plural(pages.length - bad - skipped, 'page')} as the maps say`,
      ...(bad ? [`${bad} not`] : []),
      ...(skipped ? [`${skipped} skipped`] : []),
    ];
    await io.stdout.write(flags.json ? jsonDocument({ format: 'mcp-adapter/targets-report@1', pages }) : `\n${counts.join(', ')}\n`);
    return bad ? EXIT.findings : EXIT.ok;
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
  const lines = drift
    .filter(({ state }) => state !== 'ok')
    .map(({ name, state, used, counts }) => {
      const by =
        used === null
          ? `each locator finds ${counts.map((count) => count ?? 'nothing (no selector)').join(', ')}`
          : `by locator ${used + 1} of ${counts.length}`;
      return `        ${state}: ${name}, ${by}`;
    });
  return `${[`${word} ${visible(url)}${why === null ? `: ${plural(drift.length, 'target')}` : `: ${visible(why)}`}`, ...lines].join('\n')}\n`;
}
