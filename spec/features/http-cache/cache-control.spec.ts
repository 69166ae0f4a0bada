import { describe, expect, it } from 'vitest';
import {
  directivesOf,
  limitedFields,
  millisecondsOf,
} from '../../../lib/features/http-cache/cache-control.js';

const seconds = (field: string, name = 'max-age') => millisecondsOf(directivesOf(field), name);

describe('the directives of Cache-Control (rules.md#http-cache)', () => {
  it.each([
    ['are case-insensitive', 'Max-AGE=3', 3000],
    ['can follow others', 'public, max-age=3 ,x', 3000],
    ['can have a quoted argument', 'max-age="3"', 3000],
    ['can have leading zeros', 'max-age=003', 3000],
    ['are not read in a quoted string', 'x="max-age=9", max-age=3', 3000],
    ['are not read in a quoted string that contains quotes', 'x="\\", max-age=9, \\"", max-age=3', 3000],
    ['are not read after a quote that is never closed', 'max-age=3, x=", max-age=1', 3000],
    ['use the smallest of several values', 'max-age=9, max-age=3', 3000],
    ['count as 0 without a number', 'max-age', 0],
    ['count as 0 with a number and a suffix', 'max-age=3s', 0],
    ['count as 0 with a fraction', 'max-age=3.5', 0],
    ['count as 0 when negative', 'max-age=-3', 0],
    ['count as 0 with a space before the equals sign', 'max-age =3', 0],
    ['count as 0 with a space after the equals sign', 'max-age= 3', 0],
    ['count as 0 in single quotes', "max-age='3'", 0],
    ['end at 2^31 seconds', 'max-age=99999999999999999999', 2 ** 31 * 1000],
  ])('%s: %s', (_rule, field, expected) => {
    expect(seconds(field)).toBe(expected);
  });

  it.each([[''], [null], [undefined], [',,='], ['"max-age=3"']])('are missing in %o', (field) => {
    expect(directivesOf(field).has('max-age')).toBe(false);
  });

  it.each(['no-store', 'no-cache', 'private'])(
    'are read anywhere if a quote is misplaced and they forbid something: %s',
    (name) => {
      for (const field of [
        `max-age="3, ${name}`,
        `", x, ${name.toUpperCase()}=1, y`,
        `no-cache="x-a, ${name}`,
      ])
        expect(limitedFields(directivesOf(field), name)).toBe(true);
      expect(directivesOf(`x=", x-${name}`).has(name)).toBe(false);
      expect(directivesOf(`x="a, ${name}"`).has(name)).toBe(false);
    },
  );

  it.each(['no-store; max-age=3', 'no-cache;', 'private/x', 'private: x', 'no-store,'])(
    'that forbid something apply whatever follows their names: %s',
    (field) => {
      expect(limitedFields(directivesOf(`max-age=9, ${field}`), /^[a-z-]+/.exec(field)![0])).toBe(true);
      expect([...directivesOf(`x${field}`).keys()]).toEqual([expect.stringMatching(/^x/)]);
    },
  );

  it('take time in proportion to their length', () => {
    for (const hostile of ['"\\', '=', 'x="', '\\"', ','])
      expect(directivesOf(hostile.repeat(100_000)).size).toBeLessThan(2);
  });
});

describe('the field names of a directive', () => {
  const fields = (field: string) => limitedFields(directivesOf(field), 'private');

  it.each([
    ['private="X-A"', ['x-a']],
    ['private="x-a, x-b"', ['x-a', 'x-b']],
    ['private=x-a', ['x-a']],
    ['private', true],
    ['private=""', true],
    ['private="x a"', true],
    ['private="x-a,"', true],
    ['private="x-a", private', true],
    ['public', undefined],
  ])('in %s are %o', (field, expected) => {
    expect(fields(field)).toEqual(expected);
  });
});
