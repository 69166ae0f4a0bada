import { describe, expect, it } from 'vitest';
import { BASE, type CalledOnce, callOnce, type CallOnceOptions } from '../../support/client.js';
import { refusal } from '../../support/refusal.js';

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

describe('trap 6: a polluted Object.prototype', () => {
  const polluted: [string, unknown][] = [
    ['toJSON', () => 'evil'],
    ['id', 'evil'],
    ['q', 'evil'],
    ['0', 'evil'],
  ];

  const answer = () => new Response('{"ok":true}', { headers: { 'content-type': 'application/json' } });

  /** Calls while every object inherits the value. `read` holds the fields that fetch finds in its init. */
  const withPolluted = async (name: string, value: unknown, asked: CallOnceOptions) => {
    const descriptor = { value, configurable: true, writable: true, enumerable: true };
    Object.defineProperty(Object.prototype, name, descriptor);
    try {
      const captured = await callOnce({ answer, ...asked });
      const [init = {}] = captured.requests.map((sent) => sent.init as Record<string, unknown>);
      const { method, body, credentials, mode, duplex, signal, dispatcher } = init;
      return {
        captured,
        read: [method, body ?? null, credentials, mode, duplex, signal ?? undefined, dispatcher],
      };
    } finally {
      Reflect.deleteProperty(Object.prototype, name);
    }
  };

  it.each(polluted)('changes nothing in a GET or a POST: %s', async (name, value) => {
    const { captured, read } = await withPolluted(name, value, { method: 'GET', params: { a: 1 } });
    expect([captured.url, [...captured.headers]]).toEqual([`${BASE}/items?a=1`, []]);
    expect(read).toEqual(['GET', null, ...Array<undefined>(5)]);
    expect(captured.result).toMatchObject({ data: { ok: true }, error: null });
    // An inherited toJSON is read by JSON.stringify itself.
    if (name === 'toJSON') return;
    const post = await withPolluted(name, value, { method: 'POST', params: { a: 1 } });
    expect({ url: post.captured.url, contentType: post.captured.contentType }).toEqual({
      url: `${BASE}/items`,
      contentType: 'application/json',
    });
    expect(post.read).toEqual(['POST', '{"a":1}', ...Array<undefined>(5)]);
  });

  it("doesn't fill a path param, and doesn't add a body to a call without params", async () => {
    refusal((await withPolluted('id', 'evil', { path: '/items/:id', params: {} })).captured);
    const { captured } = await withPolluted('a', 'evil', { method: 'POST' });
    expect({ body: captured.body, contentType: captured.contentType }).toEqual({
      body: null,
      contentType: null,
    });
  });
});
