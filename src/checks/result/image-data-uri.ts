import { shorten } from '../../model/text.ts';
import { completeResult } from '../call/outcome.ts';
import type { CallRule } from '../rule.ts';
import { encodedOf } from './blocks.ts';

const image = (data: string) => ({ result: { content: [{ type: 'image', mimeType: 'image/png', data }] } });

export const imageDataUri: CallRule = {
  id: 'result/image-data-uri',
  on: 'call',
  severity: 'error',
  clause: '2026-07-28 schema, ImageContent: data is the base64-encoded image data',
  why: 'Clients and model APIs decode the text as base64 and refuse the picture, or the whole request.',
  fix: 'send only what stands after "base64," and put the media type into mimeType',
  examples: {
    good: [image('iVBORw0KGgo='), { result: { content: [{ type: 'text', text: 'data:image/png;base64,iVBORw0KGgo=' }] } }],
    bad: [
      image('data:image/png;base64,iVBORw0KGgo='),
      { result: { content: [{ type: 'audio', mimeType: 'audio/wav', data: 'data:audio/wav;base64,UklGRg==' }] } },
      { result: { content: [{ type: 'resource', resource: { uri: 'erp://logo', blob: 'data:image/png;base64,iVBORw0KGgo=' } }] } },
    ],
  },
  *check(call, { evidence }) {
    for (const { place, data } of encodedOf(completeResult(call, evidence))) {
      if (!/^\s*data:/i.test(data.slice(0, 20))) continue;
      const comma = data.slice(0, 100).indexOf(',');
      yield {
        subject: place,
        message: `starts with "${shorten(data.slice(0, comma + 1 || 5), 60)}"; it must be base64 only, clients fail to decode it`,
      };
    }
  },
};
