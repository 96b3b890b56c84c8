import { plural, quote, some } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { sampleTool } from '../sample.ts';
import { unboundedKind } from './bounds.ts';
import { allParameters } from './parameter.ts';

const withProperties = (properties: Record<string, unknown>) => ({ tools: [sampleTool({ inputSchema: { type: 'object', properties } })] });

export const unboundedText: SessionRule = {
  id: 'design/unbounded-text',
  on: 'session',
  severity: 'info',
  why: 'A text or list of any length is taken as it is: megabytes reach the system behind the adapter before anything can refuse them.',
  fix: 'write "maxLength" on strings and "maxItems" on arrays',
  examples: {
    good: [
      withProperties({ order: { type: 'string', maxLength: 40 }, state: { type: 'string', enum: ['open', 'closed'] } }),
      withProperties({ day: { type: 'string', format: 'date' }, sku: { type: 'string', pattern: '^[A-Z]{3}-\\d{1,6}$' } }),
      withProperties({ lines: { type: 'array', items: { type: 'integer' }, maxItems: 50 } }),
    ],
    bad: [withProperties({ note: { type: 'string' }, tags: { type: 'array', items: { type: 'string', maxLength: 20 } } })],
  },
  *check(evidence) {
    const places = evidence.tools.flatMap((tool) =>
      allParameters(tool).flatMap(({ path, schema }) => {
        const kind = unboundedKind(schema);
        return kind ? [{ kind, text: `${quote(path, 80)} of ${tool.name}` }] : [];
      }),
    );
    if (!places.length) return;
    const strings = places.filter(({ kind }) => kind === 'string').length;
    const arrays = places.length - strings;
    const counts = [
      ...(strings ? [`${plural(strings, 'string')} without maxLength`] : []),
      ...(arrays ? [`${plural(arrays, 'array')} without maxItems`] : []),
    ];
    yield { message: `${counts.join(' and ')}: ${some(places.map(({ text }) => text))}`, count: places.length };
  },
};
