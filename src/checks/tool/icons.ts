import { isObject, type JsonObject, kindOf, member, pointer } from '../../model/json.ts';
import { quote, quoteOrKind } from '../../model/text.ts';
import type { Hit, ToolRule } from '../rule.ts';

const SIZE = /^\d{1,6}x\d{1,6}$/i;
const LOST = 'SDK clients then refuse the whole list';

export const icons: ToolRule = {
  id: 'tool/icons',
  on: 'tool',
  severity: 'error',
  since: '2025-11-25',
  clause: '2026-07-28 basic/index, "Icons"',
  why: 'SDK clients refuse the whole list when an icon has no src or sizes is no list; hosts drop icons of unsafe schemes.',
  fix: 'write {"src": "https://…", "sizes": ["48x48"]}, or leave the icons out',
  examples: {
    good: [
      { icons: [{ src: 'https://erp.example/i.svg', sizes: ['any'], theme: 'dark', mimeType: 'image/svg+xml' }] },
      { icons: [{ src: 'data:image/png;base64,AAAA', sizes: ['48x48', '96x96'] }] },
    ],
    bad: [
      { icons: [{}] },
      { icons: ['https://erp.example/i.png'] },
      { icons: [{ src: 'https://erp.example/i.png', sizes: '48x48' }] },
      { icons: [{ src: 'file:///i.png' }] },
      { icons: [{ src: 'i.png', theme: 'blue' }] },
      { icons: [{ src: 'https://erp.example/i.png', sizes: ['large'] }] },
    ],
  },
  *check({ raw }) {
    const list = member(raw, 'icons');
    if (!Array.isArray(list)) return;
    for (const [index, icon] of list.entries()) {
      const at = pointer('icons', index);
      if (!isObject(icon)) yield { at, subject: at, message: `${kindOf(icon)} instead of an object with src; ${LOST}` };
      else yield* judged(icon, at);
    }
  },
};

function* judged(icon: JsonObject, at: string): Iterable<Hit> {
  const [src, sizes, theme] = ['src', 'sizes', 'theme'].map((key) => member(icon, key));
  if (typeof src !== 'string')
    yield { at: `${at}/src`, subject: at, message: `${src === undefined ? 'no src' : `src is ${kindOf(src)}`}; ${LOST}` };
  else if (!/^(https?:|data:)/i.test(src))
    yield {
      at: `${at}/src`,
      subject: at,
      severity: 'warning',
      message: `src ${quote(src, 60)} is no https, http or data address; hosts drop the icon`,
    };
  if (sizes !== undefined && !Array.isArray(sizes))
    yield { at: `${at}/sizes`, subject: at, message: `sizes is ${kindOf(sizes)} instead of a list such as ["48x48"]; ${LOST}` };
  else if (Array.isArray(sizes) && sizes.some((size) => typeof size !== 'string'))
    yield { at: `${at}/sizes`, subject: at, message: `sizes holds something other than texts; ${LOST}` };
  else if (Array.isArray(sizes) && sizes.some((size) => size !== 'any' && !SIZE.test(size)))
    yield { at: `${at}/sizes`, subject: at, severity: 'warning', message: 'sizes are written "48x48" or "any"; hosts ignore others' };
  if (theme !== undefined && theme !== 'light' && theme !== 'dark')
    yield {
      at: `${at}/theme`,
      subject: at,
      message: `theme is ${quoteOrKind(theme)} instead of "light" or "dark"; ${LOST}`,
    };
}
