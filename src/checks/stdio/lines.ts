import type { Noise } from '../../model/frame.ts';
import type { Phase } from '../../model/protocol.ts';
import { some } from '../../model/text.ts';

/** `line 1 is`, `lines 1, 2 and 5 are`: up to five line numbers, the rest as a number. */
export function linesAre(noise: readonly Noise[]): string {
  const numbers = noise.map((each) => (each.endLine > each.line ? `${each.line}–${each.endLine}` : `${each.line}`));
  const many = numbers.length > 1 || numbers[0]?.includes('–');
  return many ? `lines ${some(numbers)} are` : `line ${numbers[0]} is`;
}

/** `stdout:LINE` of the first. */
export function placeOf(noise: readonly Noise[]): { at?: string } {
  return noise[0] ? { at: `stdout:${noise[0].line}` } : {};
}

/** True for the beginning of a message whose rest never came; anything else that was cut is plain noise. */
export function isCutMessage({ kind, text }: Noise): boolean {
  return kind === 'truncated' && /^\s*(\{|\[\s*\{)/.test(text);
}

const PHASES: Record<Phase, string> = {
  spawn: 'at the start',
  handshake: 'during the handshake',
  discover: 'during the handshake',
  list: 'while listing',
  call: 'around a call',
  probe: 'while answering other requests',
  shutdown: 'after stdin was closed',
};

/** Where in the conversation it came: `before the first answer`, `while listing`. */
export function when(noise: Noise): string {
  return noise.beforeFirst ? 'before the first answer' : PHASES[noise.phase];
}

/** The noise of one kind or several, by the tool that ran; null for none. */
export function byTool(noise: readonly Noise[]): Map<string | null, Noise[]> {
  const groups = new Map<string | null, Noise[]>();
  for (const each of noise) groups.set(each.tool, [...(groups.get(each.tool) ?? []), each]);
  return groups;
}
