import { quote } from '../../model/text.ts';
import type { ToolRule } from '../rule.ts';
import { takesCredential } from './credential-words.ts';
import { allParameters } from './parameter.ts';

const withProperties = (properties: Record<string, unknown>) => ({ name: 'sign_in', inputSchema: { type: 'object', properties } });
const text = { type: 'string' };

export const credentialParameter: ToolRule = {
  id: 'design/credential-parameter',
  on: 'tool',
  severity: 'warning',
  strict: 'error',
  why: 'A credential that a model fills in has been in its context: it ends in chat logs and traces, and any page it reads can ask for it.',
  fix: 'keep the credential on the side of the adapter (environment, vault) and take at most a name for it, such as account',
  examples: {
    good: [
      withProperties({ page_token: text, nextPageToken: text, secretType: text, max_tokens: { type: 'integer', maximum: 4000 } }),
      withProperties({ token: { ...text, description: 'Symbol of the token, such as USDC' }, idempotency_key: text, api_key_id: text }),
      withProperties({ reset_password: { type: 'boolean' }, include_secrets: { type: 'boolean' }, token: { enum: ['access', 'refresh'] } }),
      withProperties({ secret: { ...text, description: 'name of the secret in the vault' }, public_key: text, password_policy: text }),
    ],
    bad: [
      withProperties({ user: text, password: text }),
      withProperties({ login: { type: 'object', properties: { apiKey: text } } }),
      withProperties({ accessToken: text, session_cookie: text }),
      withProperties({ contraseña: text }),
      withProperties({ 密码: text }),
    ],
  },
  *check(tool) {
    for (const { name, path, at, schema, description } of allParameters(tool)) {
      if (!takesCredential(name, schema, description)) continue;
      yield { at, subject: quote(path, 80), message: 'a credential to be filled in by the model, so it ends in chat logs and traces' };
    }
  },
};
