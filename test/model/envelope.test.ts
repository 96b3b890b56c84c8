import { expect, test } from 'vitest';
import { payloadOf, readEnvelope, textsOf } from '../../src/model/envelope.ts';

const envelope = {
  ok: false,
  code: 'env_unavailable',
  retryable: true,
  attempts: 3,
  task_id: 't-91',
  elapsed_ms: 1203,
  message: 'no region',
  region: 'XX',
};
const text = (value: string) => ({ content: [{ type: 'text', text: value }] });

test('an envelope is read from structuredContent, or from the JSON of the first text block', () => {
  const wanted = {
    ok: false,
    code: 'env_unavailable',
    retryable: true,
    attempts: 3,
    taskId: 't-91',
    elapsedMs: 1203,
    message: 'no region',
    payload: envelope,
  };
  expect(readEnvelope({ structuredContent: envelope })).toEqual(wanted);
  expect(readEnvelope(text(JSON.stringify(envelope)))).toEqual(wanted);
});

test('what has no ok or no code is no envelope', () => {
  for (const value of [{ ok: true }, { ok: 'true', code: 'ok' }, { ok: true, code: 0 }, [envelope], null, 'ok'])
    expect(readEnvelope({ structuredContent: value })).toBeNull();
  for (const value of ['ok', '{"ok":true,', '']) expect(readEnvelope(text(value))).toBeNull();
  for (const value of [undefined, null, 1, [], { content: 'x' }, { content: [null, 1, { type: 'text', text: {} }] }])
    expect(readEnvelope(value)).toBeNull();
});

test('members of another type are null, not believed', () => {
  expect(
    readEnvelope({ structuredContent: { ok: true, code: 'ok', attempts: '1', retryable: 0, task_id: 7, message: null } }),
  ).toMatchObject({
    attempts: null,
    retryable: null,
    taskId: null,
    message: null,
  });
});

test('the payload is any structured value, else the parsed text', () => {
  expect(payloadOf({ structuredContent: null, ...text('{"a":1}') })).toBeNull();
  expect(payloadOf(text(' [1,2]'))).toEqual([1, 2]);
  expect(payloadOf(text('plain'))).toBeUndefined();
});

test('texts of embedded resources count', () => {
  expect(
    textsOf({
      content: [
        { type: 'resource', resource: { uri: 'a:b', text: 'x' } },
        { type: 'image', data: 'AAAA' },
        { type: 'text', text: 'y' },
      ],
    }),
  ).toEqual(['x', 'y']);
});
