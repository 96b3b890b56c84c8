import type { ToolContext } from '../../kit/context.ts';
import { ToolError } from '../../kit/tool-error.ts';
import type { Environment } from '../environments/environment.ts';
import type { ReferenceServices } from '../services.ts';
import { maskedError, maskedResult } from './masked.ts';

export type EnvironmentServices = Pick<ReferenceServices, 'environments' | 'credentials'>;

/**
 * Does something in the environment that a call names, when nothing else is done in it. No value of a credential gets into what is returned
 * or told.
 * @throws ToolError `env_not_found`, `env_forbidden`, `env_lost`, and what `work` throws
 */
export async function inEnvironment<T extends object>(
  { environments, credentials }: EnvironmentServices,
  { env_id, task_id }: { env_id: string; task_id: string },
  { caller, signal }: Pick<ToolContext, 'caller' | 'signal'>,
  work: (environment: Environment) => Promise<T>,
): Promise<T> {
  const environment = environments.find(env_id, caller, task_id);
  try {
    return maskedResult(await environment.exclusive(signal, () => work(environment)), credentials.mask);
  } catch (error) {
    throw error instanceof ToolError ? maskedError(error, credentials.mask) : error;
  }
}
