import { afterEach, describe, expect, it } from 'vitest';
import {
  as,
  type Codec,
  dateTime,
  decodes,
  encodes,
  int64,
  object,
  record,
  tagged,
} from '../../../lib/entries/codec.js';
import { decoded, encoded } from '../../support/converted.js';

const TEXT = '2026-11-25T14:43:56.000Z';

describe('decodes and encodes', () => {
  it('return synchronous Standard Schemas', () => {
    const { version, vendor, validate } = decodes(dateTime)['~standard'];
    expect([version, vendor, validate(TEXT)]).toEqual([1, 'homing', { value: new Date(TEXT) }]);
    expect(encodes(dateTime)['~standard'].validate(new Date(TEXT))).toEqual({ value: TEXT });
  });

  it('never return issues for data, and return them for params', () => {
    expect(decodes(dateTime)['~standard'].validate('x')).toEqual({
      value: 'x',
      reported: [{ message: 'Expected an RFC 3339 date-time', path: [] }],
    });
    expect(encodes(dateTime)['~standard'].validate(new Date(NaN))).toMatchObject({
      issues: [{ message: 'Expected an RFC 3339 date-time', path: [] }],
    });
  });

  it('keep the value and report it if a codec throws', () => {
    const broken: Codec = {
      decode: () => {
        throw new Error('no');
      },
      encode: () => {
        throw new Error('no');
      },
    };
    expect(decoded(object({ a: broken }), { a: 1 })).toEqual({
      value: { a: 1 },
      problems: ['a: The conversion failed'],
    });
    expect(encoded(broken, 1).problems).toEqual([': The conversion failed']);
  });

  it("accept an application's own codec", () => {
    const cents: Codec = {
      decode: (value, report) =>
        typeof value === 'number' ? value * 100 : (report('Expected a number'), value),
      encode: (value) => Number(value) / 100,
    };
    expect(decoded(record(cents), { a: 1.5, b: 'x' })).toEqual({
      value: { a: 150, b: 'x' },
      problems: ['b: Expected a number'],
    });
    expect(encoded(cents, 150).value).toBe(1.5);
  });
});

describe('hostile data', () => {
  const polluted = Object.prototype as Record<string, unknown>;
  afterEach(() => {
    for (const name of ['at', 'kind', 'decode', 'encode', '0', 'reported', 'parent'])
      Reflect.deleteProperty(polluted, name);
  });

  it('a member __proto__ changes no prototype', () => {
    const wire: unknown = JSON.parse(`{"__proto__":{"at":"${TEXT}"},"at":"${TEXT}","user_id":1}`);
    for (const codec of [
      object({ at: dateTime }),
      object({ ['__proto__']: object({ at: dateTime }), at: dateTime }),
      object({ user_id: as('userId'), at: dateTime }),
      object({ user_id: as('__proto__'), at: dateTime }),
      object({}, object({ at: dateTime })),
    ]) {
      for (const { value } of [decoded(codec, wire), encoded(codec, decoded(codec, wire).value)]) {
        expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
      }
      expect(Object.hasOwn(decoded(codec, wire).value as object, '__proto__')).toBe(true);
    }
    expect(polluted['at']).toBeUndefined();
  });

  it('reads no inherited member', () => {
    polluted['at'] = TEXT;
    polluted['kind'] = 'a';
    polluted['decode'] = polluted['encode'] = () => 'evil';
    polluted['reported'] = 'evil';
    polluted['parent'] = {};
    const wire = { other: 1 };
    expect(decoded(object({ at: dateTime, n: as('m') }), wire).value).toBe(wire);
    expect(encoded(object({ at: dateTime }), wire).value).toBe(wire);
    expect(decoded(tagged('kind', { a: record(dateTime) }), wire).value).toBe(wire);
    expect(decoded(object({ other: int64 }), wire).value).toEqual({ other: 1n });
  });

  it('members named as those of Object.prototype are data', () => {
    const wire = { constructor: TEXT, toString: TEXT, hasOwnProperty: TEXT };
    const codec = object({ constructor: dateTime, toString: dateTime, hasOwnProperty: dateTime });
    expect(Object.values(decoded(codec, wire).value as object)).toEqual(Array(3).fill(new Date(TEXT)));
    expect(decoded(object({}), wire).value).toBe(wire);
  });
});
