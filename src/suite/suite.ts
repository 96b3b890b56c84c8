import type { Expectation } from '../model/expectation.ts';
import type { JsonObject } from '../model/json.ts';

export const SUITE_FORMAT = 'mcp-adapter/smoke@1';

/** A smoke suite as read (contracts §5), defaults filled in. Texts may hold templates: see template.ts. */
export interface Suite {
  /** Absolute. */
  file: string;
  /** The name of the file without its ending. */
  name: string;
  /** The folder of static pages that `{{site}}` serves, absolute. */
  site: string | null;
  /** The template of the `task_id`, `{{task}}`; it may hold `{{run}}` and `{{site}}`. */
  task: string;
  /** What a person grants for the task while the suite runs. */
  grants: SuiteGrant[];
  steps: SuiteStep[];
}

export interface SuiteGrant {
  tools: string[];
  /** Templates; empty for any origin. */
  origins: string[];
}

export interface SuiteStep {
  /** The tool's name when the suite gives none; no two steps have the same. */
  name: string;
  tool: string;
  /** With templates. */
  arguments: JsonObject;
  /** With templates in `code`, `text` and the values of `json`; `{ok: true}` when the suite says nothing. */
  expect: Expectation;
  /** Name → JSON pointer to its value in the result, for `{{name}}` in later steps. */
  capture: Record<string, string>;
  /** JSON pointers to what two runs need not have in common. */
  ignore: string[];
  /** `file:line:column`, for messages. */
  place: string;
}
