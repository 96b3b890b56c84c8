import { join } from 'node:path';
import { loadConfig } from '../config/load.ts';
import { Fault } from '../model/fault.ts';
import { howToGetOne } from '../reference/browser/embedded.ts';
import type { Diagnosis } from './doctor.ts';
import type { Io } from './io.ts';
import { referenceIn } from './reference-place.ts';

/** Whether the bundled adapter would get a browser: the one that the nearest config's section names, else the first that is found. Starts and ends it. */
export async function browserDiagnosis(io: Io): Promise<Diagnosis> {
  try {
    const loaded = await loadConfig(io.cwd, null);
    const provider = (loaded && referenceIn(loaded, io))?.provider;
    if (!provider || provider.kind === 'local') return await localBrowser(provider?.browser ?? null, io);
    const { createProvider } = await import('../reference/providers/index.ts');
    const { ok, seen, todo } = await createProvider(provider, {
      state: join(io.cwd, '.mcp-adapter', 'state'),
      env: io.env,
      log: () => {},
    }).check();
    return { what: `browsers (${provider.kind})`, ok, needed: false, seen, todo };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { what: 'browser', ok: false, needed: false, seen: error.message, todo: error.hint };
  }
}

async function localBrowser(named: string | null, io: Io): Promise<Diagnosis> {
  const { diagnoseBrowser } = await import('../reference/browser/diagnose.ts');
  const { chosen, tried, version, launchMs, screenshotOk, ageWarning } = await diagnoseBrowser(named, { env: io.env });
  const passed = tried.map(({ what, why }) => `${what} (${why})`).join(', ');
  if (!chosen) {
    return {
      what: 'browser',
      ok: false,
      needed: false,
      seen: `none: ${passed}`,
      todo: `only the bundled adapter needs one: ${howToGetOne(`${process.platform}-${process.arch}`)}`,
    };
  }
  const picture = screenshotOk ? 'takes pictures' : 'takes no pictures';
  return {
    what: 'browser',
    ok: screenshotOk,
    needed: false,
    seen: `Chromium ${version} (${chosen.source}: ${chosen.executable}) starts in ${launchMs} ms, ${picture}`,
    more: [...(ageWarning === null ? [] : [ageWarning]), ...(passed ? [`looked for before it: ${passed}`] : [])],
    todo: 'install another one, or name it in MCP_ADAPTER_BROWSER',
  };
}
