import { isObject, type JsonObject, withoutDepths } from '../model/json.ts';

/** No honest message is nested this deep. */
const MAX_LEVELS = 1_000;

/** The value of a JSON text, what is nested absurdly deep cut off; undefined for a text that is no JSON. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return text.length > MAX_LEVELS ? withoutDepths(value, MAX_LEVELS) : value;
  } catch {
    return undefined;
  }
}

/** The messages of a text that is one JSON-RPC message or a batch of them; null when it is neither. */
export function parseMessages(text: string): JsonObject[] | null {
  const start = text.trimStart()[0];
  if (start !== '{' && start !== '[') return null;
  const value = parseJson(text);
  if (Array.isArray(value)) return value.length && value.every(isMessage) ? value : null;
  return isMessage(value) ? [value] : null;
}

/** Tolerant on purpose: a message without `jsonrpc` is a faulty message, and rules say so; a log object is none. */
function isMessage(value: unknown): value is JsonObject {
  if (!isObject(value)) return false;
  if ('jsonrpc' in value) return true;
  return 'id' in value && ('result' in value || 'error' in value || typeof value.method === 'string');
}

/** True for a text that is JSON of any kind. */
export function parses(text: string): boolean {
  return parseJson(text) !== undefined;
}

/** Where a scan through JSON text stands. */
export interface ScanState {
  depth: number;
  inString: boolean;
}

/** Brace depth after `text`. A string left open at the end of a line is one with a raw newline in it. */
export function scan(text: string, from: ScanState): ScanState {
  let { depth, inString } = from;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === 0x5c) index++;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x7b || code === 0x5b) depth++;
    else if (code === 0x7d || code === 0x5d) depth--;
  }
  return { depth, inString };
}

/** Where the object that begins at `start` ends, exclusive; -1 when it does not. */
export function endOfObject(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === 0x5c) index++;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x7b) depth++;
    else if (code === 0x7d && --depth === 0) return index + 1;
  }
  return -1;
}
