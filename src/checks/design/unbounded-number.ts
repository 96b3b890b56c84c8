import { quote, some } from '../../model/text.ts';
import type { Hit, SessionRule } from '../rule.ts';
import { sampleTool } from '../sample.ts';
import { hasMaximum, isNumeric } from './bounds.ts';
import { numberKind } from './number-words.ts';
import { allParameters } from './parameter.ts';

const withProperties = (properties: Record<string, unknown>) => ({ tools: [sampleTool({ inputSchema: { type: 'object', properties } })] });

export const unboundedNumber: SessionRule = {
  id: 'design/unbounded-number',
  on: 'session',
  severity: 'warning',
  why: 'A model may ask for any value that the schema allows: without a maximum one call becomes minutes of waiting, or returns everything.',
  fix: 'write a "maximum" into the schema (and a default), as large as the longest call you want to serve',
  examples: {
    good: [
      withProperties({ timeout_ms: { type: 'integer', minimum: 1, maximum: 60000 }, retries: { type: 'integer', exclusiveMaximum: 6 } }),
      withProperties({
        limit: { anyOf: [{ type: 'integer', maximum: 100 }, { type: 'null' }] },
        page_size: { type: 'integer', enum: [10, 50] },
      }),
      withProperties({ page_count: { type: 'string', maxLength: 4 }, limit_to_open: { type: 'boolean' } }),
      withProperties({ size: { allOf: [{ type: 'integer' }, { maximum: 10 }] } }),
    ],
    bad: [
      withProperties({ max_pages: { type: 'integer', minimum: 1 }, timeout: { type: 'number' }, year: { type: 'integer' } }),
      withProperties({ options: { type: 'object', properties: { retryCount: { type: ['integer', 'null'] } } } }),
      withProperties({ limit: { type: 'integer', maximum: 9007199254740991 } }),
      withProperties({ 最大页数: { type: 'integer' }, límite: { type: 'integer' } }),
      withProperties({ quantity: { type: 'integer', minimum: 1 } }),
    ],
  },
  *check(evidence) {
    const named: string[] = [];
    let places = 0;
    for (const tool of evidence.tools) {
      const numbers = allParameters(tool).filter(({ schema }) => isNumeric(schema));
      const siblings = numbers.map(({ name }) => name);
      for (const { name, path, at, schema, description } of numbers) {
        const kind = numberKind(name, description, siblings);
        const decides = kind === 'time' || kind === 'amount';
        if (hasMaximum(schema, !decides)) continue;
        if (kind !== 'position') yield { tool: tool.name, at, subject: quote(path, 80), ...(decides ? WORK : VALUE) };
        else {
          places++;
          named.push(`${quote(path, 80)} of ${tool.name}`);
        }
      }
    }
    // Nobody bounds what names or places a thing tool by tool: one line tells of them all.
    if (places)
      yield {
        message: `no maximum for numbers that name, place or measure something: ${some(named)}`,
        fix: 'write a "maximum" into the schema where the values have one',
        severity: 'info',
        strict: 'info',
        count: places,
      };
  },
};

/** What decides how much work one call makes. */
const WORK: Hit = { message: 'no maximum, so one call may take hours or return everything', strict: 'error' };
const VALUE: Hit = { message: 'no maximum, so any value a model makes up is taken', strict: 'warning' };
