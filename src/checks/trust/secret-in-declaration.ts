import { namesSecret } from '../../model/secret-names.ts';
import { some } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { sampleTool } from '../sample.ts';
import { looksRandom, secretsIn, shown, tokensIn } from './secrets.ts';
import { type AdapterText, adapterTexts } from './texts.ts';

const withProperties = (properties: Record<string, unknown>) => ({ tools: [sampleTool({ inputSchema: { type: 'object', properties } })] });
// Put together here, so that no scanner of repositories takes the examples for the real thing.
const GITHUB = ['ghp', 'h4Xk29QpLw7Zt6RsVb3Nc8Md1Fg5Yj0UeKiO'].join('_');

export const secretInDeclaration: SessionRule = {
  id: 'trust/secret-in-declaration',
  on: 'session',
  severity: 'error',
  why: 'A declaration is sent to every client, every model and every log: a credential in it is public from then on.',
  fix: 'take the credential out, read it from the environment on the side of the adapter, and revoke the one that was shown',
  examples: {
    good: [
      withProperties({ api_key: { type: 'string', default: 'your-api-key', description: 'looks like sk-xxxxxxxxxxxxxxxxxxxxxxxx' } }),
      withProperties({
        dsn: { type: 'string', examples: ['postgres://user:password@localhost:5432/erp', 'postgres://app:<password>@db/erp'] },
      }),
      withProperties({ sha: { type: 'string', default: 'da39a3ee5e6b4b0d3255bfef95601890afd80709' } }),
      withProperties({
        key: { type: 'string', description: 'AKIAIOSFODNN7EXAMPLE, or a block that begins with -----BEGIN PRIVATE KEY-----' },
      }),
      withProperties({ page_token: { type: 'string', examples: ['CAoQAA19fk27Ga8sQ20x'] } }),
    ],
    bad: [
      withProperties({ token: { type: 'string', default: GITHUB } }),
      { tools: [sampleTool({ description: `Finds an order, with ${GITHUB} as the key.` })] },
      withProperties({ dsn: { type: 'string', examples: ['postgres://app:S3cr3tPq9@db.internal:5432/erp'] } }),
      withProperties({ api_key: { type: 'string', default: 'a8f5f167f44f4964e6c998dee827110c' } }),
      withProperties({ header: { type: 'string', description: 'such as X-Key: tok-example-1234567890' } }),
    ],
  },
  *check(evidence, { secrets }) {
    for (const entry of adapterTexts(evidence)) {
      const found = [...secretsIn(entry.text, secrets).map(shown), ...tokensIn(entry.text)];
      if (!found.length && isCredentialValue(entry)) found.push('what looks like a credential');
      if (!found.length) continue;
      const { tool, at, where: subject } = entry;
      yield { tool, at, subject, message: `it contains ${some(found)}, which every client and model is sent` };
    }
  },
};

/** A random value as the default, constant or example of a parameter that is named for a credential. */
function isCredentialValue({ kind, at, text }: AdapterText): boolean {
  const property = /\/properties\/([^/]+)\/(?:default|const|example|examples\/\d+)$/.exec(at ?? '')?.[1];
  return kind === 'value' && property !== undefined && namesSecret(property) && looksRandom(text);
}
