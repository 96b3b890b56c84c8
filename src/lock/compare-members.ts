import { canonicalJson } from '../model/canonical-json.ts';
import { type JsonObject, pointer } from '../model/json.ts';
import { quote } from '../model/text.ts';
import type { Difference } from './difference.ts';

/** Members of a declaration that are compared by what they mean. */
const KNOWN = ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations', 'icons', '_meta'];

/** The members of a declaration that no other comparison reads: icons, and what is not known here. */
export function compareMembers(tool: string, before: JsonObject, after: JsonObject): Difference[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)].filter((name) => !KNOWN.includes(name)));
  const others = [...names].filter((name) => canonicalJson(before[name]) !== canonicalJson(after[name]));
  const icons: Difference[] =
    canonicalJson(before.icons) === canonicalJson(after.icons)
      ? []
      : [{ rule: 'icons-changed', tool, at: '/icons', message: 'icons changed', before: before.icons, after: after.icons }];
  return [...icons, ...others.map((name) => changedMember(tool, pointer(name), name, before[name], after[name]))];
}

/** A member of which is not known what it means. */
export function changedMember(tool: string, at: string, name: string, before: unknown, after: unknown): Difference {
  const what = before === undefined ? 'is new' : after === undefined ? 'is gone' : 'changed';
  return { rule: 'declaration-changed', tool, at, message: `${quote(name, 60)} ${what}`, before, after };
}
