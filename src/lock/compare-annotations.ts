import { canonicalJson } from '../model/canonical-json.ts';
import { isObject, pointer } from '../model/json.ts';
import { shorten } from '../model/text.ts';
import { changedMember } from './compare-members.ts';
import type { Difference } from './difference.ts';

/** What a hint means when it is absent (2026-07-28 schema, ToolAnnotations), and the value that lets a host be careless. */
const HINTS: Record<string, { absent: boolean; harmless: boolean }> = {
  readOnlyHint: { absent: false, harmless: true },
  destructiveHint: { absent: true, harmless: false },
  // A host may repeat a call of an idempotent tool when its answer got lost.
  idempotentHint: { absent: false, harmless: true },
  openWorldHint: { absent: true, harmless: false },
};

/** What a tool says it may do. An absent hint is compared as what its absence means; the title is a text and compared as one. */
export function compareAnnotations(tool: string, before: unknown, after: unknown): Difference[] {
  const [old, now] = [isObject(before) ? before : {}, isObject(after) ? after : {}];
  const names = new Set([...Object.keys(old), ...Object.keys(now)].filter((name) => name !== 'title'));
  return [...names].flatMap((name) => {
    const [was, is] = [old[name], now[name]];
    if (canonicalJson(was) === canonicalJson(is)) return [];
    const at = `/annotations${pointer(name)}`;
    const hint = Object.hasOwn(HINTS, name) ? HINTS[name] : undefined;
    if (!hint) return [changedMember(tool, at, name, was, is)];
    const [meant, means] = [meaning(was, hint.absent), meaning(is, hint.absent)];
    if (meant === means) return isStated(was) && isStated(is) ? [] : [changedMember(tool, at, name, was, is)];
    const message = `${name} is ${said(is, hint.absent)}, was ${said(was, hint.absent)}`;
    return [{ rule: means === hint.harmless ? 'risk-lowered' : 'risk-raised', tool, at, message, before: was, after: is }];
  });
}

function meaning(value: unknown, absent: boolean): boolean {
  return typeof value === 'boolean' ? value : absent;
}

/** True for what the specification has a meaning for. */
function isStated(value: unknown): boolean {
  return value === undefined || typeof value === 'boolean';
}

function said(value: unknown, absent: boolean): string {
  if (typeof value === 'boolean') return String(value);
  return `${value === undefined ? 'absent' : shorten(canonicalJson(value), 40)} (which means ${absent})`;
}
