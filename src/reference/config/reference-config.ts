/** The `reference` section of `mcp-adapter.json`: what the operator of the bundled adapter decides, and no model ever sees. */
export interface ReferenceConfig {
  /** Where browsers come from. */
  provider: ProviderConfig;
  /** What `prepare_environment` offers, by name (`US-CA`). */
  regions: Record<string, RegionConfig>;
  /** A page that answers with JSON in which the address stands that it was asked from. */
  echo: EchoConfig;
  /** Hosts that pages may use: `shop.example` (and what is below it), `shop.example:8443`. Null: every public host. */
  allowHosts: readonly string[] | null;
  /** Hosts that no page may use, whatever else is said. */
  denyHosts: readonly string[];
  /** `host:port`, exactly: the only addresses of this machine or of a private network that pages may use. */
  privateHosts: readonly string[];
  /** Target maps: files (absolute), each with the origin it is for where the file does not say it. */
  targets: readonly TargetFile[];
  /** What `fill` may be given by name. */
  credentials: Record<string, CredentialConfig>;
  limits: ReferenceLimits;
  /** Whether tools that write are listed without a grant. */
  writes: 'refused' | 'hidden';
}

export type ProviderConfig = LocalConfig | CdpConfig | HttpProfilesConfig;

/** Chromium on this machine, started by us. */
export interface LocalConfig {
  kind: 'local';
  /** Absolute path, or `embedded`. Null: the first that is found. */
  browser: string | null;
  /** `context`: one browser with a context for each environment; `process`: a browser for each. */
  isolation: 'context' | 'process';
}

/** A browser that somebody else has started, at its DevTools endpoint. */
export interface CdpConfig {
  kind: 'cdp';
  /** `http://` or `ws://` */
  endpoint: string;
  /** Headers, each with the name of the variable that holds its value. */
  headersEnv: Record<string, string>;
  /** `adapter`: our guard binds the outbound connection (the browser must reach this machine's loopback); `provider`: the browser's owner did. */
  egress: 'adapter' | 'provider';
}

/** A profile-browser layer with an HTTP API on this machine; the mapping is all there is to it. */
export interface HttpProfilesConfig {
  kind: 'http-profiles';
  baseUrl: string;
  headersEnv: Record<string, string>;
  /** Profile ids by region, and within it by account where profiles belong to accounts: `{"US-CA": ["p1", "p2"]}`. */
  profiles: Record<string, readonly string[]>;
  /** `{id}` is the profile's. */
  start: HttpProfilesCall;
  stop: HttpProfilesCall;
  /** Asked by `check` and for the version; null where the layer has none. */
  status: HttpProfilesCall | null;
  /** JSON pointer to a member that must be equal to `value`, for layers that answer 200 to everything. */
  success: { pointer: string; value: unknown } | null;
  /** The DevTools endpoint, with JSON pointers into the answer of `start` in braces: `ws://127.0.0.1:{/automation/port}{/automation/wsEndpoint}`. */
  endpoint: string;
  /** Codes or texts in the answer that mean "in use elsewhere": told as `env_busy`. */
  busy: { pointer: string; value: unknown } | null;
  /** Requests a second, at most. */
  ratePerSecond: number;
}

export interface HttpProfilesCall {
  method: 'GET' | 'POST';
  /** Below `baseUrl`. */
  path: string;
  body: Record<string, unknown> | null;
}

export interface RegionConfig {
  /** The region's upstream proxy: `http://`, `https://` or `socks5://`; null dials from here. */
  proxy: UpstreamConfig | null;
  /** Addresses (or CIDR ranges) of which the echo must show one. */
  addresses: readonly string[];
  /** Visited once before the outbound connection is confirmed. */
  warmUp: string;
}

export interface UpstreamConfig {
  /** Without user and password. */
  url: string;
  username: string | null;
  password: string | null;
}

export interface EchoConfig {
  url: string;
  /** JSON pointer to the address in the answer. */
  pointer: string;
}

export interface TargetFile {
  file: string;
  origin: string | null;
}

export interface CredentialConfig {
  /** Where it may be filled in, and nowhere else. */
  origin: string;
  value: string;
}

export interface ReferenceLimits {
  /** Environments alive at once. */
  environments: number;
  /** Of one purpose. */
  environmentsPerPurpose: number;
  /** Environments made an hour for one purpose. */
  preparesPerHour: number;
  /** An environment nobody used for so long is released, in minutes. */
  idleMinutes: number;
  /** However busy, it ends after so long, in minutes. */
  lifetimeMinutes: number;
  /** Pages open in one environment. */
  pages: number;
  /** Bytes of one file. */
  fileBytes: number;
  /** Bytes of all files; the oldest go first. */
  filesBytes: number;
}
