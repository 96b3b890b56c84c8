import { member } from '../../model/json.ts';
import type { Adapter } from '../adapter.ts';
import { variablesFor } from '../resource.ts';

/** The scopes that one JSON-RPC request needs: those of the tool, resource or prompt that it names; none for anything else. */
export function scopesOfRequest(adapter: Pick<Adapter, 'tools' | 'resources' | 'prompts'>, request: unknown): readonly string[] {
  const params = member(request, 'params');
  const named = member(params, 'name');
  switch (member(request, 'method')) {
    case 'tools/call':
      return adapter.tools.find(({ name }) => name === named)?.scopes ?? [];
    case 'prompts/get':
      return adapter.prompts.find(({ name }) => name === named)?.scopes ?? [];
    case 'resources/read':
    case 'resources/subscribe': {
      const uri = member(params, 'uri');
      return adapter.resources.find((resource) => typeof uri === 'string' && variablesFor(resource, uri))?.scopes ?? [];
    }
    default:
      return [];
  }
}
