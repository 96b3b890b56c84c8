import { originOf } from '../../kit/stores/origin.ts';
import { ToolError } from '../../kit/tool-error.ts';
import { writtenForms } from '../../model/secret.ts';
import { quote, some } from '../../model/text.ts';
import type { CredentialConfig } from './reference-config.ts';

/** The credentials that the operator has named; the model knows the names only. */
export interface Credentials {
  /**
   * @throws ToolError `credential_not_allowed` for a name that there is not, or that belongs to another origin
   */
  valueFor(name: string, origin: string): string;
  /** Hides every value in a text that came from a page or goes to a result, as `[name]`. */
  mask(text: string): string;
}

/** Shorter values would be found everywhere. */
const SHORTEST = 4;

/** The named credentials of a config. Values of four characters and more are hidden as they are, and as JSON, URLs, HTML and base64 write them. */
export function createCredentials(named: Readonly<Record<string, CredentialConfig>>): Credentials {
  const byForm = new Map<string, string>();
  for (const [name, { value }] of Object.entries(named)) {
    if (value.length < SHORTEST) continue;
    for (const form of writtenForms(value)) if (!byForm.has(form)) byForm.set(form, name);
  }
  // The longest first, so that one value within another leaves nothing of the longer one; in one pass, so that no mask is masked again.
  const forms = [...byForm.keys()].sort((a, b) => b.length - a.length);
  const any = forms.length ? new RegExp(forms.map(escaped).join('|'), 'g') : null;
  return {
    mask: (text) => (any ? text.replace(any, (form) => `[${byForm.get(form)}]`) : text),
    valueFor(name, origin) {
      const credential = Object.hasOwn(named, name) ? named[name] : undefined;
      if (credential && originOf(credential.origin) === origin) return credential.value;
      const here = Object.keys(named).filter((each) => originOf(named[each]?.origin ?? '') === origin);
      const why = credential ? `the credential ${quote(name)} belongs to another site` : `there is no credential ${quote(name)}`;
      throw new ToolError('credential_not_allowed', {
        message: `${why}; ${
          here.length
            ? `for this one there is ${some(
                here.map((each) => quote(each)),
                10,
              )}`
            : 'for this one there is none: the operator names them'
        }`,
      });
    },
  };
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
