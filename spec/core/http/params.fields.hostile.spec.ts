import { describe, expect, it } from 'vitest';
import { BASE, type CalledOnce, callOnce } from '../../support/client.js';

const circular: Record<string, unknown> = {};
circular.self = circular;

const deep = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = { value };
  return value;
};

const failing = (): never => {
  throw new RangeError('mine');
};

const hostile: [string, () => unknown][] = [
  ['a circular structure', () => circular],
  ['a BigInt in JSON', () => ({ big: 1n })],
  ['a structure deeper than the stack', () => deep(100_000)],
  ['a toJSON that throws', () => ({ toJSON: failing })],
  ['a toString that throws', () => ({ id: { toString: failing, valueOf: failing } })],
  ['a boxed bigint', () => Object(1n)],
  ['an Error with fields', () => Object.assign(new Error('x'), { id: 1 })],
  ['a generator', () => [1].values()],
  ['the global object', () => globalThis],
];

/** Checks that the call returned data or an error, and sent at most one request. */
const settles = ({ result, requests }: CalledOnce): void => {
  expect((result.data === null) !== (result.error === null)).toBe(true);
  expect([requests.length, result.error?.kind]).toEqual(result.error ? [0, 'network'] : [1, undefined]);
};

describe('a call with hostile params (rules.md#results)', () => {
  it.each(hostile)('returns a Result for %s', async (_kind, make) => {
    settles(await callOnce({ params: make() }));
    settles(await callOnce({ params: { q: make() } }));
    settles(await callOnce({ params: { q: [make()] } }));
    settles(await callOnce({ path: '/items/:id', params: { id: make() } }));
    settles(await callOnce({ method: 'POST', params: make() }));
    settles(await callOnce({ method: 'POST', params: { a: make() } }));
    settles(await callOnce({ method: 'POST', path: '/items/:id', params: make() }));
  });
});

describe('params named like members of a prototype (rules.md#urls)', () => {
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'toJSON'];

  it.each(names)('are sent like other params: %s', async (name) => {
    const own = JSON.parse(`{"${name}":"own"}`) as object;
    const json = `{"${name}":"own"}`;
    expect((await callOnce({ params: own })).url).toBe(`${BASE}/items?${name}=own`);
    expect((await callOnce({ method: 'POST', params: own })).body).toBe(json);
    expect((await callOnce({ method: 'POST', params: new Map([[name, 'own']]) })).body).toBe(json);
    expect(
      (await callOnce({ method: 'POST', path: '/items/:id', params: JSON.parse(`{"id":7,"${name}":"own"}`) }))
        .body,
    ).toBe(json);
  });
});
