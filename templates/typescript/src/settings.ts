import { type BackendOptions, type Credential, Fault, type HttpOptions, subjectHeader, tokenExchange } from 'mcp-adapter/kit';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The port to serve HTTP on, 5000 unless said; null for stdio.
 * @throws Fault for words that are not understood
 */
export function portIn(args: readonly string[]): number | null {
  const [flag, port = '5000', ...more] = args;
  if (flag === undefined) return null;
  if (flag === '--http' && /^\d{1,5}$/.test(port) && !more.length) return Number(port);
  throw new Fault('usage', `"${args.join(' ')}" is not understood`, 'give nothing to serve stdio, or --http PORT');
}

/**
 * Where the ERP is, and how it is told on whose behalf it is asked; null when ERP_URL is not set.
 * @throws Fault when a setting is missing or no URL
 */
export function erpOptions(env: Env): BackendOptions | null {
  return env.ERP_URL ? { baseUrl: url(env, 'ERP_URL'), credential: credential(env) } : null;
}

/**
 * Whose tokens let clients in over HTTP. As soon as one of the settings is there all must be: an adapter that was meant to ask for tokens
 * must not serve everybody because one name was misspelt.
 * @throws Fault when a setting is missing or no URL
 */
export function httpOptions(env: Env): HttpOptions {
  const { OAUTH_AUDIENCE: audience } = env;
  if (!env.OAUTH_ISSUER && !env.OAUTH_JWKS && !audience && !env.PUBLIC_URL) return {};
  const auth = { issuer: url(env, 'OAUTH_ISSUER'), jwks: url(env, 'OAUTH_JWKS') };
  return { ...(env.PUBLIC_URL && { publicUrl: url(env, 'PUBLIC_URL') }), auth: audience ? { ...auth, audience } : auth };
}

/** The caller's own token never goes to the ERP: it is exchanged, or the ERP trusts the adapter to say who asks. */
function credential(env: Env): Credential {
  const { ERP_AUDIENCE: audience, ERP_USER: local } = env;
  if (!env.ERP_TOKEN_URL) return subjectHeader({ serviceToken: needed(env, 'ERP_TOKEN'), ...(local && { local }) });
  const client = { clientId: needed(env, 'ERP_CLIENT_ID'), clientSecret: needed(env, 'ERP_CLIENT_SECRET') };
  return tokenExchange({ tokenEndpoint: url(env, 'ERP_TOKEN_URL'), ...client, ...(audience && { audience }) });
}

function needed(env: Env, name: string): string {
  const value = env[name];
  if (value) return value;
  throw new Fault('config', `${name} is not set`, 'README.md says which settings belong together');
}

function url(env: Env, name: string): string {
  const value = needed(env, name);
  if (/^https?:\/\//.test(value) && URL.canParse(value)) return value;
  throw new Fault('config', `${name} is no URL`, 'write all of it, such as https://erp.example/api');
}
