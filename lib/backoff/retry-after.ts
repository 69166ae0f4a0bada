/** RFC 9110, 5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT`, and the obsolete `Sunday, 06-Nov-94 08:49:37 GMT`. */
const DATE = /^(\w{3})\w*, (\d\d)[ -](\w{3})[ -](\d\d|\d{4}) (\d\d:\d\d:\d\d GMT)$/;

/** RFC 9110, 5.6.7: the obsolete `Sun Nov  6 08:49:37 1994` of asctime, which is in GMT too. */
const ASCTIME = /^(\w{3}) (\w{3}) ([ \d]\d) (\d\d:\d\d:\d\d) (\d{4})$/;

/** A year of two digits that would be more than 50 years ahead is in the past (RFC 9110, 5.6.7). */
const fullYear = (year: string, now: number): string => {
  if (year.length > 2) return year;
  const thisYear = new Date(now).getUTCFullYear();
  const inThisCentury = thisYear - (thisYear % 100) + Number(year);
  return String(inThisCentury > thisYear + 50 ? inThisCentury - 100 : inThisCentury);
};

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
  // As toUTCString writes it: without the weekday, React Native's engine can't read it.
  const date = Date.parse(`${weekday}, ${day} ${month} ${fullYear(year, now)} ${time}`);
  return Number.isNaN(date) ? undefined : Math.max(date - now, 0);
}
