/** RFC 9110, 5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT`, and the obsolete `Sunday, 06-Nov-94 08:49:37 GMT`. */
const DATE = /^(\w{3})\w*, (\d\d)[ -](\w{3})[ -](\d\d|\d{4}) (\d\d:\d\d:\d\d GMT)$/;

/** RFC 9110, 5.6.7: the obsolete `Sun Nov  6 08:49:37 1994` of asctime, which is in GMT too. */
const ASCTIME = /^(\w{3}) (\w{3}) ([ \d]\d) (\d\d:\d\d:\d\d) (\d{4})$/;

const FIFTY_YEARS = 1_577_880_000_000;

/**
 * How long a response asks to wait, in milliseconds (RFC 9110, 10.2.3): seconds, or a date in any of the three forms.
 * 0 for a date that has passed; undefined without the header, and for one that can't be read.
 *
 * @param now Milliseconds since the epoch.
 */
export function retryAfter(headers: Headers, now: number): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const found = DATE.exec(
    text.replace(
      ASCTIME,
      (_, weekday: string, month: string, day: string, time: string, year: string) =>
        `${weekday}, ${day.replace(' ', '0')} ${month} ${year} ${time} GMT`,
    ),
  );
  if (!found) return undefined;
  const [, weekday, day, month, year, time] = found as unknown as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const century = year.length === 2 ? new Date(now).toISOString().slice(0, 2) : '';
  // As toUTCString writes it: without the weekday, React Native's engine can't read it.
  const wait = Date.parse(`${weekday}, ${day} ${month} ${century}${year} ${time}`) - now;
  if (Number.isNaN(wait)) return undefined;
  // A year of two digits that would be more than 50 years ahead is in the past (RFC 9110, 5.6.7).
  return century && wait > FIFTY_YEARS ? 0 : Math.max(wait, 0);
}
