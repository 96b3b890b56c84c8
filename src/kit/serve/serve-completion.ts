import type { Server } from '@modelcontextprotocol/server';
import { quote } from '../../model/text.ts';
import type { Adapter } from '../adapter.ts';
import { guarded } from './protocol-failure.ts';
import { type CallerOf, requestContext } from './request-context.ts';
import { visibleTo } from './visible.ts';

/** 2026-07-28 server/utilities/completion: at most 100 values. */
const MAX_VALUES = 100;

/** completion/complete for arguments of prompts and variables of resource templates; nothing for what the caller may not see. */
export function serveCompletion(server: Server, adapter: Adapter, callerOf: CallerOf): void {
  server.setRequestHandler('completion/complete', async ({ params: { ref, argument } }, context) => {
    const request = requestContext(server, callerOf, context);
    const { caller } = request;
    const of = await (ref.type === 'ref/prompt' ? promptArgument(ref.name) : templateVariable(ref.uri));
    const values = of ? await guarded(`the completion of ${quote(argument.name, 60)}`, adapter.log, () => of(argument.value, request)) : [];
    return { completion: { values: values.slice(0, MAX_VALUES), total: values.length, hasMore: values.length > MAX_VALUES } };

    async function promptArgument(name: string) {
      const named = adapter.prompts.filter((each) => each.name === name);
      const [prompt] = await visibleTo(caller, 'prompt', named, adapter.log);
      return prompt?.arguments?.find((each) => each.name === argument.name)?.complete;
    }

    async function templateVariable(uri: string) {
      const named = adapter.resources.filter((each) => each.uri === uri);
      const [resource] = await visibleTo(caller, 'resource', named, adapter.log);
      return resource?.complete && Object.hasOwn(resource.complete, argument.name) ? resource.complete[argument.name] : undefined;
    }
  });
}
