import { defineResource, type Resource } from '../../kit/resource.ts';
import type { TaskFiles } from './task-files.ts';

/** The files of tasks as a resource: each is there only for the principal whose call wrote it. */
export function filesResource(files: TaskFiles): Resource {
  return defineResource({
    uri: 'adapter-files://{task}/{name}',
    name: 'task-files',
    title: 'Files of a task',
    description:
      'A screenshot or a list that a tool has written: read it by the resource_uri of the result. The oldest are removed in time.',
    async read({ task, name }, { caller }) {
      if (task === undefined || name === undefined) return null;
      const found = await files.read(caller.principal, task, name);
      if (!found) return null;
      const { bytes, mimeType } = found;
      return mimeType === 'application/json' ? { mimeType, text: new TextDecoder().decode(bytes) } : { mimeType, blob: bytes };
    },
  });
}
