import { quote } from '../../model/text.ts';
import { completeResult } from '../call/outcome.ts';
import type { CallRule } from '../rule.ts';
import { typeOfBytes } from './base64.ts';
import { encodedOf } from './blocks.ts';

const image = (mimeType: string, data: string) => ({ result: { content: [{ type: 'image', mimeType, data }] } });
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB';

/** Spellings that mean the same type. */
const SAME: Record<string, string> = {
  'image/x-png': 'image/png',
  'image/pjpeg': 'image/jpeg',
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
};

export const mediaTypeMismatch: CallRule = {
  id: 'result/media-type-mismatch',
  on: 'call',
  severity: 'warning',
  why: 'Model APIs compare the media type with the bytes and refuse the request when they differ.',
  fix: 'set mimeType to what the bytes are',
  yieldsTo: ['result/image-data-uri'],
  examples: {
    good: [
      image('image/png', PNG),
      image('image/png; charset=binary', PNG),
      image('image/tiff', 'SUkqAAgAAAA='),
      { result: { content: [{ type: 'resource', resource: { uri: 'erp://x', mimeType: 'application/octet-stream', blob: PNG } }] } },
    ],
    bad: [image('image/jpeg', PNG), image('image/jpg', '/9j/4AAQSkZJRgABAQ=='), image('image/png', 'PGh0bWw+PGJvZHk+NDA0PC9ib2R5Pg==')],
  },
  *check(call, { evidence }) {
    for (const { place, data, mimeType } of encodedOf(completeResult(call, evidence))) {
      const bare = (mimeType.split(';')[0] ?? '').trim().toLowerCase();
      const is = typeOfBytes(data);
      // For a blob only pictures matter: an octet stream or a zip may hold anything.
      if (!is || !bare || (SAME[bare] ?? bare) === is || !/^(image|audio)\//.test(bare)) continue;
      // SVG is XML, and what looks like a page may be one within it.
      if (bare === 'image/svg+xml' && is === 'text/html') continue;
      yield { subject: place, message: `is said to be ${quote(mimeType, 40)}, but its bytes are ${is}; model APIs refuse the picture` };
    }
  },
};
