import { ToolError } from '../../kit/tool-error.ts';
import { isObject } from '../../model/json.ts';
import { checkUrl } from '../guard/check-url.ts';
import type { GuardPolicy } from '../guard/policy.ts';

/** Where reading a list goes on. */
export interface ListPlace {
  url: string;
  /** The first item there, from 0. */
  index: number;
}

/** Characters of a cursor. */
export const MAX_CURSOR = 2_048;
const MAX_INDEX = 1_000_000;

/** The place as callers are told it; null when it is too long to be handed back. */
export function cursorFor(list: string, { url, index }: ListPlace): string | null {
  const cursor = Buffer.from(JSON.stringify({ list, url, index })).toString('base64url');
  return cursor.length <= MAX_CURSOR ? cursor : null;
}

/**
 * The place that a cursor stands for. Whoever calls may have made it up: it leads to no other site than the one that the page is at.
 * @throws ToolError `invalid_cursor`
 */
export function placeOf(cursor: string, list: string, pageUrl: string, policy: GuardPolicy): ListPlace {
  const place = parsed(cursor);
  if (!isObject(place) || place.list !== list) throw invalid(`it is none of the list ${JSON.stringify(list)}`);
  const { url, index } = place;
  if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index > MAX_INDEX) throw invalid('it names no item');
  if (typeof url !== 'string' || !isAllowed(url, policy) || new URL(url).origin !== new URL(pageUrl).origin)
    throw invalid('it leads to no page of the site that the page is at');
  return { url, index };
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return null;
  }
}

function isAllowed(url: string, policy: GuardPolicy): boolean {
  try {
    checkUrl(url, policy);
    return true;
  } catch (error) {
    if (error instanceof ToolError) return false;
    throw error;
  }
}

function invalid(why: string): ToolError {
  return new ToolError('invalid_cursor', {
    message: `this cursor cannot be used here: ${why}. Use next_cursor of the last answer as it is, or none to begin again`,
  });
}
