import type { ServerEvent } from '@modelcontextprotocol/server';
import { messageOf } from '../model/fault.ts';
import { changes } from '../model/tool.ts';
import type { AuditSink } from './audit/record.ts';
import type { Caller } from './caller.ts';
import { type CallAnswer, CallsUnderWay } from './calls-under-way.ts';
import { openServices } from './open-services.ts';
import type { CallRequest } from './pipeline/call.ts';
import type { Prompt } from './prompt.ts';
import { refuseTools, repeated } from './refuse-tools.ts';
import type { Resource } from './resource.ts';
import { connected } from './serve/protocol-server.ts';
import { scopesOfRequest } from './serve/request-scopes.ts';
import type { Served } from './serve/served.ts';
import { stderrLog } from './serve/stderr-log.ts';
import type { Limits } from './services.ts';
import type { GrantStore } from './stores/grant-store.ts';
import type { TaskStore } from './stores/task-store.ts';
import type { Tool } from './tool.ts';

export interface AdapterOptions {
  /** As the handshake tells it. */
  name: string;
  version: string;
  title?: string;
  /** How to use it, for the model. */
  instructions?: string;
  tools: readonly Tool[];
  resources?: readonly Resource[];
  prompts?: readonly Prompt[];
  /** The state folder: `MCP_ADAPTER_STATE`, else `.mcp-adapter/state`, unless said. */
  state?: string;
  /** Tools that write are listed and refused without a grant, or not even listed, for agents that are told of them elsewhere. */
  writes?: 'refused' | 'hidden';
  limits?: Partial<Limits>;
  /** Other stores than files, for several replicas. */
  stores?: { tasks?: TaskStore; grants?: GrantStore; audit?: AuditSink };
  /** Lines for the operator; stderr unless said. */
  log?(line: string): void;
  /** Ends what the tools share, such as processes that they started: once, when the adapter has stopped and no call runs any more. */
  onStop?(): Promise<void>;
}

/** An adapter: its tools, resources and prompts, and what they share. Serve it with `serveStdio` or `serveHttp`. */
export interface Adapter extends Served {
  tools: readonly Tool[];
  /** What tools/list shows. */
  listed: readonly Tool[];
  resources: readonly Resource[];
  prompts: readonly Prompt[];
  options: AdapterOptions;
  log(line: string): void;
  /** Takes one call through the pipeline. Never rejects. */
  call(request: CallRequest): Promise<CallAnswer>;
  /** Tells subscribed clients that a resource, or the list of resources or prompts, is another now. */
  changed(event: ServerEvent): void;
  /** Notes in the audit log that somebody read a resource. */
  wasRead(uri: string, caller: Caller, code: string): void;
}

/**
 * An adapter of these tools, resources and prompts.
 * @throws RefusedTools when a tool breaks the design rules at their strict level, or offers a way around a platform's rules
 */
export function createAdapter(options: AdapterOptions): Adapter {
  const { name, version, tools, resources = [], prompts = [] } = options;
  const log = options.log ?? stderrLog;
  for (const warning of refuseTools(tools)) log(`warning: ${warning}`);
  checkUnique(
    'resource',
    resources.map(({ uri }) => uri),
  );
  checkUnique(
    'prompt',
    prompts.map((prompt) => prompt.name),
  );
  // Opened by the first who asks for something to be done: to list what there is leaves nothing behind.
  let services: ReturnType<typeof openServices> | undefined;
  const ready = () => {
    services ??= openServices(options, log);
    return services;
  };
  const calls = new CallsUnderWay();
  const listeners = new Set<(event: ServerEvent) => void>();
  let stopped: Promise<void> | undefined;

  const adapter: Adapter = {
    name,
    version,
    options,
    log,
    tools,
    listed: options.writes === 'hidden' ? tools.filter((tool) => !changes(tool.risk)) : tools,
    resources,
    prompts,
    scopes: [...new Set([...tools, ...resources, ...prompts].flatMap(({ scopes = [] }) => scopes))].sort(),
    scopesOf: (request) => scopesOfRequest(adapter, request),
    connect: (callerOf) => connected(adapter, callerOf),
    get stopping() {
      return calls.stopping;
    },
    call: async (request) => calls.run(request, await ready()),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    changed(event) {
      for (const listener of listeners) listener(event);
    },
    wasRead(uri, { principal, agent }, code) {
      const detail = { uri: uri.slice(0, MAX_URI) };
      void ready().then(({ audit }) => audit.note({ kind: 'read', principal, ...(agent === null ? {} : { agent }), code, detail }));
    },
    stop(graceMs) {
      stopped ??= calls
        .stop(graceMs)
        .then(() => options.onStop?.())
        .catch((error: unknown) => log(`stopping: ${messageOf(error)}`))
        .then(async () => (await services)?.end());
      return stopped;
    },
  };
  return adapter;
}

/** @throws TypeError when two are called the same: a client could never get the second */
function checkUnique(kind: string, names: readonly string[]): void {
  const [twice] = repeated(names);
  if (twice !== undefined) throw new TypeError(`there are two ${kind}s ${JSON.stringify(twice)}`);
}

const MAX_URI = 500;
