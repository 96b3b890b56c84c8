const DAY = 24 * 60 * 60_000;

/** Majors of Chrome whose stable day is known, and how many days apart the ones after it are. */
const SCHEDULE = [
  // Stable builds of 147, 148 and 149 came on 7 April, 5 May and 2 June 2026: github.com/Bush2021/chrome_installer/releases.
  { major: 147, day: Date.UTC(2026, 3, 7), apart: 28 },
  // As announced, every two weeks from 153 on: en.chromedownloads.net/chromenews/1397.html.
  { major: 153, day: Date.UTC(2026, 8, 8), apart: 14 },
] as const;

/** When a Chromium became stable, by the schedule that was announced: milliseconds. Null for what is no version. */
export function releasedAt(version: string): number | null {
  const major = Number(/^(\d+)\./.exec(version)?.[1] ?? Number.NaN);
  if (!Number.isSafeInteger(major)) return null;
  const from = SCHEDULE.findLast((each) => each.major <= major) ?? SCHEDULE[0];
  return from.day + (major - from.major) * from.apart * DAY;
}

/** A sentence when a browser is older than 60 days: what was found and fixed since then is open in it. Null when it is not. */
export function ageWarning(version: string, now: number): string | null {
  const released = releasedAt(version);
  const days = released === null ? 0 : Math.floor((now - released) / DAY);
  if (days <= 60) return null;
  return `Chromium ${version} is ${days} days old: holes that were closed since are open in it; for pages you do not trust, install a newer one`;
}
