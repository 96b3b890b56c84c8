import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import { definePrompt } from '../../src/kit/prompt.ts';
import { defineResource, type ResourceDefinition } from '../../src/kit/resource.ts';
import { adapterOf, person } from './harness.ts';
import { readTool } from './tools.ts';

const boom = () => {
  throw new Error('connect db-7.internal failed: password=hunter2');
};
const circle: { self?: unknown } = {};
circle.self = circle;
const good = { name: 'good', title: 'Good', description: 'Always there.', read: () => ({ text: 'good' }) };

/** A client of an adapter with these resources and prompts, in this process; what the adapter logs is kept. */
async function clientOf(over: { resources?: ResourceDefinition[]; prompts?: Parameters<typeof definePrompt>[0][] }) {
  const { resources = [], prompts = [] } = over;
  const adapter = adapterOf([readTool(() => ({}))], { resources: resources.map(defineResource), prompts: prompts.map(definePrompt) });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await adapter.connect(() => ({ ...person })).server.connect(theirs);
  const client = new Client({ name: 'a-host', version: '1' });
  await client.connect(ours);
  return { client, adapter };
}

const resource = (over: object): ResourceDefinition => ({
  uri: 'erp://odd/{id}',
  name: 'odd',
  title: 'Odd',
  description: 'Odd.',
  read: () => null,
  ...over,
});
const prompt = (over: object) => ({ name: 'odd', title: 'Odd', description: 'Odd.', get: () => 'text', ...over });

describe('what an author’s code does wrong is told as an incident, without a word of it', () => {
  test.each<[string, Parameters<typeof clientOf>[0], (client: Client) => Promise<unknown>]>([
    ['a list that throws', { resources: [resource({ list: boom })] }, (client) => client.listResources()],
    ['a read that throws', { resources: [resource({ read: boom })] }, (client) => client.readResource({ uri: 'erp://odd/1' })],
    [
      'a list that is no JSON',
      { resources: [resource({ list: () => [{ uri: 'erp://odd/1', name: 'x', size: 1n }] })] },
      (client) => client.listResources(),
    ],
    [
      'content of nothing',
      { resources: [resource({ read: () => ({ json: undefined }) })] },
      (client) => client.readResource({ uri: 'erp://odd/1' }),
    ],
    ['a prompt that throws', { prompts: [prompt({ get: boom })] }, (client) => client.getPrompt({ name: 'odd' })],
    ['a prompt in a circle', { prompts: [prompt({ get: () => [circle] })] }, (client) => client.getPrompt({ name: 'odd' })],
    ['messages that are none', { prompts: [prompt({ get: () => [5, null] })] }, (client) => client.getPrompt({ name: 'odd' })],
    [
      'a completion that throws',
      { prompts: [prompt({ arguments: [{ name: 'a', description: 'A.', complete: boom }] })] },
      (client) => client.complete({ ref: { type: 'ref/prompt', name: 'odd' }, argument: { name: 'a', value: '' } }),
    ],
  ])('%s', async (_, over, ask) => {
    const { client, adapter } = await clientOf(over);
    const error = await ask(client).then(
      () => null,
      (reason: Error) => reason,
    );
    expect(error).toMatchObject({ code: -32603, message: expect.stringContaining('failed unexpectedly') });
    expect(JSON.stringify(error) + error?.message).not.toMatch(/hunter2|db-7|BigInt|circular/);
    expect(adapter.logged.join('\n')).toContain('incident');
  });
});

test('a rule of visibility that throws hides its own resource, and no other', async () => {
  const { client } = await clientOf({ resources: [resource({ uri: 'erp://odd', visible: boom }), { uri: 'erp://good', ...good }] });
  expect((await client.listResources()).resources.map(({ name }) => name)).toEqual(['good']);
  expect((await client.readResource({ uri: 'erp://good' })).contents).toMatchObject([{ text: 'good' }]);
});

test('what is hidden is not completed either', async () => {
  const complete = () => ['secret'];
  const { client } = await clientOf({
    prompts: [prompt({ visible: () => false, arguments: [{ name: 'a', description: 'A.', complete }] })],
  });
  const { completion } = await client.complete({ ref: { type: 'ref/prompt', name: 'odd' }, argument: { name: 'a', value: '' } });
  expect(completion.values).toEqual([]);
});

test.each([
  ['an argument of a prompt', { type: 'ref/prompt' as const, name: 'odd' }],
  ['a variable of a resource', { type: 'ref/resource' as const, uri: 'erp://odd/{id}' }],
])('where a rule of visibility throws, %s is not completed, and the client is told nothing of why', async (_, ref) => {
  const complete = () => ['secret'];
  const { client, adapter } = await clientOf({
    resources: [resource({ visible: boom, complete: { id: complete } })],
    prompts: [prompt({ visible: boom, arguments: [{ name: 'id', description: 'A.', complete }] })],
  });
  const { completion } = await client.complete({ ref, argument: { name: 'id', value: '' } });
  expect(completion.values).toEqual([]);
  expect(adapter.logged.join('\n')).toContain('incident');
});

test('progress that is no number, and progress after the answer, is not sent', async () => {
  const adapter = adapterOf([
    readTool((_, { progress }) => {
      progress(1, Number.NaN);
      progress(Number.POSITIVE_INFINITY);
      progress(2, 10, 'half');
      setTimeout(() => progress(3), 20);
      return {};
    }),
  ]);
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await adapter.connect(() => ({ ...person })).server.connect(theirs);
  const client = new Client({ name: 'a-host', version: '1' });
  await client.connect(ours);
  const sent: unknown[] = [];
  const send = theirs.send.bind(theirs);
  theirs.send = (message, options) => {
    sent.push(message);
    return send(message, options);
  };
  await client.callTool({ name: 'find_order', arguments: {} }, { onprogress: () => {} });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(sent).toMatchObject([{ method: 'notifications/progress', params: { progress: 2, total: 10 } }, { result: {} }]);
});

test('two resources of one URI, or two prompts of one name, are refused', async () => {
  await expect(clientOf({ resources: [resource({}), resource({})] })).rejects.toThrow('two resources "erp://odd/{id}"');
  await expect(clientOf({ prompts: [prompt({}), prompt({})] })).rejects.toThrow('two prompts "odd"');
});
