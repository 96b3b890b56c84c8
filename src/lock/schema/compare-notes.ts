import { takesCredential } from '../../checks/design/credential-words.ts';
import { canonicalJson } from '../../model/canonical-json.ts';
import { isObject, member, pointer } from '../../model/json.ts';
import { quote } from '../../model/text.ts';
import { type Comparison, shown, subject, tell, type Where } from './comparison.ts';
import type { Facts } from './facts.ts';
import type { Node } from './source.ts';

const HEADER = 'x-mcp-header';

/** Compares what says nothing about the values: defaults, headers, and keywords that nobody here knows. */
export function compareNotes(before: Facts, after: Facts, [, node]: readonly [Node, Node], where: Where, c: Comparison): void {
  for (const keyword of new Set([...before.notes.keys(), ...after.notes.keys()])) {
    const [old, now] = [before.notes.get(keyword), after.notes.get(keyword)];
    if (old && now && canonicalJson(old.value) === canonicalJson(now.value)) continue;
    const at = now?.at ?? old?.at ?? after.at + pointer(keyword);
    const change = { at, before: old?.value, after: now?.value };
    const of = `${keyword.startsWith('x-') || keyword === 'default' ? '' : 'keyword '}${keyword === 'default' ? 'the default' : quote(keyword, 40)}`;
    const message = `${of} of ${subject(where, c)} is ${shown(now?.value)}, was ${shown(old?.value)}`;
    if (keyword === HEADER && now && isSecret(where, node)) {
      tell(c, 'secret header', {
        ...change,
        message: `${HEADER} puts ${subject(where, c)} into a header`,
      });
    } else if (keyword === HEADER) {
      tell(c, 'header', {
        ...change,
        message: `${HEADER} of ${subject(where, c)} is ${shown(now?.value)}, was ${shown(old?.value)}`,
      });
    } else if (keyword === 'default') tell(c, 'default', { ...change, message });
    else tell(c, 'note', { ...change, message });
  }
}

function isSecret({ property }: Where, node: Node): boolean {
  const schema = node.map((place) => place.schema).find(isObject) ?? {};
  const description = member(schema, 'description');
  return takesCredential(property, schema, typeof description === 'string' ? description : '');
}
