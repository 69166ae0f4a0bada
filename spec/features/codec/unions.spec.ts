import { describe, expect, it } from 'vitest';
import {
  allOf,
  anyOf,
  as,
  bytes,
  type Codec,
  date,
  dateTime,
  exceptStrings,
  int64,
  lazy,
  list,
  object,
  tagged,
  withMembers,
} from '../../../lib/entries/codec.js';
import { decoded, encoded } from '../../support/converted.js';

const TEXT = '2026-11-25T14:43:56.000Z';
const DATE = new Date(TEXT);

describe('anyOf', () => {
  const codec = anyOf(object({ at: dateTime }), object({ day: date }), int64);

  it('uses the first codec that converts the value', () => {
    expect(decoded(codec, { at: TEXT }).value).toEqual({ at: DATE });
    expect(decoded(codec, { day: '2020-01-01' }).value).toEqual({ day: new Date('2020-01-01') });
    expect(decoded(codec, 5).value).toBe(5n);
  });

  it('converts a value once', () => {
    const both = anyOf(dateTime, date, bytes);
    expect(decoded(both, '2020-01-01')).toEqual({ value: new Date('2020-01-01'), problems: [] });
    expect(encoded(both, DATE)).toEqual({ value: TEXT, problems: [] });
    expect(encoded(both, new Uint8Array(1))).toEqual({ value: 'AA==', problems: [] });
  });

  it('reports a value only if every codec reports it', () => {
    expect(decoded(anyOf(dateTime, int64), 'x').problems).toEqual([': Expected an RFC 3339 date-time']);
    expect(decoded(anyOf(dateTime, object({})), 'x')).toEqual({ value: 'x', problems: [] });
    expect(decoded(anyOf(), 'x')).toEqual({ value: 'x', problems: [] });
  });

  it('prefers a codec that converts a part of the value and reports the rest', () => {
    const parts = anyOf(object({ at: dateTime, day: date }), object({ other: date }));
    expect(decoded(parts, { at: 'x', day: '2020-01-01' })).toEqual({
      value: { at: 'x', day: new Date('2020-01-01') },
      problems: ['at: Expected an RFC 3339 date-time'],
    });
  });

  it('takes linear time for recursive unions', () => {
    const Node: Codec = anyOf(
      object({ next: lazy(() => Node), a: dateTime }),
      object({ next: lazy(() => Node), b: date }),
    );
    let wire: object = { a: 'x', b: 'y' };
    for (let depth = 0; depth < 200; depth += 1) wire = { next: wire };
    expect(decoded(Node, wire).problems).toEqual([
      expect.stringMatching(/^(next\.){63}next: Expected an RFC 3339 date-time$/),
    ]);
  });

  it('converts equal strings at each place', () => {
    expect(decoded(list(anyOf(dateTime, int64)), ['x', 'x', '5', '5'])).toEqual({
      value: ['x', 'x', 5n, 5n],
      problems: ['0: Expected an RFC 3339 date-time', '1: Expected an RFC 3339 date-time'],
    });
  });
});

describe('tagged', () => {
  const codec = tagged('kind_of', { day: object({ at: date }), time: object({ at: dateTime }) });

  it('selects the codec by the own value of the discriminator', () => {
    expect(decoded(codec, { kind_of: 'time', at: TEXT }).value).toEqual({ kind_of: 'time', at: DATE });
    expect(encoded(codec, { kind_of: 'day', at: DATE }).value).toEqual({ kind_of: 'day', at: '2026-11-25' });
  });

  it.each([
    { kind_of: 'new', at: TEXT },
    { at: TEXT },
    { kind_of: { toString: 1 } },
    { kind_of: 'toString' },
    null,
    'x',
    [],
  ])('leaves %j alone', (value) => {
    expect(decoded(codec, value)).toEqual({ value, problems: [] });
  });

  it.each([{ kind_of: 'new', at: TEXT }, { at: TEXT }])(
    'converts %j with the codec for other values',
    (value) => {
      const withOther = tagged('kind_of', { day: object({ at: date }) }, 'kind_of', object({ at: dateTime }));
      const data = { ...value, at: DATE };
      expect(decoded(withOther, value).value).toEqual(data);
      expect(encoded(withOther, data).value).toEqual(value);
    },
  );

  it('reads a discriminator that is renamed by its name in the program', () => {
    const table = object({ kind_of: as('kindOf'), at: dateTime });
    const renamed = tagged('kind_of', { time: table }, 'kindOf');
    const { value } = decoded(renamed, { kind_of: 'time', at: TEXT });
    expect(value).toEqual({ kindOf: 'time', at: DATE });
    expect(encoded(renamed, value).value).toEqual({ kind_of: 'time', at: TEXT });
  });
});

describe('allOf', () => {
  it('encodes in the reverse order of decoding', () => {
    const codec = allOf(object({ a: as('b') }), object({ b: as('c', date) }));
    const data = { c: new Date('2020-01-01') };
    expect(decoded(codec, { a: '2020-01-01' }).value).toEqual(data);
    expect(encoded(codec, data).value).toEqual({ a: '2020-01-01' });
  });
});

