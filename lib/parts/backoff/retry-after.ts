/** RFC 9110, 5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT`, and the obsolete `Sunday, 06-Nov-94 08:49:37 GMT`. */
const DATE =
  /^(?<weekday>\w{3})\w*, (?<day>\d\d)[ -](?<month>\w{3})[ -](?<year>\d\d|\d{4}) (?<time>\d\d:\d\d:\d\d) GMT$/;

/** RFC 9110, 5.6.7: the obsolete `Sun Nov  6 08:49:37 1994` of asctime, which is in GMT too. */
const ASCTIME = /^(?<weekday>\w{3}) (?<month>\w{3}) (?<day>[ \d]\d) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})$/;

const FIFTY_YEARS = 1_577_880_000_000;

/** The parts of a date in any of the three forms, as they are written. */
type DateParts = Readonly<Record<'weekday' | 'day' | 'month' | 'year' | 'time', string>>;

/** Milliseconds until a date; 0 for one that has passed, undefined for one that there isn't. */
const timeUntil = ({ weekday, day, month, year, time }: DateParts, now: number): number | undefined => {
  const hasTwoDigits = year.length === 2;
  const century = hasTwoDigits ? new Date(now).toISOString().slice(0, 2) : '';
  // As toUTCString writes it: without the weekday, React Native's engine can't read it.
  const date = `${weekday}, ${day.replace(' ', '0')} ${month} ${century}${year} ${time} GMT`;
  const wait = Date.parse(date) - now;
  if (Number.isNaN(wait)) return undefined;
  // A year of two digits that would be more than 50 years ahead is in the past (RFC 9110, 5.6.7).
  return hasTwoDigits && wait > FIFTY_YEARS ? 0 : Math.max(wait, 0);
};

/**
 * How long a response asks to wait, in milliseconds (RFC 9110, 10.2.3): seconds, or a date in any of the three forms.
 * 0 for a date that has passed; undefined without the header, and for one that can't be read.
 *
 * @param headers The response's; undefined where there was none.
 * @param now Milliseconds since the epoch.
 */
export function retryAfter(headers: Headers | undefined, now: number): number | undefined {
  const text = headers?.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const parts = (DATE.exec(text) ?? ASCTIME.exec(text))?.groups as DateParts | undefined;
  return parts && timeUntil(parts, now);
}
