import { stripVTControlCharacters } from 'node:util';
import { messageOf } from '../../model/fault.ts';
import { notActionable } from '../targets/actionable.ts';

/**
 * Does the one thing that an effect is for. What failed before an event was sent is a ToolError: nothing took effect. Of any other failure the kit
 * says that nobody knows (`outcome_unknown`).
 * @param name of the target, for messages
 */
export async function act(name: string, action: () => Promise<unknown>): Promise<void> {
  try {
    await action();
  } catch (error) {
    const fate = fateOf(error);
    if (fate === 'unsent') throw notActionable(name, 'moving or covered');
    if (fate === 'unknown') throw error;
  }
}

/**
 * What became of a click that failed, as the log of the call tells it. A line of the log is one of the driver's; text of the page in it is always behind
 * other words of the same line.
 */
function fateOf(error: unknown): 'unsent' | 'sent' | 'unknown' {
  const [first = '', ...log] = stripVTControlCharacters(messageOf(error)).split('\n');
  const has = (words: RegExp) => log.some((line) => words.test(line));
  // Only what it led to took too long.
  if (has(/^\s*(- |\d+ × )click action done$/)) return 'sent';
  if (has(/^\s*(- |\d+ × )performing click action$/)) return 'unknown';
  const tried = has(/^\s*- attempting click action$/) || has(/^\s*- waiting for /);
  return tried && /Timeout [\d.]+ms exceeded|strict mode violation|Element is not attached/.test(first) ? 'unsent' : 'unknown';
}
