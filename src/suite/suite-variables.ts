import { Fault } from '../model/fault.ts';
import type { Suite } from './suite.ts';
import { referencesIn } from './template.ts';

/** A variable of the environment that suites use, with its value. */
export interface SuiteVariable {
  name: string;
  value: string;
}

/**
 * The variables that the arguments of suites take as `{{env:NAME}}`: how a password gets into a call without standing in the suite.
 * @param lookup the value of a variable
 * @throws Fault (config) for one that is not set
 */
export function suiteVariables(suites: readonly Suite[], lookup: (name: string) => string | undefined): SuiteVariable[] {
  const used = referencesIn(suites.map(({ steps }) => steps.map((step) => step.arguments)));
  return used.flatMap((reference) => {
    if (!reference.startsWith('env:')) return [];
    const name = reference.slice('env:'.length);
    const value = lookup(name);
    if (!value)
      throw new Fault(
        'config',
        `a suite uses {{${reference}}}, which is not set`,
        `set ${name}, or write it into .mcp-adapter/secrets.env`,
      );
    return [{ name, value }];
  });
}
