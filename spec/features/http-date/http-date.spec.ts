import { describe, expect, it } from 'vitest';
import { httpDate } from '../../../lib/features/http-date/http-date.js';

const NOW = Date.UTC(2026, 10, 21, 12, 0, 0);
const read = (text: string, now = NOW): number | undefined => httpDate(text, now);

describe('httpDate (RFC 9110, 5.6.7)', () => {
  it.each([
    'Sun, 06 Nov 1994 08:49:37 GMT',
    'Sunday, 06-Nov-94 08:49:37 GMT',
    'Sun Nov  6 08:49:37 1994',
    'Sun Nov 06 08:49:37 1994',
  ])('parses %s', (text) => {
    expect(read(text)).toBe(Date.UTC(1994, 10, 6, 8, 49, 37));
  });

  it('parses every weekday and month in every form', () => {
    for (let day = 0; day < 7; day += 1) {
      const date = Date.UTC(2027, day, 20 + day, 1, 2, 3);
      const [weekday = '', number, month, year, time] = new Date(date).toUTCString().split(/,? /);
      const long = `${['Sun', 'Mon', 'Tues', 'Wednes', 'Thurs', 'Fri', 'Satur'].find((name) => name.startsWith(weekday))}day`;
      expect([
        read(`${weekday}, ${number} ${month} ${year} ${time} GMT`),
        read(`${long}, ${number}-${month}-27 ${time} GMT`),
        read(`${weekday} ${month} ${number} ${time} ${year}`),
      ]).toEqual([date, date, date]);
    }
    for (let month = 0; month < 12; month += 1) {
      const date = Date.UTC(2027, month, 1);
      expect(read(new Date(date).toUTCString())).toBe(date);
    }
  });

  it.each([
    '',
    '0',
    'Sun, 06 Nov 1994 08:49:37 UTC',
    'Sun, 06 Nov 1994 08:49:37 +0100',
    'Sun, 06 Nov 1994 08:49:37',
    'Sun, 06 Nov 94 08:49:37 GMT',
    'Sun 06 Nov 1994 08:49:37 GMT',
    'Sun, 06  Nov 1994 08:49:37 GMT',
    'Sun,  6 Nov 1994 08:49:37 GMT',
    'Sun, 6 Nov 1994 08:49:37 GMT',
    'Sun, 06-Nov-1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 08.49.37 GMT',
    'Sun, 06 Nov 1994 8:49:37 GMT',
    'Sun, 06 Nov 1994 08:49 GMT',
    'Sun Nov 6 08:49:37 1994',
    'Sun Nov  6 08:49:37 1994 GMT',
    'Sunday, 06-Nov-1994 08:49:37 GMT',
    'Sunday, 06 Nov 1994 08:49:37 GMT',
    'Sun, 06-Nov-94 08:49:37 GMT',
    'Sun, 06 Abc 1994 08:49:37 GMT',
    'Xyz, 06 Nov 1994 08:49:37 GMT',
    'Xyzday, 06-Nov-94 08:49:37 GMT',
    '06 Nov 1994 08:49:37 GMT',
    '1994-11-06T08:49:37Z',
    ' Sun, 06 Nov 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 08:49:37 GMT ',
  ])('rejects %j', (text) => {
    expect(read(text)).toBeUndefined();
  });

  it.each([
    'sun, 06 nov 1994 08:49:37 gmt',
    'SUN, 06 Nov 1994 08:49:37 GMT',
    'Sun, 06 NOV 1994 08:49:37 GMT',
  ])('rejects %s: letters in another case', (text) => {
    expect(read(text)).toBeUndefined();
  });

  it.each([
    'Sat, 31 Feb 2027 00:00:00 GMT',
    'Mon, 29 Feb 2027 00:00:00 GMT',
    'Sat, 31 Apr 2027 00:00:00 GMT',
    'Sat, 00 Apr 2027 00:00:00 GMT',
    'Sat, 32 May 2027 00:00:00 GMT',
    'Sunday, 31-Feb-94 08:49:37 GMT',
    'Sun Feb 31 08:49:37 1994',
    'Sun, 31 Feb 1994 08:49:60 GMT',
  ])('rejects %s: the month has no such day', (text) => {
    expect(read(text)).toBeUndefined();
  });

  it('accepts 29 Feb of a leap year', () => {
    expect(read('Tue, 29 Feb 2028 00:00:00 GMT')).toBe(Date.UTC(2028, 1, 29));
  });

  it.each([
    ['00:00:00', true],
    ['23:59:59', true],
    ['24:00:00', false],
    ['08:60:00', false],
    ['08:60:60', false],
    ['08:49:61', false],
  ])('accepts the time %s: %o', (time, isTime) => {
    expect(read(`Sun, 06 Nov 1994 ${time} GMT`) !== undefined).toBe(isTime);
  });

  it.each(['Sat, 31 Dec 2016 23:59:60 GMT', 'Saturday, 31-Dec-16 23:59:60 GMT', 'Sat Dec 31 23:59:60 2016'])(
    'reads the leap second of %s as the second before it',
    (text) => {
      expect(read(text)).toBe(Date.UTC(2016, 11, 31, 23, 59, 59));
    },
  );

  it("ignores a weekday that doesn't fit the date", () => {
    expect(read('Mon, 06 Nov 1994 08:49:37 GMT')).toBe(Date.UTC(1994, 10, 6, 8, 49, 37));
  });

  it('accepts a year of four digits in the far future', () => {
    expect(read('Sun, 21 Nov 2286 04:46:39 GMT')).toBe(Date.UTC(2286, 10, 21, 4, 46, 39));
  });

  it.each([
    ['76', 2076],
    ['27', 2027],
    ['00', 2000],
    ['77', 1977],
    ['99', 1999],
  ])('reads the year %s of two digits as %i, which is at most 50 years ahead', (year, expected) => {
    expect(read(`Monday, 01-Jan-${year} 00:00:00 GMT`)).toBe(Date.UTC(expected, 0, 1));
  });

  it('counts the 50 years to the exact day', () => {
    expect(read('Friday, 20-Nov-76 00:00:00 GMT')).toBe(Date.UTC(2076, 10, 20));
    expect(read('Tuesday, 24-Nov-76 00:00:00 GMT')).toBe(Date.UTC(1976, 10, 24));
  });

  it('rejects a long string quickly', () => {
    expect(read(`${'a'.repeat(50_000)}, ${'1'.repeat(50_000)}`)).toBeUndefined();
  });
});
