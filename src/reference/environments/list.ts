import type { Pool } from './pool.ts';

export interface ListWish {
  task: string | undefined;
  purpose: string | undefined;
  limit: number;
}

/** An environment as list_environments tells it; the times are RFC 3339. */
export interface ListedEnvironment {
  env_id: string;
  region: string;
  purpose: string;
  account: string | null;
  task_id: string;
  /** `parked`: it was released, and its context is kept for the next one of its region, purpose and account. */
  state: 'ready' | 'parked';
  pages: number;
  created_at: string;
  expires_at: string;
}

export interface ListedEnvironments {
  items: ListedEnvironment[];
  count: number;
  truncated: boolean;
}

/** The environments of a principal, the newest first. */
export function listed(pool: Pool, principal: string, { task, purpose, limit }: ListWish): ListedEnvironments {
  const mine = [...ready(pool, principal), ...parked(pool, principal)]
    .filter((each) => (task ?? each.task_id) === each.task_id && (purpose ?? each.purpose) === each.purpose)
    .sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
  const items = mine.slice(0, limit);
  return { items, count: items.length, truncated: mine.length > items.length };
}

function ready(pool: Pool, principal: string): ListedEnvironment[] {
  const mine = pool.live.map(({ environment }) => environment).filter((each) => each.principal === principal);
  return mine.map((environment) => {
    const { id, region, purpose, account, task, pages, createdAt } = environment;
    return {
      ...{ env_id: id, region, purpose, account, task_id: task, state: 'ready', pages: pages.all().length },
      created_at: rfc3339(createdAt),
      expires_at: rfc3339(pool.endsAt(environment)),
    };
  });
}

function parked(pool: Pool, principal: string): ListedEnvironment[] {
  const mine = pool.parking.all.filter(({ session }) => session.owner.principal === principal);
  return mine.map((each) => {
    const { region, purpose, account } = each.session.owner;
    return {
      ...{ env_id: each.envId, region, purpose, account, task_id: each.task, state: 'parked', pages: 0 },
      created_at: rfc3339(each.session.createdAt),
      expires_at: rfc3339(pool.parking.until(each)),
    };
  });
}

function rfc3339(ms: number): string {
  return new Date(ms).toISOString();
}
