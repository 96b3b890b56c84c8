import { isObject, type JsonObject } from '../../model/json.ts';
import { some } from '../../model/text.ts';
import { splitWords } from '../../model/word-match.ts';
import type { CallRule } from '../rule.ts';
import { secretsIn, shown, tokensIn } from './secrets.ts';

const text = (said: string, more = {}) => ({ result: { content: [{ type: 'text', text: said }], ...more } });
const GITHUB = ['ghp', 'h4Xk29QpLw7Zt6RsVb3Nc8Md1Fg5Yj0UeKiO'].join('_');
const secrets = [
  { name: 'ERP_TOKEN', value: 'tok-9f8e7d6c5b4a3210' },
  { name: 'ERP_URL', value: 'http://127.0.0.1:4010/erp' },
];

export const secretInResult: CallRule = {
  id: 'trust/secret-in-result',
  on: 'call',
  severity: 'error',
  why: 'What a result says goes to the model, its provider and every log on the way: a credential in it is no secret any more.',
  fix: 'answer with a code and a message of your own; never hand on headers, URLs, environment or error texts of the system behind',
  examples: {
    good: [
      { ...text('403 from http://127.0.0.1:4010/erp: the token was refused'), secrets },
      { ...text('Authorization: Bearer your-token-here-000000000'), secrets },
      // What a tool is for is no leak of it.
      { tool: { name: 'create_access_token' }, ...text(GITHUB), secrets },
      { arguments: { token: GITHUB }, ...text(`checked ${GITHUB}`), secrets },
      { ...text('commit da39a3ee5e6b4b0d3255bfef95601890afd80709, next page ?page_token=CAoQAA19fk27Ga8s'), secrets },
    ],
    bad: [
      { ...text('403: headers {"Authorization":"Bearer tok-9f8e7d6c5b4a3210"}', { isError: true }), secrets },
      { error: { code: -32603, message: 'GET http://erp.internal/orders?key=tok-9f8e7d6c5b4a3210 failed' }, secrets },
      { ...text('ok', { structuredContent: { request: { headers: { 'x-key': 'tok-9f8e7d6c5b4a3210' } } } }), secrets },
      { ...text(`remote: https://x:${GITHUB}@github.com/erp/erp.git`), secrets },
      { exchange: { notifications: [{ method: 'notifications/message', params: { data: 'using tok-9f8e7d6c5b4a3210' } }] }, secrets },
    ],
  },
  *check(call, context) {
    const { exchange } = call;
    const answer = textOf(exchange.answer);
    const isMeant = splitWords(call.name).some((word) => ISSUES.includes(word));
    const given = JSON.stringify(call.arguments) ?? '';
    const tokens = (said: string) => (isMeant || tokensIn(given).length ? [] : tokensIn(said));
    // A token that is the passed value as well is told by the name of the variable.
    const told = (said: string) => {
      const values = secretsIn(said, context.secrets);
      return values.length ? values.map(shown) : tokens(said);
    };
    const inAnswer = told(answer);
    if (inAnswer.length)
      yield { message: `${exchange.answer && 'error' in exchange.answer ? 'the error' : 'the result'} contains ${some(inAnswer)}` };
    const inMessages = told(exchange.notifications.map(textOf).join('\n'));
    if (inMessages.length) yield { message: `a notification during the call contains ${some(inMessages)}` };
  },
};

/** Words of a tool's name by which a credential in its result is what was asked for. */
const ISSUES = [
  'token',
  'tokens',
  'jwt',
  'secret',
  'secrets',
  'key',
  'keys',
  'credential',
  'credentials',
  'password',
  'login',
  'auth',
  'cert',
  'certificate',
];

/** Members that hold pictures and files. */
const BINARY = ['data', 'blob'];

/** Every string of a message, keys included, but for the bytes of pictures and files. */
function textOf(message: JsonObject | null): string {
  const said: string[] = [];
  const open: unknown[] = [message];
  while (open.length) {
    const next = open.pop();
    if (typeof next === 'string') said.push(next);
    else if (Array.isArray(next)) for (const each of next) open.push(each);
    else if (isObject(next)) {
      const isFile = typeof next.mimeType === 'string';
      for (const [key, each] of Object.entries(next)) {
        said.push(key);
        if (!(isFile && BINARY.includes(key))) open.push(each);
      }
    }
  }
  return said.join('\n');
}
