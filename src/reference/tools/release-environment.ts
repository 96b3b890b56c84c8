import { defineTool } from '../../kit/tool.ts';
import type { ReferenceServices } from '../services.ts';
import { ENV_ID, TASK_ID } from './inputs.ts';

export const releaseEnvironmentTool = ({ environments }: ReferenceServices) =>
  defineTool({
    name: 'release_environment',
    title: 'Release a browser environment',
    description:
      'Closes the pages of an environment and gives it back. Call it when the task is done, or will not go on. Cookies and local storage are kept for ' +
      'the next environment of the same region, purpose and account, unless keep_state is false: then they are thrown away. Repeating it is no error.',
    risk: 'prepare',
    input: {
      type: 'object',
      properties: {
        env_id: ENV_ID,
        task_id: TASK_ID,
        keep_state: { type: 'boolean', description: 'Whether cookies and local storage are kept; true unless said.' },
      },
      required: ['env_id', 'task_id'],
    },
    output: {
      type: 'object',
      properties: {
        released: { type: 'boolean' },
        state_saved: { type: 'boolean', description: 'false for an environment that had no state of its own to keep, too' },
      },
      required: ['released', 'state_saved'],
    },
    async run({ env_id, task_id, keep_state = true }, { caller, steps }) {
      const owner = { principal: caller.principal, task: task_id };
      const { stateSaved } = await steps.run('release', (signal) => environments.release(env_id, owner, keep_state, signal));
      return { released: true, state_saved: stateSaved };
    },
  });
