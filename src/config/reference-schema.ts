const text = { type: 'string', minLength: 1, maxLength: 2_048 } as const;
const url = { ...text, format: 'uri' } as const;
const texts = { type: 'array', items: text, maxItems: 10_000 } as const;
const variable = { ...text, description: 'The name of the environment variable that holds it.' } as const;
const headersEnv = {
  type: 'object',
  description: 'Headers, each with the name of the environment variable that holds its value.',
  additionalProperties: text,
} as const;

const call = {
  type: 'object',
  additionalProperties: false,
  required: ['path'],
  properties: {
    method: { enum: ['GET', 'POST'], description: 'GET unless said.' },
    path: { ...text, description: 'Below baseUrl; {id} is the profile.' },
    body: { type: ['object', 'null'], description: 'Sent as JSON; {id} in its texts is the profile.' },
  },
} as const;

const answer = {
  type: ['object', 'null'],
  additionalProperties: false,
  required: ['pointer', 'value'],
  properties: { pointer: { type: 'string', description: 'A JSON pointer into the answer.' }, value: {} },
} as const;

const provider = {
  type: 'object',
  description: 'Where browsers come from; Chromium on this machine unless said.',
  additionalProperties: false,
  required: ['kind'],
  properties: {
    kind: { enum: ['local', 'cdp', 'http-profiles'] },
    browser: { type: ['string', 'null'], description: 'local: the path of a Chromium, or embedded; the first that is found unless said.' },
    isolation: { enum: ['context', 'process'], description: 'local: one browser for all environments, or one for each.' },
    endpoint: { ...text, description: 'cdp: the DevTools endpoint. http-profiles: with JSON pointers into the answer of start in braces.' },
    headersEnv,
    egress: { enum: ['adapter', 'provider'], description: 'cdp: who binds the outbound connection; the adapter unless said.' },
    baseUrl: { ...url, description: 'http-profiles: the local API of the profile layer.' },
    profiles: {
      type: 'object',
      description: 'http-profiles: profile ids by region.',
      additionalProperties: { ...texts, minItems: 1 },
    },
    start: call,
    stop: call,
    status: { ...call, type: ['object', 'null'] },
    success: { ...answer, description: 'http-profiles: a member that must have this value, for layers that answer 200 to everything.' },
    busy: { ...answer, description: 'http-profiles: a member that has this value when the profile is in use elsewhere.' },
    ratePerSecond: { type: 'number', exclusiveMinimum: 0, maximum: 1_000, description: 'http-profiles: requests a second; 5 unless said.' },
  },
} as const;

const proxy = {
  type: ['object', 'null'],
  description: 'The upstream proxy: http, https or socks5, without user and password in its URL; none dials from here.',
  additionalProperties: false,
  required: ['url'],
  properties: { url, username: text, usernameEnv: variable, password: text, passwordEnv: variable },
} as const;

const count = (description: string, maximum: number) => ({ type: 'integer', minimum: 1, maximum, description }) as const;

/** The JSON Schema of the `reference` section of `mcp-adapter.json`. */
export const REFERENCE_SCHEMA = {
  type: 'object',
  description: 'The bundled adapter: read by `serve`.',
  additionalProperties: false,
  required: ['regions', 'echo'],
  properties: {
    provider,
    regions: {
      type: 'object',
      description: 'What prepare_environment offers, by name: US-CA.',
      minProperties: 1,
      maxProperties: 200,
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        required: ['addresses'],
        properties: {
          proxy,
          addresses: {
            ...texts,
            minItems: 1,
            description: 'Addresses, or ranges such as 203.0.113.0/24, of which the echo must show one.',
          },
          warmUp: { ...url, description: 'Visited once before the outbound connection is confirmed; the echo unless said.' },
        },
      },
    },
    echo: {
      type: 'object',
      description: 'A page that answers with JSON in which the address stands that it was asked from.',
      additionalProperties: false,
      required: ['url'],
      properties: { url, pointer: { type: 'string', description: 'A JSON pointer to the address; /ip unless said.' } },
    },
    allowHosts: { ...texts, type: ['array', 'null'], description: 'Hosts that pages may use; every public one unless said.' },
    denyHosts: { ...texts, description: 'Hosts that no page may use.' },
    privateHosts: { ...texts, description: 'host:port of this machine or a private network that pages may use.' },
    targets: {
      type: 'array',
      description: 'Target maps: what is on which page.',
      maxItems: 100,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['file'],
        properties: { file: text, origin: { ...url, description: 'Where the file does not say it.' } },
      },
    },
    credentials: {
      type: 'object',
      description: 'What fill may be given by name.',
      maxProperties: 1_000,
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        required: ['origin'],
        properties: { origin: { ...url, description: 'Where it may be filled in, and nowhere else.' }, value: text, env: variable },
      },
    },
    limits: {
      type: 'object',
      additionalProperties: false,
      properties: {
        environments: count('Environments alive at once; 10 unless said.', 200),
        environmentsPerPurpose: count('Of one purpose; 5 unless said.', 200),
        preparesPerHour: count('Environments made an hour for one purpose; 120 unless said.', 100_000),
        idleMinutes: count('An environment nobody used for so long is released; 10 unless said.', 1_440),
        lifetimeMinutes: count('However busy, it ends after so long; 60 unless said.', 10_080),
        pages: count('Pages open in one environment; 10 unless said.', 100),
        fileBytes: count('Bytes of one file; 1 MiB, which is what a client can read, unless said.', 64 * 1024 * 1024),
        filesBytes: count('Bytes of all files, of which the oldest go first; 200 MiB unless said.', 1024 ** 4),
      },
    },
    writes: {
      enum: ['refused', 'hidden'],
      description: 'Whether tools that write are listed; without a grant they are refused either way.',
    },
  },
} as const;
