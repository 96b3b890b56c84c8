// What adapters are written with: `import { createAdapter, defineTool, serveStdio } from 'mcp-adapter/kit'`.

export type { Risk } from '../model/tool.ts';
export { type Adapter, type AdapterOptions, createAdapter } from './adapter.ts';
export type { AuditEvent, AuditSink } from './audit/record.ts';
export { type Backend, type BackendOptions, type BackendRequest, createBackend } from './backend/backend.ts';
export { type SubjectHeaderOptions, subjectHeader } from './backend/subject-header.ts';
export { type TokenExchangeOptions, tokenExchange } from './backend/token-exchange.ts';
export { type Caller, LOCAL } from './caller.ts';
export type { LogLevel, RequestContext, ToolContext } from './context.ts';
export { KEY_ARGUMENTS } from './declaration.ts';
export type { ResultEnvelope } from './envelope.ts';
export type { AuthOptions } from './oauth/auth-options.ts';
export { definePrompt, type Prompt, type PromptArgument, type PromptDefinition } from './prompt.ts';
export { RefusedTools } from './refuse-tools.ts';
export { defineResource, type Resource, type ResourceContent, type ResourceDefinition, type ResourceItem } from './resource.ts';
export { type Content, withContent } from './result.ts';
export type { AnySchema, JsonSchema, StandardSchema, ValueOf } from './schemas.ts';
export { type Serving, serveHttp } from './serve/http.ts';
export type { HttpOptions } from './serve/http-options.ts';
export { type StdioOptions, serveStdio } from './serve/stdio.ts';
export type { Limits } from './services.ts';
export type { EffectOptions, StepOptions, StepRecord, Steps } from './steps.ts';
export type { Grant, GrantAnswer, GrantStore, GrantWish } from './stores/grant-store.ts';
export type { Claim, StoredOutcome, TaskStore, TaskWish } from './stores/task-store.ts';
export { defineTool, type Tool, type ToolDefinition } from './tool.ts';
export { ToolError, type ToolErrorOptions } from './tool-error.ts';
export type { TraceContext } from './trace.ts';
