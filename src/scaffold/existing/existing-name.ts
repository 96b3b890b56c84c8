import { Fault } from '../../model/fault.ts';
import { projectName } from '../project/project-name.ts';

/** The first of some names that can be that of a target; `adapter` when none can. */
export function existingName(wishes: readonly (string | undefined)[]): string {
  for (const wish of wishes) {
    try {
      // Packages and servers are called `@scope/name`, `owner/name`.
      if (wish) return projectName(wish.split('/').at(-1) ?? '');
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
    }
  }
  return 'adapter';
}
