import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadedConfig } from '../config/config.ts';
import { Fault } from '../model/fault.ts';
import { suiteBases } from '../run/contract/suite-bases.ts';
import type { ContractOptions } from '../run/contract/trial.ts';
import { findSuites } from '../suite/find-suites.ts';
import { readSuite } from '../suite/read-suite.ts';
import type { SuiteVariable } from '../suite/suite-variables.ts';
import type { Io } from './io.ts';
import { projectOf } from './keeping.ts';
import { PACKAGE_ROOT } from './package-root.ts';
import type { TargetFlags } from './target-options.ts';

/** The suite of the bundled adapter. */
const OWN_SUITE = join(PACKAGE_ROOT, 'fixtures/smoke/reference.yaml');

/** How the suites of the project call each tool, and what they take from the environment: that is secret. */
export interface SuiteWays {
  bases: ContractOptions['bases'];
  variables: readonly SuiteVariable[];
}

/** What the suites of the project know to work. One that cannot be read is no reason not to test: `smoke` tells what is wrong with it. */
export async function suiteWays({ bundled }: TargetFlags, loaded: LoadedConfig | null, io: Io): Promise<SuiteWays> {
  const hasSuites = bundled !== undefined || loaded?.config.suites !== undefined || existsSync(join(loaded?.folder ?? io.cwd, 'smoke'));
  if (!hasSuites) return { bases: new Map(), variables: [] };
  try {
    const found = findSuites(bundled ? [OWN_SUITE] : [], loaded, io.cwd);
    const suites = await Promise.all(found.map(({ file, shown }) => readSuite(file, shown, bundled !== undefined)));
    const { suiteVariables } = await import('../suite/suite-variables.ts');
    const { lookupIn } = await import('../cases/repository-key.ts');
    const variables = suiteVariables(suites, lookupIn(projectOf(loaded, io), io.env));
    return { bases: suiteBases(suites, variables), variables };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    await io.stderr.write(`the suites are not used to call tools: ${error.message}\n`);
    return { bases: new Map(), variables: [] };
  }
}
