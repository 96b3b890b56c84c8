import { shorten, visible } from '../model/text.ts';
import { inert } from './words.ts';

/** As JUnit counts time. */
export function seconds(ms: number): number {
  return Math.round(ms) / 1000;
}

/** One line, for an attribute or a line of a text. */
export function line(value: string): string {
  return shorten(value, 1000);
}

/** Several lines, for a CDATA section: the builder breaks up only the first `]]>` of a text. */
export function text(value: string): string {
  const kept = value.length > 50_000 ? `${value.slice(0, 50_000)}\n… cut` : value;
  const lines = visible(kept).replaceAll(']]>', ']]\\u{3e}').split('\n');
  return lines.map(inert).join('\n');
}
