import { isObject, member } from '../../model/json.ts';
import { quote, some } from '../../model/text.ts';
import { parameters, type ToolDeclaration } from '../../model/tool.ts';
import { splitWords } from '../../model/word-match.ts';
import type { SessionRule } from '../rule.ts';
import { sampleTool } from '../sample.ts';
import { actionOf } from './action-words.ts';

const HTTP_VERBS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'];
/** So many nouns with so many verbs each are tables behind an API, not actions. */
const GRID_NOUNS = 3;
const GRID_VERBS = 4;

const named = (...names: string[]) => ({ tools: names.map((name, index) => sampleTool({ name }, index)) });
const grid = ['customer', 'invoice', 'product'].flatMap((noun) =>
  ['create', 'get', 'update', 'delete', 'list'].map((verb) => `${verb}_${noun}`),
);

export const apiShaped: SessionRule = {
  id: 'design/api-shaped',
  on: 'session',
  severity: 'info',
  why: 'Endpoints make a model do the composing: more calls, more tokens and more half-done work than one tool for the action people want.',
  fix: 'offer the business action (ship_order, not PATCH /orders/{id}) and compose the requests inside the adapter',
  examples: {
    good: [
      named('find_order', 'get_order', 'cancel_order', 'ship_order'),
      named('post_message', 'put_on_hold', 'search_v2', 'generate_uuid_v4'),
      named('create_order', 'get_order', 'update_order', 'delete_order', 'list_orders', 'get_customer', 'list_customers'),
    ],
    bad: [
      named('API-post-page', 'API-get-user'),
      named('get_v1_orders'),
      named('read_item_items__item_id__get'),
      named('orders/{id}'),
      named(...grid),
      {
        tools: [
          sampleTool({ inputSchema: { type: 'object', properties: { method: { enum: ['GET', 'POST'] }, path: { type: 'string' } } } }),
        ],
      },
    ],
  },
  *check(evidence) {
    const endpoints = evidence.tools.filter((tool) => namesEndpoint(tool.name) || isRequest(tool)).map(({ name }) => quote(name, 60));
    const nouns = gridNouns(evidence.tools);
    const signs = [
      ...(endpoints.length ? [`${some(endpoints)} ${endpoints.length === 1 ? 'is an endpoint' : 'are endpoints'}`] : []),
      ...(nouns.length ? [`create, read, update and delete stand side by side for ${some(nouns)}`] : []),
    ];
    if (signs.length)
      yield { message: `${signs.join('; ')}: a model has to compose actions from requests`, count: Math.max(1, endpoints.length) };
  },
};

/** True for a name made of an HTTP verb and a path, a version or the word API. */
function namesEndpoint(name: string): boolean {
  const words = splitWords(name);
  const [first = '', second = ''] = words;
  const last = words.at(-1) ?? '';
  const verb = HTTP_VERBS.includes(first) || HTTP_VERBS.includes(last);
  if (/[{}]/.test(name)) return true;
  if (first === 'api' && HTTP_VERBS.includes(second)) return true;
  if (verb && words.slice(1).some((word) => word === 'api' || /^v\d$/.test(word))) return true;
  return name.includes('__') && HTTP_VERBS.includes(last);
}

/** True for a tool that sends any request to any path. */
function isRequest(tool: ToolDeclaration): boolean {
  const entries = Object.entries(parameters(tool));
  const method = entries.some(([, schema]) => isHttpMethods(member(schema, 'enum')));
  return method && entries.some(([name, schema]) => isObject(schema) && ['path', 'endpoint', 'url', 'route'].includes(name.toLowerCase()));
}

function isHttpMethods(values: unknown): boolean {
  return Array.isArray(values) && values.filter((value) => HTTP_VERBS.includes(String(value).toLowerCase())).length >= 2;
}

/** The nouns that nearly every verb stands beside, when there are enough of them. */
function gridNouns(tools: readonly ToolDeclaration[]): string[] {
  const verbs = new Map<string, Set<string>>();
  for (const { name } of tools) {
    const verb = actionOf(name)?.verb;
    const words = splitWords(name);
    if (!verb || !words.includes(verb)) continue;
    const noun = words
      .filter((word) => word !== verb)
      .join(' ')
      .replace(/s$/, '');
    if (noun) verbs.set(noun, (verbs.get(noun) ?? new Set()).add(verb));
  }
  const full = [...verbs].filter(([, set]) => set.size >= GRID_VERBS && ['create', 'update', 'delete'].every((verb) => set.has(verb)));
  return full.length >= GRID_NOUNS ? full.map(([noun]) => noun) : [];
}
