import { size } from '../../model/text.ts';
import { completeResult } from '../call/outcome.ts';
import type { CallRule } from '../rule.ts';
import { MAX_INLINE } from './base64.ts';
import { encodedOf } from './blocks.ts';

/** What the Anthropic API is said to take of one picture. */
const MAX_PICTURE = 5_000_000;
const image = (bytes: number) => ({
  result: { content: [{ type: 'image', mimeType: 'image/png', data: `iVBORw0KGgo${'A'.repeat(bytes)}` }] },
});

export const inlineImage: CallRule = {
  id: 'result/inline-image',
  on: 'call',
  severity: 'warning',
  why: 'A picture or file within the result is sent to the model with every later request, and many hosts cut or drop it.',
  fix: 'write it to a file or resource and answer a resource_link (uri, name, mimeType, size), or send a smaller picture',
  yieldsTo: ['result/image-data-uri'],
  examples: {
    good: [image(4_000), { result: { content: [{ type: 'resource_link', uri: 'file:///shot.png', name: 'shot', size: 900_000 }] } }],
    bad: [
      image(30_000),
      {
        result: {
          content: [
            { type: 'resource', resource: { uri: 'erp://invoice', mimeType: 'application/pdf', blob: `JVBERi0x${'A'.repeat(30_000)}` } },
          ],
        },
      },
    ],
  },
  *check(call, { evidence }) {
    for (const { place, data } of encodedOf(completeResult(call, evidence))) {
      if (data.length <= MAX_INLINE) continue;
      const tooBig = (data.length * 3) / 4 > MAX_PICTURE ? ', and above 5 MB a picture is refused by model APIs' : '';
      yield { subject: place, message: `holds ${size(data.length)} of base64${tooBig}; it costs context in every later turn` };
    }
  },
};
