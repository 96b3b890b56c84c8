import { duration, size, visible } from '../model/text.ts';
import { clip } from '../report/pretty-clip.ts';
import { inert } from '../report/words.ts';
import type { ShownLine } from '../run/trace-frames.ts';
import type { Output } from './io.ts';

const PIECE = 64 * 1024;

/** Prints lines of a trace as they come: direction, time, size and text, cut to `width`; `whole` prints every text whole, on lines of its own. */
export async function printFrames(lines: AsyncIterable<ShownLine>, to: Output, width: number, whole: boolean): Promise<void> {
  for await (const { connection, line } of lines) {
    if (line.kind === 'header') {
      const title = [`connection ${connection}`, line.command, line.adapter].filter(Boolean).join(': ');
      await to.write(`${inert(clip(title, width))}\n`);
      continue;
    }
    const { title, text } = line.kind === 'noise' ? noiseText(line) : frameText(line);
    if (!whole) await to.write(`${inert(`${title}  ${clip(text, Math.max(10, width - title.length - 2))}`.trimEnd())}\n`);
    else {
      await to.write(`${title}\n  `);
      // Indented, so that no line of it can pass for another message.
      for (const piece of pieces(text)) await to.write(piece.split('\n').map(safe).join('\n  '));
      await to.write('\n');
    }
  }
}

function frameText({ frame, skipped }: Extract<ShownLine['line'], { kind: 'frame' }>): { title: string; text: string } {
  const bytes = `${frame.whole ? '' : 'about '}${size(frame.bytes)}`;
  const title = titleOf(frame.direction === 'out' ? '→' : '←', frame.ms, bytes);
  return { title, text: skipped ? '(skipped: its line is longer than 32 MiB)' : frame.whole ? frame.text : `${frame.text}…` };
}

function noiseText({ ms, noise, text }: Extract<ShownLine['line'], { kind: 'noise' }>): { title: string; text: string } {
  return { title: titleOf('!', ms, clip(noise, 16)), text };
}

function titleOf(sign: string, ms: number, what: string): string {
  return `${sign} ${duration(ms).padStart(8)}  ${what.padStart(10)}`;
}

/** The text in pieces that no pair of surrogates, and no `##[` of a workflow command, is divided by. */
function* pieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const rest = text.slice(at, at + PIECE);
    const piece = at + PIECE < text.length ? rest.replace(/(?:[\ud800-\udbff]|#{1,2})$/, '') : rest;
    yield piece;
    at += piece.length;
  }
}

function safe(line: string): string {
  return inert(visible(line));
}
