import { describe, expect, it } from 'vitest';
import {
  as,
  byName,
  type Codec,
  date,
  dateTime,
  int64,
  lazy,
  list,
  object,
  record,
  tuple,
} from '../../../lib/entries/codec.js';
import { decoded, encoded } from '../../support/converted.js';

const TEXT = '2026-11-25T14:43:56.000Z';
const DATE = new Date(TEXT);

describe('object', () => {
  it('converts the members of its table, and copies only along their paths', () => {
    const wire = {
      at: TEXT,
      other: { at: TEXT },
      inner: { deep: [{ at: TEXT }], left: {} },
      same: { at: null },
    };
    const before = structuredClone(wire);
    const codec = object({
      at: dateTime,
      inner: object({ deep: list(object({ at: dateTime })) }),
      same: object({ at: dateTime }),
      missing: dateTime,
    });
    const { value, problems } = decoded(codec, wire);
    expect(value).toEqual({ ...wire, at: DATE, inner: { deep: [{ at: DATE }], left: {} } });
    expect(problems).toEqual([]);
    expect(wire).toEqual(before);
    expect(value.other).toBe(wire.other);
    expect(value.same).toBe(wire.same);
    expect(value.inner.left).toBe(wire.inner.left);
    const again = encoded(codec, value);
    expect(again.value).toEqual(wire);
    expect(value.at).toEqual(DATE);
  });

  it('returns the same object if nothing changes', () => {
    const wire = { at: null, other: 1 };
    expect(decoded(object({ at: dateTime }), wire).value).toBe(wire);
    expect(encoded(object({ at: dateTime }), wire).value).toBe(wire);
  });

  it('converts frozen data', () => {
    const wire = Object.freeze({ at: TEXT, list: Object.freeze([TEXT]) });
    expect(decoded(object({ at: dateTime, list: list(dateTime) }), wire).value).toEqual({
      at: DATE,
      list: [DATE],
    });
  });

  it.each([null, undefined, 'text', 5, [TEXT], DATE, new Map([['at', TEXT]])])('leaves %j alone', (value) => {
    expect(decoded(object({ at: dateTime }), value)).toEqual({ value, problems: [] });
  });

  it.each([
    new FormData(),
    new Blob(['a']),
    new URLSearchParams('at=1'),
    new ReadableStream(),
    new (class Row {
      at = DATE;
    })(),
  ])('sends an instance of a class as it is', (value) => {
    const found = encoded(object({ at: dateTime }, dateTime), value);
    expect(found.value).toBe(value);
    expect(found.problems).toEqual([]);
  });

  it('reports each value that it cannot convert, with its path', () => {
    const codec = object({ a: list(object({ at: dateTime })), b: date });
    const wire = { a: [{ at: TEXT }, { at: 'soon' }], b: 5 };
    expect(decoded(codec, wire)).toEqual({
      value: { a: [{ at: DATE }, { at: 'soon' }], b: 5 },
      problems: ['a.1.at: Expected an RFC 3339 date-time', 'b: Expected a date YYYY-MM-DD'],
    });
  });

  it('converts members that the table lacks with rest', () => {
    const codec = object({ id: int64 }, dateTime);
    expect(decoded(codec, { id: 1, a: TEXT, b: TEXT }).value).toEqual({ id: 1n, a: DATE, b: DATE });
    expect(decoded(record(dateTime), { a: TEXT, b: 'x' })).toEqual({
      value: { a: DATE, b: 'x' },
      problems: ['b: Expected an RFC 3339 date-time'],
    });
  });
});

