import { isObject } from '../../model/json.ts';
import { grouped } from '../../model/text.ts';
import { completeResult } from '../call/outcome.ts';
import type { CallRule } from '../rule.ts';
import { longestBase64, MAX_INLINE } from './base64.ts';
import { blocksOf } from './blocks.ts';

const text = (value: string) => ({ result: { content: [{ type: 'text', text: value }] } });
const picture = `iVBORw0KGgo${'QUJDa0Z9/x1+Tm5vUHFy'.repeat(2_000)}`;

export const base64InText: CallRule = {
  id: 'result/base64-in-text',
  on: 'call',
  severity: 'warning',
  why: 'The model reads base64 as text: it costs tens of thousands of tokens and shows nothing.',
  fix: 'send an image block with a smaller picture, or write a file and answer a resource_link',
  yieldsTo: ['result/content-item-invalid'],
  examples: {
    good: [
      text('x'.repeat(60_000)),
      text(JSON.stringify({ sequence: 'GATTACA'.repeat(6_000) })),
      text('0a1b2c3d'.repeat(6_000)),
      text('The quick brown fox jumps over the lazy dog. '.repeat(1_000)),
      text(JSON.stringify({ thumbnail: picture.slice(0, 2_000) })),
    ],
    bad: [
      text(JSON.stringify({ type: 'image', data: 'QUJD'.repeat(30_000) })),
      text(`data:image/png;base64,${picture}`),
      text(picture.replace(/.{76}/g, '$&\n')),
      { result: { content: [{ type: 'text', text: 'done' }], structuredContent: { shot: picture } } },
    ],
  },
  *check(call, { evidence }) {
    const result = completeResult(call, evidence);
    let inText = false;
    for (const { place, type, item } of blocksOf(result)) {
      const holder = type === 'resource' ? item.resource : item;
      if ((type !== 'text' && type !== 'resource') || !isObject(holder) || typeof holder.text !== 'string') continue;
      const length = longestBase64(holder.text);
      inText ||= length > 0;
      const where = type === 'resource' ? `${place}.resource.text` : `${place}.text`;
      if (length) yield { subject: where, message: `holds ${grouped(length)} characters of base64; the model reads it as text` };
    }
    // The text usually repeats what is structured.
    if (!inText) {
      const length = longestWithin(result?.structuredContent);
      if (length)
        yield {
          subject: 'structuredContent',
          message: `holds ${grouped(length)} characters of base64; the model reads it as text`,
        };
    }
  },
};

/** The longest base64 among the texts of a value. */
function longestWithin(root: unknown): number {
  let longest = 0;
  const waiting = [root];
  for (let value = waiting.pop(); value !== undefined || waiting.length; value = waiting.pop()) {
    if (typeof value === 'string' && value.length > MAX_INLINE) longest = Math.max(longest, longestBase64(value));
    else if (typeof value === 'object' && value !== null) for (const child of Object.values(value)) waiting.push(child);
  }
  return longest;
}
