import { type GetPromptResult, isSpecType, ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import { quote } from '../../model/text.ts';
import type { Adapter } from '../adapter.ts';
import type { Caller } from '../caller.ts';
import type { Prompt } from '../prompt.ts';
import { page } from './page.ts';
import { guarded } from './protocol-failure.ts';
import { type CallerOf, requestContext } from './request-context.ts';
import { visibleTo } from './visible.ts';

const MAX_ARGUMENT = 10_000;

/** prompts/list and prompts/get, as this caller may see them. */
export function servePrompts(server: Server, adapter: Adapter, callerOf: CallerOf): void {
  const mine = (caller: Caller) => visibleTo(caller, 'prompt', adapter.prompts, adapter.log);
  server.setRequestHandler(
    'prompts/list',
    async ({ params }, { http }) => page('prompts', (await mine(callerOf(http?.authInfo))).map(listed), params?.cursor) as never,
  );
  server.setRequestHandler('prompts/get', async ({ params }, context) => {
    const request = requestContext(server, callerOf, context);
    const prompt = (await mine(request.caller)).find(({ name }) => name === params.name);
    if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${quote(params.name, 80)}`);
    const args = params.arguments ?? {};
    checkArguments(prompt, args);
    return guarded(`prompt ${prompt.name}`, adapter.log, async () => {
      const got = await prompt.get(args, request);
      const messages = typeof got === 'string' ? [{ role: 'user' as const, content: { type: 'text' as const, text: got } }] : [...got];
      const result: GetPromptResult = { description: prompt.description, messages };
      if (!isSpecType.GetPromptResult(result)) throw new Error('what it gave are no prompt messages');
      return result;
    });
  });
}

function listed({ name, title, description, arguments: args = [] }: Prompt) {
  return {
    name,
    title,
    description,
    arguments: args.map(({ name: argument, description: text, required = false }) => ({ name: argument, description: text, required })),
  };
}

/** @throws ProtocolError -32602 (2026-07-28 server/prompts) */
function checkArguments(prompt: Prompt, args: Record<string, string>): void {
  const declared = prompt.arguments ?? [];
  const missing = declared.find(({ name, required }) => required && args[name] === undefined);
  const unknown = Object.keys(args).find((name) => !declared.some((each) => each.name === name));
  const long = Object.entries(args).find(([, value]) => value.length > MAX_ARGUMENT);
  const fault =
    (missing && `the argument ${missing.name} is missing`) ??
    (unknown !== undefined ? `there is no argument ${quote(unknown, 60)}` : undefined) ??
    (long && `the argument ${long[0]} is longer than ${MAX_ARGUMENT} characters`);
  if (fault) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${prompt.name}: ${fault}`);
}
