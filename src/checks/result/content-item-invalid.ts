import { isObject, member } from '../../model/json.ts';
import { quote } from '../../model/text.ts';
import { completeResult } from '../call/outcome.ts';
import type { CallRule, Hit } from '../rule.ts';
import { base64Fault } from './base64.ts';
import { aKind } from './blocks.ts';

const content = (...items: unknown[]) => ({ result: { content: items } });

/** The block types, and the revision each came with. */
const TYPES: Record<string, string> = {
  text: '2024-11-05',
  image: '2024-11-05',
  resource: '2024-11-05',
  audio: '2025-03-26',
  resource_link: '2025-06-18',
};

export const contentItemInvalid: CallRule = {
  id: 'result/content-item-invalid',
  on: 'call',
  severity: 'error',
  clause: '2026-07-28 schema, ContentBlock',
  why: 'SDK clients refuse the whole result for one block that lacks a field, and the model gets an error instead of the answer.',
  fix: 'give each block its fields: text {text}, image and audio {data: base64, mimeType}, resource {resource: {uri, text or blob}}, resource_link {uri, name}; any other data goes into a text block as JSON',
  examples: {
    good: [
      content({ type: 'text', text: '' }, { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' }),
      content({ type: 'resource_link', uri: 'file:///report.pdf', name: 'report', size: 12 }),
      content({ type: 'resource', resource: { uri: 'erp://orders/1', text: '{}' }, annotations: { audience: ['user'], priority: 0.5 } }),
      // The prefix has a rule of its own.
      content({ type: 'image', data: 'data:image/png;base64,iVBORw0KGgo=', mimeType: 'image/png' }),
    ],
    bad: [
      content({ type: 'text', text: { subject: 'hi' } }, 'loose text', { type: 'image', data: 'AAAA' }, { type: 'json', json: {} }),
      content({ type: 'resource', uri: 'erp://orders/1', text: '{}' }),
      content({ type: 'resource_link', uri: 'file:///report.pdf' }),
      content({ type: 'image', data: '/tmp/picture one.png', mimeType: 'image/png' }),
      content({ type: 'text', text: 'ok', annotations: { audience: 'user' } }),
      content(null),
    ],
  },
  *check(call, { evidence }) {
    const items = completeResult(call, evidence)?.content;
    if (!Array.isArray(items)) return;
    for (const [index, item] of items.entries()) yield* faults(item, `content[${index}]`, evidence.revision);
  },
};

function* faults(item: unknown, place: string, revision: string): Iterable<Hit> {
  if (!isObject(item)) {
    yield { subject: place, message: `is ${aKind(item)}, must be a block such as {type: "text", text: …}` };
    return;
  }
  const { type } = item;
  if (typeof type !== 'string')
    yield { subject: place, message: type === undefined ? 'has no type' : `its type is ${aKind(type)}, must be a text` };
  else if (!Object.hasOwn(TYPES, type)) yield { subject: place, message: `has the type ${quote(type, 40)}, which no client knows` };
  else if (revision < (TYPES[type] ?? ''))
    yield {
      subject: place,
      message: `has the type ${quote(type)}, which came with ${TYPES[type]}; the connection speaks ${revision}`,
      severity: 'warning',
    };
  if (type === 'text') yield* wantText(item, 'text', place);
  if (type === 'image' || type === 'audio') {
    yield* wantBase64(item, 'data', place);
    yield* wantText(item, 'mimeType', place);
    const { mimeType } = item;
    if (typeof mimeType === 'string' && !/^\w[^/\s]*\/[^/\s]+$/.test(mimeType.slice(0, 200)))
      yield {
        subject: `${place}.mimeType`,
        message: `is ${quote(mimeType, 40)}, must be a media type such as ${type}/${type === 'image' ? 'png' : 'wav'}`,
      };
  }
  if (type === 'resource_link') {
    yield* wantText(item, 'uri', place);
    yield* wantText(item, 'name', place);
  }
  if (type === 'resource') yield* resourceFaults(item.resource, `${place}.resource`);
  yield* annotationFaults(item.annotations, `${place}.annotations`);
}

function* resourceFaults(resource: unknown, place: string): Iterable<Hit> {
  if (!isObject(resource)) {
    yield { subject: place, message: `is ${aKind(resource)}, must be an object with uri and text or blob` };
    return;
  }
  yield* wantText(resource, 'uri', place);
  if ('blob' in resource && resource.text === undefined) yield* wantBase64(resource, 'blob', place);
  else if ('text' in resource) yield* wantText(resource, 'text', place);
  else yield { subject: place, message: 'has neither text nor blob' };
}

function* wantText(holder: unknown, key: string, place: string): Iterable<Hit> {
  const value = member(holder, key);
  if (typeof value !== 'string') yield { subject: `${place}.${key}`, message: `is ${aKind(value)}, must be a text` };
}

function* wantBase64(holder: unknown, key: string, place: string): Iterable<Hit> {
  const value = member(holder, key);
  if (typeof value !== 'string') yield { subject: `${place}.${key}`, message: `is ${aKind(value)}, must be base64 text` };
  else if (!/^data:/i.test(value.slice(0, 5))) {
    // An empty blob is an empty file; an empty picture is none.
    const fault = key === 'blob' && value === '' ? null : base64Fault(value);
    if (fault)
      yield {
        subject: `${place}.${key}`,
        message: `${fault}; clients that decode it fail`,
        severity: /padding|empty/.test(fault) ? 'warning' : 'error',
      };
  }
}

function* annotationFaults(annotations: unknown, place: string): Iterable<Hit> {
  if (annotations === undefined) return;
  const audience = member(annotations, 'audience');
  const priority = member(annotations, 'priority');
  if (!isObject(annotations)) yield { subject: place, message: `is ${aKind(annotations)}, must be an object` };
  if (audience !== undefined && !(Array.isArray(audience) && audience.every((each) => each === 'user' || each === 'assistant')))
    yield { subject: `${place}.audience`, message: 'must be a list of "user" and "assistant"' };
  if (priority !== undefined && !(typeof priority === 'number' && priority >= 0 && priority <= 1))
    yield { subject: `${place}.priority`, message: 'must be a number from 0 to 1' };
}
