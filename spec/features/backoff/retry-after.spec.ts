import { afterEach, describe, expect, it, vi } from 'vitest';
import { retryAfter } from '../../../lib/features/backoff/retry-after.js';

const NOW = Date.UTC(2026, 10, 21, 12, 0, 0);

/** The example of the RFC in its three forms. The last one has a space before the day. */
const EXAMPLES = [
  'Sun, 06 Nov 1994 08:49:37 GMT',
  'Sunday, 06-Nov-94 08:49:37 GMT',
  'Sun Nov  6 08:49:37 1994',
];
const BEFORE = Date.UTC(1994, 10, 6, 8, 49, 30);

const asked = (text: string, now = NOW): number | undefined =>
  retryAfter(new Headers({ 'retry-after': text }), now);

describe('RFC 9110, 10.2.3: Retry-After', () => {
  it('is undefined if the header is missing', () => {
    expect(retryAfter(new Headers(), NOW)).toBeUndefined();
  });

  it.each([
    ['0', 0],
    ['120', 120_000],
    ['  7  ', 7_000],
    ['007', 7_000],
  ])('accepts %j as seconds', (text, ms) => {
    expect(asked(text)).toBe(ms);
  });

  it.each(['Sat, 21 Nov 2026 12:00:05 GMT', 'Saturday, 21-Nov-26 12:00:05 GMT', 'Sat Nov 21 12:00:05 2026'])(
    'accepts the date %s',
    (text) => {
      expect(asked(text)).toBe(5_000);
    },
  );

  it.each(EXAMPLES)('accepts the example of the RFC %s', (text) => {
    expect(asked(text, BEFORE)).toBe(7_000);
  });

  it.each(['Sat, 21 Nov 2026 11:59:59 GMT', ...EXAMPLES])('waits 0 ms for %s, which has passed', (text) => {
    expect(asked(text)).toBe(0);
  });

  it.each([
    ['76', Date.UTC(2076, 0, 1) - NOW],
    ['75', Date.UTC(2075, 0, 1) - NOW],
    ['27', Date.UTC(2027, 0, 1) - NOW],
    ['78', 0],
    ['99', 0],
  ])(
    'reads a year of two digits that is more than 50 years ahead, as %s can be, as a past year',
    (year, ms) => {
      expect(asked(`Monday, 01-Jan-${year} 00:00:00 GMT`)).toBe(ms);
    },
  );

  it('compares the day if a year of two digits is exactly 50 years ahead', () => {
    expect(asked('Friday, 20-Nov-76 00:00:00 GMT')).toBe(Date.UTC(2076, 10, 20) - NOW);
    expect(asked('Tuesday, 24-Nov-76 00:00:00 GMT')).toBe(0);
  });

  it.each([
    '',
    'soon',
    '-1',
    '+5',
    '1.5',
    '1e3',
    '0x10',
    'Infinity',
    '5 seconds',
    '5, 10',
    '2026-11-21T12:00:05Z',
    'Sat, 21 Foo 2026 12:00:05 GMT',
    'Sat, 99 Nov 2026 12:00:05 GMT',
    'Sat, 21 Nov 2026 25:00:05 GMT',
    'Sat, 21 Nov 2026 12:00:05 PST',
    'Sat Nov 99 12:00:05 2026',
    'Sat, 31 Feb 2027 00:00:00 GMT',
    'sat, 21 nov 2026 12:00:05 gmt',
  ])('ignores %j', (text) => {
    expect(asked(text)).toBeUndefined();
  });

  it('reads any number of digits, and a long string', () => {
    expect(asked('99999999')).toBe(99_999_999_000);
    expect(asked('9'.repeat(400))).toBe(Infinity);
    expect(asked(`${'a'.repeat(50_000)}, ${'1'.repeat(50_000)}`)).toBeUndefined();
  });
});

describe('an engine that parses dates only in the form of toUTCString', () => {
  afterEach(() => void vi.restoreAllMocks());

  it.each(EXAMPLES)('still reads %s', (text) => {
    const parse = Date.parse.bind(Date);
    const strict = (given: string) => (new Date(parse(given)).toUTCString() === given ? parse(given) : NaN);
    vi.spyOn(Date, 'parse').mockImplementation(strict);
    expect(asked(text, BEFORE)).toBe(7_000);
  });
});
