import { auditGrant } from '../kit/audit-grant.ts';
import { newGrant, revokeGrant, saveGrant } from '../kit/grants.ts';
import { render } from '../suite/template.ts';

/** A task and its steps are over in this time, or their grant is. */
const TTL_MS = 15 * 60_000;
const MAX_CALLS = 1_000;
const BY = 'mcp-adapter';

/**
 * Grants tools to a task through the state folder of an adapter, as a person does with `grant add`, for the time of a suite or case.
 * @param values what the templates in origins are filled with
 * @returns what takes it back
 * @throws Fault (usage) when the folder cannot be written, or what is granted is out of bounds
 */
export async function grantTo(
  state: string,
  task: string,
  wanted: readonly { tools: readonly string[]; origins: readonly string[] }[],
  values: ReadonlyMap<string, unknown>,
  calls: number,
): Promise<() => Promise<void>> {
  const ids: string[] = [];
  for (const { tools, origins: templates } of wanted) {
    const origins = templates.map((origin) => String(render(origin, values)));
    const grant = newGrant({ task, tools, origins, ttlMs: TTL_MS, maxCalls: Math.max(1, Math.min(calls, MAX_CALLS)), by: BY });
    await auditGrant(state, 'grant', grant, BY);
    await saveGrant(state, grant);
    ids.push(grant.id);
  }
  return async () => {
    for (const id of ids) await auditGrant(state, 'revoke', await revokeGrant(state, id), BY);
  };
}
