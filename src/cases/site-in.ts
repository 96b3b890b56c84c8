import { escapeRegExp } from '../model/text.ts';

/** What stands in a case for the URL of the pages, which is another in every run. */
const SITE = '{{site}}';

/** The value with `{{site}}` for the URL wherever it stands in a text. */
export function withoutSite<T>(value: T, url: string): T {
  // Another port that begins with the same digits is another site.
  const pattern = new RegExp(`${escapeRegExp(url)}(?!\\d)`, 'g');
  return JSON.parse(JSON.stringify(value).replaceAll(pattern, SITE));
}

/** The value with the URL wherever `{{site}}` stands in a text. */
export function withSite<T>(value: T, url: string): T {
  return JSON.parse(JSON.stringify(value).replaceAll(SITE, url));
}
