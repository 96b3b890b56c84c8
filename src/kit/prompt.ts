import type { PromptMessage } from '@modelcontextprotocol/server';
import type { Caller } from './caller.ts';
import type { RequestContext } from './context.ts';

export interface PromptArgument {
  name: string;
  description: string;
  required?: boolean;
  /** Values that begin with what was typed. */
  complete?(typed: string, context: RequestContext): readonly string[] | Promise<readonly string[]>;
}

/** A prompt that a person picks, as its author writes it. */
export interface PromptDefinition {
  name: string;
  title: string;
  description: string;
  arguments?: readonly PromptArgument[];
  /** OAuth scopes, all of which the caller needs; who lacks one does not see it. */
  scopes?: readonly string[];
  /** Whether this caller may see it; everybody with the scopes unless said. */
  visible?(caller: Caller): boolean;
  /** Its text, or its messages. */
  get(
    args: Record<string, string>,
    context: RequestContext,
  ): string | readonly PromptMessage[] | Promise<string | readonly PromptMessage[]>;
}

export type Prompt = PromptDefinition;

/** Declares a prompt. */
export function definePrompt(definition: PromptDefinition): Prompt {
  return definition;
}
