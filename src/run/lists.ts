import type { Evidence } from '../model/evidence.ts';
import { isObject, type JsonObject } from '../model/json.ts';
import { listAll } from '../wire/paging.ts';
import type { Session } from '../wire/session.ts';

/** Reads every list that the adapter declares; tools always, because an adapter without them is what `check` is about. */
export async function readLists(session: Session, capabilities: JsonObject): Promise<Evidence['lists']> {
  const lists: Evidence['lists'] = { tools: await listAll(session, 'tools/list', 'tools') };
  if (isObject(capabilities.resources)) {
    lists.resources = await listAll(session, 'resources/list', 'resources');
    lists.resourceTemplates = await listAll(session, 'resources/templates/list', 'resourceTemplates');
  }
  if (isObject(capabilities.prompts)) lists.prompts = await listAll(session, 'prompts/list', 'prompts');
  return lists;
}
