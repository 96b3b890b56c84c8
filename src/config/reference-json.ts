/** The `reference` section as it is written in `mcp-adapter.json`; what may be left out is filled in by the adapter. */
export interface ReferenceJson {
  provider?: ProviderJson;
  regions: Record<string, RegionJson>;
  echo: { url: string; pointer?: string };
  allowHosts?: string[] | null;
  denyHosts?: string[];
  privateHosts?: string[];
  targets?: { file: string; origin?: string }[];
  credentials?: Record<string, { origin: string; value?: string; env?: string }>;
  limits?: Record<string, number>;
  writes?: 'refused' | 'hidden';
}

/** The members of every kind; which kind has which is looked at when it is read. */
export interface ProviderJson {
  kind: 'local' | 'cdp' | 'http-profiles';
  browser?: string | null;
  isolation?: 'context' | 'process';
  endpoint?: string;
  headersEnv?: Record<string, string>;
  egress?: 'adapter' | 'provider';
  baseUrl?: string;
  profiles?: Record<string, string[]>;
  start?: CallJson;
  stop?: CallJson;
  status?: CallJson | null;
  success?: { pointer: string; value: unknown } | null;
  busy?: { pointer: string; value: unknown } | null;
  ratePerSecond?: number;
}

export interface CallJson {
  method?: 'GET' | 'POST';
  path: string;
  body?: Record<string, unknown> | null;
}

export interface RegionJson {
  proxy?: ProxyJson | null;
  addresses: string[];
  warmUp?: string;
}

export interface ProxyJson {
  url: string;
  username?: string;
  usernameEnv?: string;
  password?: string;
  passwordEnv?: string;
}