describe('withMembers', () => {
  const Cat = object({ at: date, cat_name: as('name'), lives: as('lifeCount') });
  const Dog = object({ at: dateTime, cat_name: as('name'), leash: as('leashLength') });
  const codec = anyOf(withMembers({ lives: [] }, Cat), withMembers({ leash: [] }, Dog));
  const dog = { at: TEXT, cat_name: 'Rex', leash: 2 };

  it('selects the codec of an object by its members in requests and responses', () => {
    const data = { at: DATE, name: 'Rex', leashLength: 2 };
    expect(decoded(codec, dog)).toEqual({ value: data, problems: [] });
    expect(encoded(codec, data)).toEqual({ value: dog, problems: [] });
    expect(encoded(codec, { ...data, leashLength: undefined, lifeCount: 9 }).value).toMatchObject({
      at: TEXT.slice(0, 10),
      lives: 9,
    });
  });

  it('selects the codec by the values of a member', () => {
    const tags = anyOf(
      withMembers({ kind: ['day'] }, object({ at: date })),
      withMembers({ kind: ['time', 1] }, object({ at: dateTime })),
    );
    for (const kind of ['time', 1])
      expect(encoded(tags, { kind, at: DATE })).toEqual({ value: { kind, at: TEXT }, problems: [] });
    expect(encoded(tags, { kind: 'day', at: DATE }).value).toEqual({ kind: 'day', at: TEXT.slice(0, 10) });
  });

  it('accepts an object without a member whose values include undefined', () => {
    const codec = anyOf(
      withMembers({ kind: ['day', undefined] }, object({ at: date })),
      withMembers({ kind: ['time', undefined] }, object({ at: dateTime })),
    );
    const at = '2026-11-25T10:00:00Z';
    expect(decoded(codec, { kind: 'time', at }).value.at).toEqual(new Date(at));
    expect(decoded(codec, { at: '2026-11-25' }).value.at).toEqual(new Date('2026-11-25'));
    expect(decoded(codec, { kind: 'other', at: '2026-11-25' }).problems).toEqual([]);
  });

  it('leaves an object unchanged that another type of the union fits', () => {
    const other = anyOf(withMembers({ lives: [] }, Cat), object({}));
    expect(decoded(other, dog)).toEqual({ value: dog, problems: [] });
  });

  it('converts an object that no type fits, and reports nothing', () => {
    expect(decoded(codec, { at: TEXT.slice(0, 10) })).toEqual({
      value: { at: new Date(TEXT.slice(0, 10)) },
      problems: [],
    });
    expect(decoded(codec, 'x')).toEqual({ value: 'x', problems: [] });
    expect(decoded(codec, null)).toEqual({ value: null, problems: [] });
  });

  it('selects the codec by an object in the object', () => {
    const outer = anyOf(
      object({ pet: anyOf(withMembers({ lives: [] }, Cat)), id: as('catId') }),
      object({ pet: anyOf(withMembers({ leash: [] }, Dog)), id: as('dogId') }),
    );
    expect(decoded(outer, { id: 1, pet: dog }).value).toMatchObject({ dogId: 1, pet: { leashLength: 2 } });
  });

  it('ignores inherited members, also of a polluted prototype', () => {
    Object.assign(Object.prototype, { lives: 1 });
    try {
      expect(decoded(codec, dog).value).toMatchObject({ leashLength: 2 });
    } finally {
      delete (Object.prototype as { lives?: number }).lives;
    }
  });
});

describe('exceptStrings', () => {
  const codec = anyOf(exceptStrings(int64), object({}));

  it.each(['7', '007', 'x'])('leaves the string %j of a response unchanged', (text) => {
    expect(decoded(codec, text)).toEqual({ value: text, problems: [] });
    expect(encoded(codec, text)).toEqual({ value: text, problems: [] });
  });

  it('converts other values in both directions', () => {
    expect(decoded(codec, 7).value).toBe(7n);
    expect(encoded(codec, 7n).value).toBe(7);
  });
});

describe('allOf', () => {
  it('converts with each codec, and a member of two tables once', () => {
    const codec = allOf(object({ a: dateTime }), object({ a: dateTime, b: int64 }));
    const { value, problems } = decoded(codec, { a: TEXT, b: 1 });
    expect(value).toEqual({ a: DATE, b: 1n });
    expect(problems).toEqual([]);
    expect(encoded(codec, value)).toEqual({ value: { a: TEXT, b: 1 }, problems: [] });
  });
});

describe('lazy', () => {
  it('creates its codec once, at the first conversion', () => {
    let count = 0;
    const codec = lazy(() => {
      count += 1;
      return dateTime;
    });
    expect(count).toBe(0);
    expect(decoded(list(codec), [TEXT, TEXT]).value).toEqual([DATE, DATE]);
    expect(count).toBe(1);
  });
});
