import { describe, expect, it } from '@jest/globals';
import { createApi, defineRequest } from '../../../lib/index.js';
import { mockFetch } from '../../../lib/testing.js';
import type { Untyped } from '../../support/capture.js';

/** What plain JavaScript may do; the types refuse each of these. */
const anything = (value: unknown): never => value as never;

const circular: Record<string, unknown> = {};
circular.self = circular;

const clientOf = (options: object = {}) => {
  const stub = mockFetch({ 'POST /things': new Response('{}'), 'POST /things/1': new Response('{}') });
  const requests = {
    add: defineRequest<unknown, Untyped>()(anything({ method: 'POST', path: '/things' })),
    put: defineRequest<unknown, Untyped>()(anything({ method: 'POST', path: '/things/:id' })),
  };
  return { stub, api: createApi({ baseUrl: 'https://api.test', fetch: stub.fetch, requests, ...options }) };
};

describe('a refused call says what was wrong and what to pass', () => {
  it.each<[string, Untyped, object, string]>([
    ['a circular structure', circular, {}, "params can't be written as JSON: pass plain data, without"],
    ['a BigInt', { n: 1n }, {}, "params can't be written as JSON: pass plain data, without"],
    [
      'a Map with numbers for keys',
      new Map([[1, 2]]),
      {},
      'params is a Map with non-string keys: pass string',
    ],
    ['a header that is a list', {}, { headers: { x: ['a'] } }, 'The header "x" is an Array: pass text.'],
    ['headers that are none', {}, { headers: 5 }, 'headers is a number: pass an object, a Headers or pairs.'],
  ])('%s', async (_what, params, options, sentence) => {
    const { api, stub } = clientOf();
    const { error } = await api.add(params, options);
    expect(error?.message).toContain(`POST /things was not sent. ${sentence}`);
    expect(error?.body).toBeInstanceOf(TypeError);
    expect(stub.calls).toEqual([]);
  });

  it('keeps what JSON.stringify threw as the cause', async () => {
    const { error } = await clientOf().api.add(circular);
    expect((error?.body as Error).cause).toBeInstanceOf(TypeError);
  });

  it('keeps what a toJSON() of the caller throws as it is', async () => {
    const mine = new RangeError('mine');
    const params = {
      at: {
        toJSON: () => {
          throw mine;
        },
      },
    };
    expect((await clientOf().api.add(params)).error?.body).toBe(mine);
  });

  it('a body where the path takes params', async () => {
    const { error } = await clientOf().api.put(anything(new FormData()));
    expect(error?.message).toContain('params is a FormData: pass an object, as the path has params.');
  });

  it('a fetch that is no function', async () => {
    const { error } = await clientOf({ fetch: 5 }).api.add({});
    expect(error?.message).toBe(
      'POST /things was not sent. fetch is a number: pass a function that sends requests.',
    );
  });
});
