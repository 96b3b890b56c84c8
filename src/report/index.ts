import { Fault } from '../model/fault.ts';
import type { Reporter } from './reporter.ts';

export type { Reporter, Style } from './reporter.ts';

// Each reporter is loaded when it is named: module loading is most of what a short command costs.
const LOADERS = {
  pretty: async () => (await import('./pretty.ts')).pretty,
  json: async () => (await import('./json.ts')).json,
  junit: async () => (await import('./junit.ts')).junit,
  sarif: async () => (await import('./sarif.ts')).sarif,
  github: async () => (await import('./github.ts')).github,
  markdown: async () => (await import('./markdown.ts')).markdown,
};

export type ReporterName = keyof typeof LOADERS;

/** The names that `--reporter` takes. */
export const REPORTERS: readonly ReporterName[] = ['pretty', 'json', 'junit', 'sarif', 'github', 'markdown'];

/** The reporter of that name. Throws a usage Fault that lists the names when there is none. */
export async function loadReporter(name: string): Promise<Reporter> {
  const known = REPORTERS.find((each) => each === name);
  if (!known) throw new Fault('usage', `there is no reporter ${JSON.stringify(name)}`, `choose one of ${REPORTERS.join(', ')}`);
  return LOADERS[known]();
}
