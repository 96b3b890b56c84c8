/** A temporary permission to write, made by a person, never by a tool: `grants/<id>.json` in the state folder. */
export interface Grant {
  format: 'mcp-adapter/grant@1';
  id: string;
  task: string;
  tools: readonly string[];
  /** Origins (`https://shop.example`) it is limited to; empty for any. */
  origins: readonly string[];
  /** Whose calls it is for: `local`, or a token's subject. */
  principal: string;
  max_calls: number;
  /** RFC 3339, UTC. */
  created_at: string;
  expires_at: string;
  revoked_at: string | null;
  /** The operating system's user who made it. */
  by: string;
}

/** What a call wants to do. */
export interface GrantWish {
  principal: string;
  task: string;
  tool: string;
  /** The call's idempotency key: a repeated call uses the use that its first attempt took. */
  key: string;
  /** The origin that it acts on; null when it is not known, undefined when the tool acts on none. */
  origin?: string | null;
}

/** A grant that covers a call, or why none does. */
export type GrantAnswer = { grant: Grant } | { grant: null; why: string };

/** Where grants live. Read anew at each call, so that a grant or its revocation counts at once. */
export interface GrantStore {
  /** A valid grant that covers the call. */
  find(wish: GrantWish): Promise<GrantAnswer>;
  /**
   * Takes one use of the grant for this key, atomically among all processes; why not, when it is used up, revoked or expired by now.
   * @throws when the store cannot be written (`EROFS`, `ENOSPC`, `EACCES`, …)
   */
  use(grant: Grant, wish: GrantWish): Promise<GrantAnswer>;
  /** Looks again, right before the effect: still there, not revoked, not expired, and good for this origin. */
  confirm(grant: Grant, wish: GrantWish): Promise<GrantAnswer>;
}
