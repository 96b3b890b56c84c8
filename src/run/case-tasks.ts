import { randomBytes } from 'node:crypto';
import { member } from '../model/json.ts';
import type { SavedCase } from '../model/saved-case.ts';

/**
 * Every task that the calls of a case name, and what it is called now.
 * @param rename null to leave them as they are
 */
export function tasksOf(saved: SavedCase, rename: ((task: string) => string) | null): Map<string, string> {
  const tasks = saved.steps.flatMap((step) => {
    const task = member(step.arguments, 'task_id');
    return typeof task === 'string' && !step.bind.some(({ at }) => at === '/task_id') ? [task] : [];
  });
  return new Map(tasks.map((task) => [task, rename ? rename(task) : task]));
}

/** Another name for a task, for where its own may be known already. */
export function newTask(task: string): string {
  return `${task.slice(0, 40)}-${randomBytes(3).toString('hex')}`;
}
