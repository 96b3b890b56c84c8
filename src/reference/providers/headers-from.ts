import { Fault } from '../../model/fault.ts';
import { quote } from '../../model/text.ts';

/**
 * Headers, whose values stand in variables.
 * @throws Fault when one is not set
 */
export function headersFrom(named: Record<string, string>, env: NodeJS.ProcessEnv): Record<string, string> {
  const headers = Object.entries(named).map(([header, variable]) => {
    const value = env[variable];
    if (!value) throw new Fault('config', `the variable ${quote(variable)} for the header ${quote(header)} is not set`, `set ${variable}`);
    return [header, value] as const;
  });
  return Object.fromEntries(headers);
}
