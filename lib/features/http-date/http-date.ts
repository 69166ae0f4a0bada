const FIFTY_YEARS = 1_577_880_000_000;

/**
 * Parses an HTTP date in any of the three forms of RFC 9110, 5.6.7, as strictly as the RFC defines them. Ignores a
 * weekday that doesn't match the date. A leap second counts as the second before it.
 *
 * @param now Milliseconds since the epoch. A two-digit year that would be more than 50 years later counts as a past
 * year.
 * @returns Milliseconds since the epoch; undefined for an invalid date.
 */
export function httpDate(text: string, now: number): number | undefined {
  const thisCentury = Math.floor(new Date(now).getUTCFullYear() / 100);
  for (const century of [thisCentury, thisCentury - 1]) {
    const imf = text
      .replace(':60 ', ':59 ')
      // RFC 850: `Sunday, 06-Nov-94 08:49:37 GMT`.
      .replace(/^(\w{3})(?:|s|nes|rs|ur)day, (\d\d)-(\w{3})-(\d\d) /, `$1, $2 $3 ${century}$4 `)
      // The asctime form, which is also in GMT: `Sun Nov 6 08:49:37 1994`.
      .replace(/^(\w+ \w+ ) /, '$10')
      .replace(/^(\w{3}) (\w{3}) (\d\d) (\S+) (\d{4})$/, '$1, $3 $2 $5 $4 GMT');
    // Keep the weekday: React Native's engine can't parse a date without it.
    const date = Date.parse(imf);
    // Engines accept other forms too, and parse 31 Feb as 3 Mar.
    const isExact =
      /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), /.test(imf) &&
      new Date(date).toUTCString().slice(4) === imf.slice(4);
    // Only the RFC 850 form has a hyphen.
    if (isExact && (!text.includes('-') || date <= now + FIFTY_YEARS)) return date;
  }
  return undefined;
}