describe('as', () => {
  const codec = object({ born_on: as('bornOn', date), user_id: as('userId'), at: dateTime });

  it('renames a member in both directions, and keeps the order', () => {
    const wire = { x: 1, born_on: '2020-01-02', user_id: 7, at: TEXT };
    const { value } = decoded(codec, wire);
    expect(Object.entries(value as object)).toEqual([
      ['x', 1],
      ['bornOn', new Date('2020-01-02')],
      ['userId', 7],
      ['at', DATE],
    ]);
    expect(JSON.stringify(encoded(codec, value).value)).toBe(JSON.stringify(wire));
  });

  it('renames null, and adds no missing member', () => {
    expect(decoded(codec, { born_on: null }).value).toEqual({ bornOn: null });
    expect(decoded(codec, {}).value).toEqual({});
  });

  it('gives the name to the member of the table if two members have it', () => {
    expect(decoded(codec, { userId: 1, user_id: 2 }).value).toEqual({ userId: 2 });
    expect(decoded(codec, { user_id: 2, userId: 1 }).value).toEqual({ userId: 2 });
    expect(encoded(codec, { userId: 2, user_id: 1 }).value).toEqual({ user_id: 2 });
    const withRest = object({ user_id: as('userId', int64) }, int64);
    expect(decoded(withRest, { user_id: 2, userId: 1 }).value).toEqual({ userId: 2n });
  });

  it('swaps two names', () => {
    const swap = object({ a: as('b'), b: as('a') });
    expect(decoded(swap, { a: 1, b: 2 }).value).toEqual({ b: 1, a: 2 });
    expect(encoded(swap, { b: 1, a: 2 }).value).toEqual({ a: 1, b: 2 });
  });
});

describe('byName', () => {
  const codec = object(
    { fixed: object({}) },
    byName(
      [
        [/^at-/, dateTime],
        [/^x-/, object({})],
      ],
      date,
    ),
  );
  const wire = { fixed: '2026-11-25', 'at-a': TEXT, 'x-a': TEXT, day: '2026-11-25' };
  const data = { fixed: '2026-11-25', 'at-a': DATE, 'x-a': TEXT, day: new Date('2026-11-25T00:00:00Z') };

  it('converts the members without a name in the table by the expression that their name matches', () => {
    expect(decoded(codec, wire)).toEqual({ value: data, problems: [] });
    expect(encoded(codec, data)).toEqual({ value: wire, problems: [] });
  });

  it('reports the place of a member, and leaves members that match nothing unchanged', () => {
    const open = record(byName([[/^at-/, dateTime]]));
    expect(decoded(open, { 'at-a': 'soon', other: TEXT })).toEqual({
      value: { 'at-a': 'soon', other: TEXT },
      problems: ['at-a: Expected an RFC 3339 date-time'],
    });
  });
});

describe('list and tuple', () => {
  it('convert items, and copy only if one changes', () => {
    const wire = [null, TEXT];
    expect(decoded(list(dateTime), wire).value).toEqual([null, DATE]);
    expect(wire).toEqual([null, TEXT]);
    const same = [null];
    expect(decoded(list(dateTime), same).value).toBe(same);
  });

  it('tuple converts items by position', () => {
    expect(decoded(tuple([dateTime, int64]), [TEXT, 1, TEXT]).value).toEqual([DATE, 1n, TEXT]);
    expect(decoded(tuple([dateTime], int64), [TEXT, 1, 2]).value).toEqual([DATE, 1n, 2n]);
    expect(decoded(tuple([dateTime]), []).value).toEqual([]);
  });

  it('leave other values alone', () => {
    for (const value of [null, TEXT, { 0: TEXT, length: 1 }])
      expect(decoded(list(dateTime), value)).toEqual({ value, problems: [] });
  });

  it('convert 100,000 items', () => {
    const wire = Array.from({ length: 100_000 }, (_each, id) => ({ id, at: TEXT }));
    const { value } = decoded(list(object({ at: dateTime })), wire);
    expect(value[99_999]).toEqual({ id: 99_999, at: DATE });
  });

  it('convert data that is nested 1,000 times', () => {
    const User: Codec = object({ at: dateTime, friends: list(lazy(() => User)) });
    let wire: object = { at: TEXT };
    for (let depth = 0; depth < 1_000; depth += 1) wire = { at: TEXT, friends: [wire] };
    const found = decoded(User, wire);
    expect(found.problems).toEqual([]);
    let { value } = found;
    for (let depth = 0; depth < 1_000; depth += 1) [value] = value.friends;
    expect(value).toEqual({ at: DATE });
  });

  it('keep data that is nested too deeply, and report it', () => {
    const Tree: Codec = list(lazy(() => Tree));
    let wire: unknown[] = [];
    for (let depth = 1; depth < 200_000; depth += 1) wire = [wire];
    const { value, problems } = decoded(Tree, wire);
    expect(value === wire).toBe(true);
    expect(problems).toEqual([expect.stringMatching(/^(0\.){63}0: The conversion failed$/)]);
  });
});
