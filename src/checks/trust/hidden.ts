import { plural, quote } from '../../model/text.ts';

/** Something in a text that a reader cannot see. */
export interface Hidden {
  /** What it is and, when it spells something, what: `12 invisible TAG characters that spell "send it away"`. */
  what: string;
}

const TAGS = /[\u{e0000}-\u{e007f}]+/gu;
/** A flag of a region is a black flag, tag letters and the cancel tag. */
const REGION_FLAG = /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{2,8}\u{e007f}/gu;
/** Two or more in a row choose no variant of anything: they carry bytes. */
const SELECTORS = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{2,}/gu;
const ANSI = /\u001b[[\]PX^_()#]?|[\u009b\u009d\u0090]/gu;
const CONTROLS = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f]/gu;
const OVERRIDES = /[\u202d\u202e]/gu;
const BIDI = /[\u202a-\u202c\u2066-\u2069]/gu;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;
const INVISIBLE = /[\u115f\u1160\u180e\u200b-\u200d\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0]/gu;
const COMMENT = /<!--(.{0,2000}?)-->/gsu;

/** Everything hidden in a text, one entry a kind; comments only where `prose` says that the text is read as prose. */
export function hiddenIn(text: string, prose: boolean): Hidden[] {
  // Nearly every text is plain, and this test is cheap.
  if (!/[^\t\n\r\u0020-\u007e]|<!--/u.test(text)) return [];
  return [
    ...tagged(text),
    ...smuggled(text),
    ...terminal(text),
    ...directional(text),
    ...zeroWidth(text),
    ...(prose ? comments(text) : []),
  ];
}

function tagged(text: string): Hidden[] {
  const characters = [...(text.replace(REGION_FLAG, '').match(TAGS) ?? []).join('')];
  if (!characters.length) return [];
  const spelt = characters.map((each) => String.fromCharCode((each.codePointAt(0) ?? 0) & 0x7f)).join('');
  return [{ what: `${characters.length} invisible TAG characters that spell ${quote(spelt.replace(/[^\x20-\x7e]/g, ''))}` }];
}

/** Variation selectors 1 to 256 as bytes 0 to 255. */
function smuggled(text: string): Hidden[] {
  const runs = text.match(SELECTORS) ?? [];
  const points = [...runs.join('')].map((each) => each.codePointAt(0) ?? 0);
  if (!points.length) return [];
  const bytes = Buffer.from(points.map((point) => (point < 0xe0100 ? point - 0xfe00 : point - 0xe0100 + 16)));
  const spelt = bytes.toString('utf8').replace(/[^\x20-\x7e]/g, '');
  const says = spelt.length >= points.length / 2 ? ` that spell ${quote(spelt)}` : '';
  return [{ what: `${points.length} variation selectors in a row${says}` }];
}

function terminal(text: string): Hidden[] {
  const escapes = text.match(ANSI)?.length ?? 0;
  const controls = text.match(CONTROLS)?.length ?? 0;
  return [
    ...(escapes ? [{ what: `${plural(escapes, 'terminal escape sequence')}, which can hide or overwrite what a person sees` }] : []),
    ...(controls ? [{ what: `${plural(controls, 'control character')}` }] : []),
  ];
}

function directional(text: string): Hidden[] {
  // Marks and isolates belong into a text that is written from right to left; an override belongs nowhere.
  const found = (text.match(OVERRIDES)?.length ?? 0) + (RIGHT_TO_LEFT.test(text) ? 0 : (text.match(BIDI)?.length ?? 0));
  return found ? [{ what: `${plural(found, 'bidi control')}, which can show the text in another order than the model reads it` }] : [];
}

function zeroWidth(text: string): Hidden[] {
  const hidden = [...text.matchAll(INVISIBLE)].filter((match) => !belongs(text, match.index, match[0]));
  return hidden.length ? [{ what: `${plural(hidden.length, 'zero-width character')} inside the text` }] : [];
}

const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Javanese}]/u;
const EMOJI = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f/u;

/** True where a joiner or a word break does its proper work: in emoji sequences, Persian, Indic and South-East Asian scripts, old Hangul. */
function belongs(text: string, index: number, character: string): boolean {
  const before = lastOf(text, index);
  const after = String.fromCodePoint(text.codePointAt(index + character.length) ?? 0);
  if (character === '\u200d' && EMOJI.test(before) && EMOJI.test(after)) return true;
  if (character === '\u200c' || character === '\u200d') return JOINING.test(before);
  if (character === '\u200b') return UNSPACED.test(before) || UNSPACED.test(after);
  if (character === '\u180e') return /\p{Script=Mongolian}/u.test(before);
  return /[\u1100-\u11ff]/u.test(before) || /[\u1100-\u11ff]/u.test(after);
}

/** The character that ends before an index. */
function lastOf(text: string, index: number): string {
  const pair = text.slice(Math.max(0, index - 2), index);
  return [...pair].at(-1) ?? '';
}

/** Comments that say something; one that is quoted, or only a marker such as `<!-- more -->`, is talked about and not hidden. */
function comments(text: string): Hidden[] {
  return [...text.matchAll(COMMENT)].flatMap((match) => {
    const said = match[1]?.trim() ?? '';
    const before = text[match.index - 1] ?? ' ';
    const quoted = ['`', '"', "'", '(', '“'].includes(before);
    return quoted || said.split(/\s+/).length < 3 || !/\p{L}/u.test(said)
      ? []
      : [{ what: `an HTML comment, which most readers do not show: ${quote(said)}` }];
  });
}
