import { hiddenIn } from '../checks/trust/hidden.ts';
import { lookalikeWord } from '../checks/trust/lookalikes.ts';
import { type JsonObject, pointer } from '../model/json.ts';
import { grouped } from '../model/text.ts';
import type { Difference } from './difference.ts';

/** Whoever approves a longer text does not read to its end. */
const MAX_READ = 10_000;
/** Values and names that are looked at in one declaration. */
const MAX_VALUES = 100_000;
/** Read as prose, in which a comment hides something. */
const PROSE = ['instructions', 'description', 'title', '$comment', 'markdownDescription'];

interface Found {
  text: string;
  at: string;
  key: string;
}

/** What no person sees in the texts, names and values that were not there before; `before` is null for a tool that is new. */
export function compareHidden(tool: string | null, before: JsonObject | null, after: JsonObject): Difference[] {
  const known = new Set(stringsIn(before).map(({ text }) => text));
  return stringsIn(after)
    .filter(({ text }) => !known.has(text))
    .flatMap(({ text, at, key }) => {
      const seen = hiddenIn(text, PROSE.includes(key)).map(({ what }) => what);
      const word = key === 'name' ? undefined : lookalikeWord(text);
      const difference = { rule: 'hidden-text', tool, at, before: null, after: text } as const;
      const subject = at.lastIndexOf('/') === 0 ? `the ${key}` : `a text at ${at}`;
      const holds = key === 'instructions' ? 'hold' : 'holds';
      return [
        ...seen.map((what): Difference => ({ ...difference, message: `${subject} ${holds} ${what}` })),
        ...(word
          ? [
              {
                ...difference,
                severity: 'warning' as const,
                message: `${subject} ${holds} ${word.shown}, which only looks like "${word.plain}"`,
              },
            ]
          : []),
        ...(text.length > MAX_READ
          ? [
              {
                ...difference,
                message: `${subject} ${holds} ${grouped(text.length)} characters: nobody reads to its end`,
                fix: 'shorten it',
              },
            ]
          : []),
      ];
    });
}

/** Every string of a value, the names of its members included, with a pointer to it. */
function stringsIn(value: unknown): Found[] {
  const found: Found[] = [];
  const open: { value: unknown; at: string; key: string }[] = [{ value, at: '', key: '' }];
  for (let index = 0; index < open.length && index < MAX_VALUES; index++) {
    const next = open[index];
    if (!next) break;
    const { value: here, at, key } = next;
    if (typeof here === 'string') found.push({ text: here, at, key });
    if (typeof here !== 'object' || here === null) continue;
    const isList = Array.isArray(here);
    for (const [name, child] of Object.entries(here)) {
      const place = at + pointer(name);
      if (!isList) found.push({ text: name, at: place, key: '' });
      open.push({ value: child, at: place, key: isList ? key : name });
    }
  }
  return found;
}
