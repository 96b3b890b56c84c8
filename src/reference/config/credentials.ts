import { originOf } from '../../kit/stores/origin.ts';
import { ToolError } from '../../kit/tool-error.ts';
import { writtenForms } from '../../model/secret.ts';
import { escapeRegExp, quote, some } from '../../model/text.ts';
import { anyWriting, readAs } from './any-writing.ts';
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

/** The named credentials of a config. Values of four characters and more are hidden, as they are, in base64, and however `anyWriting` reads them. */
export function createCredentials(named: Readonly<Record<string, CredentialConfig>>): Credentials {
  const hidden = Object.entries(named)
    .filter(([, { value }]) => value.length >= SHORTEST)
    // The longest first, so that one value within another leaves nothing of the longer one.
    .sort(([, a], [, b]) => b.value.length - a.value.length)
    .map(([name, { value }]) => ({
      name,
      read: readAs(value),
      forms: writtenForms(value).map(escapeRegExp).join('|'),
      any: anyWriting(value),
    }));
  const forms = hidden.length ? new RegExp(hidden.map((each) => each.forms).join('|')) : null;
  return {
    mask(text) {
      if (!forms) return text;
      const read = readAs(text);
      const shown = forms.test(text) ? hidden : hidden.filter((each) => read.includes(each.read));
      if (!shown.length) return text;
      // In one pass, so that no mask is masked again.
      const any = new RegExp(shown.map((each) => `(${each.forms}|${each.any})`).join('|'), 'g');
      return text.replace(any, (_, ...groups) => `[${shown[groups.findIndex((group) => group !== undefined)]?.name}]`);
    },
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
