import { UriTemplate } from '@modelcontextprotocol/server';
import type { Caller } from './caller.ts';
import type { RequestContext } from './context.ts';

/** What reading a resource gives: text, bytes, or a value that is written as JSON. */
export type ResourceContent = { mimeType?: string } & ({ text: string } | { blob: Uint8Array } | { json: unknown });

/** One resource as resources/list shows it. */
export interface ResourceItem {
  uri: string;
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
}

/** Something to read, as its author writes it: one (`erp://policies/returns`), or many by a template (`erp://orders/{id}`). */
export interface ResourceDefinition {
  /** A URI, or a URI template (RFC 6570) whose variables `read` is given. */
  uri: string;
  name: string;
  title: string;
  description: string;
  mimeType?: string;
  /** OAuth scopes, all of which the caller needs; who lacks one does not see it. */
  scopes?: readonly string[];
  /** Whether this caller may see it; everybody with the scopes unless said. */
  visible?(caller: Caller): boolean;
  /** For a template: those of its resources that this caller may see. */
  list?(context: RequestContext): readonly ResourceItem[] | Promise<readonly ResourceItem[]>;
  /** For a template: values of a variable that begin with what was typed. */
  complete?: Readonly<Record<string, (typed: string, context: RequestContext) => readonly string[] | Promise<readonly string[]>>>;
  /** Its content for this caller; null when there is none, or it is not for this caller: both are answered alike. */
  read(variables: Record<string, string>, context: RequestContext): ResourceContent | null | Promise<ResourceContent | null>;
}

/** A resource ready to be served. */
export interface Resource extends ResourceDefinition {
  /** Null for a single resource. */
  template: UriTemplate | null;
}

/**
 * Declares a resource.
 * @throws TypeError for a URI that is none
 */
export function defineResource(definition: ResourceDefinition): Resource {
  const template = UriTemplate.isTemplate(definition.uri) ? new UriTemplate(definition.uri) : null;
  if (!template && !URL.canParse(definition.uri))
    throw new TypeError(`resource ${JSON.stringify(definition.name)}: ${JSON.stringify(definition.uri)} is no URI`);
  return { ...definition, template };
}

/** Longer ones are no URI of ours, and costly to look at. */
const MAX_URI = 8_192;

/** The variables with which this resource answers to the URI; null when it does not. */
export function variablesFor(resource: Resource, uri: string): Record<string, string> | null {
  if (!resource.template) return uri === resource.uri ? {} : null;
  if (uri.length > MAX_URI) return null;
  const found = resource.template.match(uri);
  if (!found) return null;
  return Object.fromEntries(Object.entries(found).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value]));
}
