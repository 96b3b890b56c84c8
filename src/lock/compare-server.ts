import { quote, shorten } from '../model/text.ts';
import { compareHidden } from './compare-hidden.ts';
import { compareText } from './compare-texts.ts';
import type { Declared, Difference } from './difference.ts';

/** What is said of the adapter as a whole, as far as both sides know it. `breaks`: a declaration breaks callers. */
export function compareServer(before: Declared, after: Declared, breaks: boolean): Difference[] {
  const found: Difference[] = [];
  const add = (rule: Difference['rule'], message: string, was: unknown, is: unknown) =>
    found.push({ rule, tool: null, at: null, message, before: was, after: is });
  if (before.server && after.server) {
    const [was, is] = [before.server, after.server];
    if (was.name !== is.name) add('server-renamed', `the server is ${quote(is.name, 60)}, was ${quote(was.name, 60)}`, was.name, is.name);
    else if (breaks && was.version === is.version)
      add(
        'version-not-raised',
        `the declarations break callers, and the version is still ${shorten(is.version, 40)}`,
        was.version,
        is.version,
      );
  }
  const [said, says] = [before.server?.instructions, after.server?.instructions];
  // Where one side does not know them they may have been the same.
  if (said !== undefined && says !== undefined && said !== says) found.push(...compareInstructions(said, says));
  const spoken = new Set([...before.supported, ...(before.protocol === null ? [] : [before.protocol])]);
  // Where it was not asked, an adapter may still speak what it spoke.
  const dropped = after.supported.length ? [...spoken].filter((revision) => !after.supported.includes(revision)) : [];
  for (const revision of dropped)
    add('protocol-dropped', `protocol ${shorten(revision, 40)} is not spoken any more`, revision, [...after.supported]);
  return found;
}

/** What the adapter tells every model, before any tool is called. */
function compareInstructions(said: string | null, says: string | null): Difference[] {
  const text = (text: string | null) =>
    text ? { place: '', keyword: 'text', of: 'the instructions', at: '/instructions', text } : undefined;
  return [...compareText(null, text(said), text(says)), ...compareHidden(null, { instructions: said }, { instructions: says })];
}
