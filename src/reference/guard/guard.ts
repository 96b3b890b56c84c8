/** Why a connection that a page wanted did not come about, as the guard knows it and the browser does not. */
export interface GuardFailure {
  /** `performance.now()` */
  at: number;
  host: string;
  port: number;
  code: 'url_blocked' | 'dns_failed' | 'target_unreachable' | 'egress_unavailable' | 'egress_auth_failed' | 'egress_timeout';
  retryable: boolean;
  /** For the model: what was refused and why, no address of a proxy, no driver text. */
  message: string;
}

/** The forward proxy of one environment: it resolves, checks and dials, through the region's upstream where there is one. */
export interface Guard {
  /** `http://127.0.0.1:PORT`, for the browser. */
  url: string;
  /** The newest failure for this host and port since `since` (`performance.now()`); any host when `url` is null. */
  failureFor(url: string | null, since: number): GuardFailure | null;
  /** Since it was started. */
  readonly counts: { connections: number; blocked: number };
  /** Ends it and every connection through it. */
  close(): Promise<void>;
}
