import { callTool } from '../kit/call-tool.ts';
import { LOCAL } from '../kit/index.ts';
import { Fault, messageOf } from '../model/fault.ts';
import { member } from '../model/json.ts';
import type { Reference } from './adapter.ts';
import { type Drift, findDrift } from './targets/drift.ts';

/** How one page of a target map was found. */
export interface InspectedPage {
  url: string;
  /** The map's file. */
  file: string;
  /** Why it was not looked at; null when it was. */
  why: string | null;
  /** True where there is nothing to compare: the map's path stands for many pages, or a person must pass first. */
  isSkipped: boolean;
  drift: readonly Drift[];
}

const TASK = 'doctor-targets';

/**
 * Opens every page of the target maps in an environment of the first region, and compares it with its map.
 * @throws Fault (target) when no environment can be prepared
 */
export async function* inspectTargets({ adapter, services }: Reference): AsyncGenerator<InspectedPage> {
  const [region = ''] = Object.keys(services.config.regions);
  const prepared = await callTool(adapter, 'prepare_environment', { region, purpose: 'doctor', task_id: TASK });
  if (!prepared.ok) throw new Fault('target', `no environment in ${region}: ${prepared.code}: ${prepared.message ?? ''}`);
  const envId = String(member(prepared, 'env_id'));
  for (const { file, origin, map } of services.maps.pages) {
    const page = { url: origin + map.path, file };
    if (map.path.includes('*')) yield { ...page, why: 'its path stands for many pages', isSkipped: true, drift: [] };
    else yield { ...page, ...(await inspect(page.url)) };
  }
  await callTool(adapter, 'release_environment', { env_id: envId, task_id: TASK, keep_state: false });

  async function inspect(url: string): Promise<Pick<InspectedPage, 'why' | 'isSkipped' | 'drift'>> {
    const opened = await callTool(adapter, 'open_page', { env_id: envId, task_id: TASK, url });
    const { ok, code, message = '' } = opened;
    if (!ok) return { why: `${code}: ${message}`, isSkipped: code === 'human_verification_required', drift: [] };
    try {
      const { pages } = services.environments.find(envId, { principal: LOCAL }, TASK);
      const { page } = pages.get(String(member(opened, 'page_id')));
      // By the address at which it ended: what is known there counts.
      const known = services.maps.mapFor(page.url());
      const why = known ? null : `it led to ${page.url()}, of which no map knows`;
      return { why, isSkipped: false, drift: known ? await findDrift(page, known) : [] };
    } catch (error) {
      return { why: messageOf(error), isSkipped: false, drift: [] };
    }
  }
}
