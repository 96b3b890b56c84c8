import { REFUSED } from '../../checks/result/too-large.ts';
import type { Expectation } from '../../model/expectation.ts';
import { member } from '../../model/json.ts';
import type { ToolDeclaration } from '../../model/tool.ts';
import type { Trial } from './trial.ts';

/** Bytes of a token, as everywhere (contracts §3). */
const TOKEN_BYTES = 4;
/** A tool may ask Claude Code for more, up to so many characters. */
const MAX_RAISED = 500_000;

/** What a call must come to, by what the schema says of its arguments. The order of the members is the order in which they are told. */
export function expectationOf({ kind, tool }: Pick<Trial, 'kind' | 'tool'>): Expectation {
  const max_bytes = maxBytes(tool);
  if (kind === 'valid') return { answered: true, accepts_arguments: true, output_schema: true, raw_exception: false, max_bytes };
  if (kind === 'invalid') return { answered: true, ok: false, raw_exception: false };
  return { answered: true, raw_exception: false, max_bytes };
}

/**
 * The part of an expectation that was not met, as a case keeps it: it is fixed once this is met, whatever else there may be. An answer must
 * come in any case, and a result that did not fit must come again: a call that now fails has mended nothing.
 */
export function onlyCheck(expect: Expectation, check: string): Expectation {
  const kept = Object.entries(expect).filter(([name]) => name === 'answered' || name === check);
  return { ...Object.fromEntries(kept), ...(check === 'output_schema' ? { ok: true, output_schema: true } : {}) };
}

function maxBytes({ raw }: ToolDeclaration): number {
  const raised = member(member(raw, '_meta'), 'anthropic/maxResultSizeChars');
  return Math.max(REFUSED * TOKEN_BYTES, typeof raised === 'number' ? Math.min(raised, MAX_RAISED) : 0);
}
