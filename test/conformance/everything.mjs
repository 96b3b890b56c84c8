// What the official conformance suite wants of a server, written on the kit: the names and texts are the suite's own.
import { createAdapter, definePrompt, defineResource, defineTool, serveHttp, ToolError, withContent } from '../../dist/kit/index.js';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=';
const image = { type: 'image', data: PNG, mimeType: 'image/png' };

const tool = (name, description, run, over = {}) =>
  defineTool({ name, title: name, description, risk: 'read', input: { type: 'object' }, run, ...over });
const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

const tools = [
  tool('test_simple_text', 'Returns a text.', () => withContent({}, { type: 'text', text: 'This is a simple text response for testing.' })),
  tool('test_image_content', 'Returns an image.', () => withContent({}, image)),
  tool('test_audio_content', 'Returns a sound.', () => withContent({}, { type: 'audio', data: WAV, mimeType: 'audio/wav' })),
  tool('test_embedded_resource', 'Returns a resource.', () =>
    withContent(
      {},
      {
        type: 'resource',
        resource: { uri: 'test://embedded-resource', mimeType: 'text/plain', text: 'This is an embedded resource content.' },
      },
    ),
  ),
  tool('test_multiple_content_types', 'Returns a text, an image and a resource.', () =>
    withContent({}, { type: 'text', text: 'Multiple content types test:' }, image, {
      type: 'resource',
      resource: { uri: 'test://mixed-content-resource', mimeType: 'application/json', text: '{"test":"data","value":123}' },
    }),
  ),
  tool('test_tool_with_logging', 'Logs three lines to the client.', async (_, { log }) => {
    for (const line of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      log('info', line);
      await pause();
    }
    return {};
  }),
  tool('test_tool_with_progress', 'Tells how far it is, three times.', async (_, { progress }) => {
    for (const done of [0, 50, 100]) {
      progress(done, 100);
      await pause();
    }
    return {};
  }),
  tool('test_error_handling', 'Fails.', () => {
    throw new ToolError('intended', { message: 'This tool intentionally returns an error for testing' });
  }),
  tool('test_missing_capability', 'Relies on sampling.', () => ({}), { clientCapabilities: ['sampling'] }),
  tool('test_streaming_elicitation', 'Answers without asking the client anything.', () => ({})),
  tool('test_logging_tool', 'Logs a line to clients that want it.', (_, { log }) => {
    log('info', 'This is a log line');
    return {};
  }),
  tool('test_trigger_tool_change', 'Tells subscribers that the list of tools has changed.', () => {
    adapter.changed({ kind: 'tools_list_changed' });
    return {};
  }),
  tool('test_trigger_prompt_change', 'Tells subscribers that the list of prompts has changed.', () => {
    adapter.changed({ kind: 'prompts_list_changed' });
    return {};
  }),
];

const described = (name, uri, mimeType) => ({ name, uri, mimeType, title: name, description: `The resource ${uri}.` });
const resources = [
  defineResource({
    ...described('static-text', 'test://static-text', 'text/plain'),
    read: () => ({ text: 'This is the content of the static text resource.' }),
  }),
  defineResource({
    ...described('static-binary', 'test://static-binary', 'image/png'),
    read: () => ({ blob: Buffer.from(PNG, 'base64') }),
  }),
  defineResource({ ...described('watched', 'test://watched-resource', 'text/plain'), read: () => ({ text: 'Watched.' }) }),
  defineResource({
    ...described('template', 'test://template/{id}/data', 'application/json'),
    read: ({ id }) => ({ json: { id, templateTest: true, data: `Data for ID: ${id}` } }),
  }),
];

const message = (content) => ({ role: 'user', content });
const say = (text) => message({ type: 'text', text });
const prompt = (name, args, get) => definePrompt({ name, title: name, description: `The prompt ${name}.`, arguments: args, get });
const argument = (name, complete) => ({ name, description: `The argument ${name}.`, required: true, ...(complete ? { complete } : {}) });
const prompts = [
  prompt('test_simple_prompt', [], () => 'This is a simple prompt for testing.'),
  prompt(
    'test_prompt_with_arguments',
    [argument('arg1', (typed) => ['paris', 'park', 'party'].filter((each) => each.startsWith(typed))), argument('arg2')],
    ({ arg1, arg2 }) => `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`,
  ),
  prompt('test_prompt_with_embedded_resource', [argument('resourceUri')], ({ resourceUri }) => [
    message({ type: 'resource', resource: { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' } }),
    say('Please process the embedded resource above.'),
  ]),
  prompt('test_prompt_with_image', [], () => [message(image), say('Please analyze the image above.')]),
];

const adapter = createAdapter({ name: 'everything', version: '1.0.0', tools, resources, prompts });
const { url } = await serveHttp(adapter);
console.error(`LISTENING ${url}`);
