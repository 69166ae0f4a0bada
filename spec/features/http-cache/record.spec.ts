import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { decodeRecord, encodeRecord } from '../../../lib/features/http-cache/record.js';
import { storedResponse } from '../../../lib/features/http-cache/stored-response.js';
import { draws } from '../../support/effort.js';

const READING = { shared: false, heuristicFreshness: true };

const record = (body = Uint8Array.from([1, 2, 255])) => ({
  stored: storedResponse(
    {
      url: 'https://api.test/ä',
      status: 200,
      statusText: 'OK',
      type: 'basic' as const,
      headers: new Headers({ 'cache-control': 'max-age=3', 'x-a': '1' }),
      body,
      requestTime: 1,
      responseTime: 2,
      vary: [
        ['x-a', '1'],
        ['x-b', null],
      ] as const,
      personal: true,
      tags: ['t'],
    },
    READING,
  ),
  stamps: [['m', 'v']] as const,
});

const reread = (bytes: Uint8Array, key = 'k') => decodeRecord(bytes, key, READING);

describe('an encoded record', () => {
  it('can be read as it was written', () => {
    const { stored, stamps } = record();
    const read = reread(encodeRecord('k', { stored, stamps }));
    expect({ ...read?.stored, body: [...read!.stored!.body], headers: [...read!.stored!.headers] }).toEqual({
      ...stored,
      body: [...stored.body],
      headers: [...stored.headers],
    });
    expect(read?.stamps).toEqual(stamps);
  });

  it('can contain the names of Vary headers', () => {
    expect(reread(encodeRecord('k', { names: ['x-a'], stamps: [] }))).toEqual({ names: ['x-a'], stamps: [] });
  });

  it('omits the requested URL, which its readers know', () => {
    const { url } = record().stored;
    const bytes = encodeRecord('k', record(), url);
    expect(new TextDecoder().decode(bytes)).not.toContain('api.test');
    expect(decodeRecord(bytes, 'k', READING, url)?.stored?.url).toBe(url);
    expect(reread(bytes)).toBeUndefined();
    expect(decodeRecord(encodeRecord('k', record(), 'other'), 'k', READING, 'other')?.stored?.url).toBe(url);
  });

  it("can't be read under another key", () => {
    expect(reread(encodeRecord('k', record()), 'l')).toBeUndefined();
  });

  it('can be read from a part of a larger buffer', () => {
    const bytes = encodeRecord('k', record());
    const larger = new Uint8Array(bytes.length + 7);
    larger.set(bytes, 3);
    expect(reread(larger.subarray(3, 3 + bytes.length))?.stored?.body.byteLength).toBe(3);
  });

  it("can't be read with an invalid status text", () => {
    const { stored, stamps } = record();
    for (const statusText of ['a\nb', '\u0100'])
      expect(reread(encodeRecord('k', { stored: { ...stored, statusText }, stamps }))).toBeUndefined();
  });

  it("can't be read with a flipped bit, if it is truncated, or with additional bytes", () => {
    const bytes = encodeRecord('k', record());
    for (let index = 0; index < bytes.length; index += 1) {
      // Two empty bytes.
      if (index === 2 || index === 3) continue;
      for (let bit = 0; bit < 8; bit += 1) {
        const flipped = bytes.slice();
        flipped[index]! ^= 1 << bit;
        expect(reread(flipped)).toBeUndefined();
      }
      expect(reread(bytes.slice(0, index))).toBeUndefined();
    }
    expect(reread(Uint8Array.from([...bytes, 0]))).toBeUndefined();
  });

  it("can't be read from random bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => reread(bytes) === undefined),
      draws(200, 20_000),
    );
  });

  it("can't be read with values of other types, or never throws", () => {
    const facts = fc.record({
      key: fc.constant('k'),
      stamps: fc.oneof(fc.constant([]), fc.jsonValue()),
      url: fc.oneof(fc.constant('u'), fc.jsonValue()),
      status: fc.oneof(fc.constant(200), fc.jsonValue()),
      statusText: fc.oneof(fc.constant(''), fc.jsonValue()),
      type: fc.constant('basic'),
      headers: fc.oneof(fc.constant([['a', 'b']]), fc.constant([['a b', '\n']]), fc.array(fc.jsonValue())),
      requestTime: fc.oneof(fc.constant(1), fc.jsonValue()),
      responseTime: fc.constant(1),
      vary: fc.oneof(fc.constant([]), fc.jsonValue()),
      personal: fc.oneof(fc.constant(false), fc.jsonValue()),
      tags: fc.oneof(fc.constant([]), fc.jsonValue()),
    });
    fc.assert(
      fc.property(facts, (given) => {
        const { key, stamps, ...stored } = given;
        const encoded = encodeRecord(key, { stored: stored as never, stamps: stamps as never });
        const read = reread(encoded);
        return read === undefined || typeof read.stored?.status === 'number';
      }),
      draws(200, 20_000),
    );
  });
});
