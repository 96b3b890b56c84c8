/** Base64 above this many characters costs an agent more than it tells (contracts §6: 16 KiB). */
export const MAX_INLINE = 16 * 1024;

/** A stretch this long begins a group of lines; MIME writes 64 or 76 characters a line. */
const MIN_WIDTH = 48;

// One table look-up a character: a regular expression overflows its stack on a stretch of several megabytes.
// The backslash takes in the `\/` and `\n` of JSON within JSON.
const IS_BASE64 = new Uint8Array(128);
for (const sign of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_=\\') IS_BASE64[sign.charCodeAt(0)] = 1;

/** What stands right before base64: a data URI, or the member of a JSON text that is made for it. */
const BEFORE =
  /(?:;base64,|"(?:\w*_)?(?:data|base64|b64|bytes|blob|image|img|picture|photo|screenshot|thumbnail|file|content|body|audio|pdf|png|jpe?g|src|payload|attachment)(?:_?(?:data|base64|b64|bytes))?\\?"\s*:\s*\\?")$/i;

/** Characters of the longest stretch of base64 in a text, lines of equal width taken together; 0 when none is above MAX_INLINE. */
export function longestBase64(text: string): number {
  if (text.length <= MAX_INLINE) return 0;
  let longest = 0;
  let group = { start: 0, end: -1, length: 0, width: 0 };
  for (let index = 0; index < text.length; index++) {
    const start = index;
    while (index < text.length && IS_BASE64[text.charCodeAt(index)]) index++;
    const width = index - start;
    if (!width) continue;
    const gap = group.width && start - group.end <= 4 ? text.slice(group.end, start) : '';
    if (width <= group.width && gap.includes('\n') && !gap.trim()) {
      // Base64 in lines has lines of one width; a shorter one is the last.
      group = { start: group.start, end: index, length: group.length + width, width: width < group.width ? 0 : width };
    } else {
      longest = Math.max(longest, judged(group));
      group = { start, end: index, length: width, width: width < MIN_WIDTH ? 0 : width };
    }
  }
  return Math.max(longest, judged(group));

  function judged({ start, end, length }: typeof group): number {
    return length > MAX_INLINE && length > longest && looksEncoded(text, start, end) ? length : 0;
  }
}

/** A filler ("xxxx…"), hexadecimal digits or a gene sequence have the letters of base64 too. */
function looksEncoded(text: string, start: number, end: number): boolean {
  const sample = text.slice(start, Math.min(end, start + 8_192));
  const [upper, lower, digit] = [/[A-Z]/.test(sample), /[a-z]/.test(sample), /[0-9]/.test(sample)];
  if (/^[0-9a-f]+$/.test(sample) || /^[0-9A-F]+$/.test(sample)) return false;
  if (upper && lower && digit && new Set(sample).size > 16) return true;
  return new Set(sample).size > 2 && BEFORE.test(text.slice(Math.max(0, start - 60), start));
}

/** What is wrong about a text that should be base64; null when nothing is. Linear in its length. */
export function base64Fault(data: string): string | null {
  if (data === '') return 'is empty';
  if (/^https?:\/\//i.test(data.slice(0, 10))) return 'is a URL, must be the bytes as base64';
  const bare = /\s/.test(data) ? data.replace(/\s+/g, '') : data;
  const other = bare.search(/[^A-Za-z0-9+/=]/);
  if (other >= 0 && bare.search(/[^A-Za-z0-9_=-]/) < 0) return 'is base64url ("-" and "_"), must be plain base64 ("+" and "/")';
  const end = bare.indexOf('=');
  if (other >= 0 || (end >= 0 && !/^={1,2}$/.test(bare.slice(end)))) return 'is not base64';
  const rest = (end < 0 ? bare.length : end) % 4;
  if (rest === 1) return 'is not base64 (its length is impossible)';
  return bare.length % 4 === 0 ? null : 'is base64 without its padding ("=")';
}

/** What the first bytes of base64 data say it is, for the types that hosts show; null when they say nothing. */
export function typeOfBytes(data: string): string | null {
  const bytes = Buffer.from(data.slice(0, 400), 'base64');
  const ascii = bytes.toString('latin1');
  if (ascii.startsWith('\x89PNG')) return 'image/png';
  if (ascii.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (ascii.startsWith('GIF8')) return 'image/gif';
  if (ascii.startsWith('RIFF')) return ascii.slice(8, 12) === 'WEBP' ? 'image/webp' : ascii.slice(8, 12) === 'WAVE' ? 'audio/wav' : null;
  if (ascii.startsWith('%PDF')) return 'application/pdf';
  if (/^\s*(<\?xml[^>]{0,200}>\s*)?<svg/i.test(ascii)) return 'image/svg+xml';
  if (/^\s*<(!doctype )?html/i.test(ascii)) return 'text/html';
  return null;
}
