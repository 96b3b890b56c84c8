import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { variablesFor } from '../../../src/kit/resource.ts';
import { type ReadingStage, setReadingStage, TASK } from './reading-stage.ts';

let stage: ReadingStage;
beforeAll(async () => {
  stage = await setReadingStage({ path: '/**', targets: {} });
});
afterAll(() => stage.close());

/** The type of a picture, by its first bytes. */
const typeOf = (bytes: Buffer) => (bytes.subarray(0, 4).toString('hex') === '89504e47' ? 'png' : bytes[0] === 0xff ? 'jpeg' : 'none');

test('a picture becomes a file of the task, and the answer says what it is and has no picture in it', async () => {
  await stage.show('<h1>Orders</h1>');
  const { file, ...told } = await stage.call('screenshot');
  const bytes = readFileSync(String(file));
  expect(told).toMatchObject({ ok: true, width: 1280, height: 720, truncated: false, bytes: bytes.length });
  expect(told.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect(typeOf(bytes)).toBe('jpeg');
  expect(statSync(String(file)).mode & 0o777).toBe(0o600);
  expect(JSON.stringify(told).length).toBeLessThan(1_000);
});

test('its link can be read by the caller, and by nobody else', async () => {
  await stage.show('<h1>Orders</h1>');
  const { file, resource_uri } = await stage.call('screenshot', { format: 'png' });
  const [resource] = stage.adapter.resources;
  const variables = resource && variablesFor(resource, String(resource_uri));
  const readAs = (principal: string) =>
    resource?.read(variables ?? {}, {
      caller: { principal, agent: null, scopes: null },
      signal: new AbortController().signal,
      trace: null,
    });
  expect(variables).toMatchObject({ task: TASK });
  expect(await readAs('local')).toEqual({ mimeType: 'image/png', blob: readFileSync(String(file)) });
  expect(await readAs('alice')).toBeNull();
});

test('behind the envelope stands a link to the file', async () => {
  await stage.show('<h1>Orders</h1>');
  const tool = stage.adapter.tools.find(({ name }) => name === 'screenshot');
  if (!tool) throw new Error('there is no such tool');
  const { envelope, content } = await stage.adapter.call({
    ...{ tool, given: { env_id: stage.env, task_id: TASK }, caller: { principal: 'local', agent: null, scopes: null } },
    ...{ trace: null, signal: new AbortController().signal, progress: () => {}, log: () => {} },
  });
  expect(content).toEqual([
    {
      type: 'resource_link',
      uri: envelope.resource_uri,
      name: expect.stringMatching(/^screenshot-.*\.jpeg$/),
      mimeType: 'image/jpeg',
      size: envelope.bytes,
    },
  ]);
});

test('the audit record of the call holds the hash of the file', async () => {
  await stage.show('<h1>Orders</h1>');
  const { sha256, file } = await stage.call('screenshot');
  const folder = join(String(file), '..', '..', '..', 'audit');
  await expect
    .poll(() =>
      readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .join(''),
    )
    .toContain(String(sha256));
});

test('a picture too large for a file is refused with what to do, and nothing is kept', async () => {
  // Noise is what cannot be made small.
  await stage.show(`<canvas id="c" width="1200" height="700"></canvas><script>
    const g = c.getContext('2d'), d = g.createImageData(1200, 700);
    for (let i = 0; i < d.data.length; i++) d.data[i] = i % 4 === 3 ? 255 : Math.random() * 256;
    g.putImageData(d, 0, 0);</script>`);
  const refused = await stage.call('screenshot', { format: 'png' });
  expect(refused).toMatchObject({ ok: false, code: 'file_too_large', retryable: false, max_bytes: 1024 * 1024 });
  expect(refused.message).toMatch(/jpeg.*full_page.*max_width/);
  expect(refused).not.toHaveProperty('file');
  const small = await stage.call('screenshot', { max_width: 320 });
  expect(small).toMatchObject({ ok: true, width: 320, height: 180 });
  expect(existsSync(String(small.file))).toBe(true);
});

test('a page that crashed cannot be taken, and that may be tried again', async () => {
  const id = await stage.show('<p>x</p>');
  await stage
    .pageOf(id)
    .goto('chrome://crash')
    .catch(() => {});
  const answer = await stage.call('screenshot', { page_id: id });
  expect(answer).toMatchObject({ ok: false, code: 'page_crashed', retryable: true });
});

test('a page that there is not cannot be taken', async () => {
  expect(await stage.call('screenshot', { page_id: 'p-9999' })).toMatchObject({ ok: false, code: 'page_not_found', retryable: false });
});
