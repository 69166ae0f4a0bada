import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { HttpMethod, RequestConfig } from '../../../lib/index.js';
import { BASE, type CalledOnce, callOnce } from '../../support/client.js';
import { draws } from '../../support/effort.js';

const anything = fc.anything({
  withBigInt: true,
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withObjectString: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
});
/** Every code point that has a UTF-8 form. */
const text = fc.string({ unit: 'binary' });
const scalar = fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.bigInt(), fc.boolean());
const endpointKind = fc.record({
  method: fc.constantFrom<HttpMethod>('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'),
  bodyAs: fc.constantFrom<RequestConfig['bodyAs']>('body', 'query', undefined),
});
const token = fc.constantFrom('a', 'b', 'id', 'user_id', 'constructor', '__proto__', 'toString');
const word = fc.stringMatching(/^[a-z0-9~_-]{1,6}(:[a-z]{1,3})?$/);
const segment = fc.oneof(
  word,
  token.map((name) => `:${name}`),
  fc.tuple(token, fc.constantFrom('.json', '-x', ':go', '@2')).map(([name, tail]) => `:${name}${tail}`),
);
const template = fc.array(segment, { minLength: 1, maxLength: 5 });
const named = fc.dictionary(fc.oneof(token, text), fc.oneof(scalar, anything), { maxKeys: 8 });

/** The data of a HEAD is undefined, which isn't null. */
const isSettled = ({ result, requests }: CalledOnce): boolean =>
  (result.data === null) !== (result.error === null) && requests.length <= 1;

const expectSound = (captured: CalledOnce): void => {
  expect(isSettled(captured)).toBe(true);
  for (const { url } of captured.requests) expect(new URL(url).origin).toBe(BASE);
};

const segmentsOf = (url: string): string[] => new URL(url).pathname.split('/').slice(1);

const pairsOf = (params: Record<string, unknown>): [string, string][] =>
  Object.entries(params).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((element) => element !== null && element !== undefined)
      .map((element): [string, string] => [name, String(element)]),
  );

describe('a call with any params', () => {
  it('settles once, with at most one request to its host', async () => {
    await fc.assert(
      fc.asyncProperty(anything, endpointKind, async (params, kind) => {
        expectSound(await callOnce({ ...kind, params }));
      }),
      draws(100, 500),
    );
  });

  it('keeps the segments of its path template', async () => {
    await fc.assert(
      fc.asyncProperty(template, named, endpointKind, async (segments, params, kind) => {
        const captured = await callOnce({ ...kind, path: `/${segments.join('/')}`, params });
        expectSound(captured);
        for (const { url } of captured.requests) expect(segmentsOf(url)).toHaveLength(segments.length);
      }),
      draws(100, 500),
    );
  });

  it('sends only requests that the platform can send', async () => {
    await fc.assert(
      fc.asyncProperty(anything, async (params) => {
        const { requests } = await callOnce({ method: 'POST', params });
        for (const { url, init } of requests)
          expect(new globalThis.Request(url, init).url).toBe(`${BASE}/items`);
      }),
    );
  });
});

describe('a call with any path', () => {
  it('stays on the host of a baseUrl with a host', async () => {
    const wild = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[/\\@:.?%2eF\t a-c-]{0,12}$/));
    await fc.assert(
      fc.asyncProperty(wild, fc.constantFrom('', '/', '/v1', '/v1/?k=1'), async (path, base) => {
        expectSound(await callOnce({ path, params: { a: 1, b: 'x' }, baseUrl: BASE + base }));
      }),
      draws(100, 500),
    );
  });

  it('stays on the host of the page if the baseUrl has no host', async () => {
    const wild = fc.stringMatching(/^[/\\@:.?%2eF\t\n a-c-]{0,12}$/);
    await fc.assert(
      fc.asyncProperty(wild, fc.constantFrom('', '/', '/v1'), async (path, baseUrl) => {
        const { requests } = await callOnce({ path, params: { a: 1, b: 'x' }, baseUrl });
        for (const { url } of requests)
          expect(new URL(url, 'https://page.example').host).toBe('page.example');
      }),
      draws(100, 500),
    );
  });
});

describe('a request that was sent', () => {
  it('has a query that URLSearchParams can read back', async () => {
    const value = fc.oneof(
      scalar,
      fc.constant(null),
      fc.constant(undefined),
      fc.array(scalar, { maxLength: 4 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.dictionary(text, value), async (params) => {
        const { url } = await callOnce({ params });
        expect([...new URL(url).searchParams]).toEqual(pairsOf(params));
      }),
      draws(100, 500),
    );
  });

  it('has path params that decodeURIComponent can read back', async () => {
    const usable = scalar.filter((value) => !['', '.', '..'].includes(String(value)));
    await fc.assert(
      fc.asyncProperty(fc.array(usable, { minLength: 1, maxLength: 4 }), async (values) => {
        const path = values.map((_, at) => `/:p${at}`).join('');
        const { url } = await callOnce({
          path,
          params: Object.fromEntries(values.map((value, at) => [`p${at}`, value])),
        });
        expect(segmentsOf(url).map(decodeURIComponent)).toEqual(values.map(String));
      }),
      draws(100, 500),
    );
  });

  it('has a JSON body that JSON.parse can read back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(text, fc.jsonValue(), { minKeys: 1 }), async (params) => {
        expect((await callOnce({ method: 'POST', params })).body).toBe(JSON.stringify(params));
      }),
    );
  });

  it('contains every param in exactly one place', async () => {
    await fc.assert(
      fc.asyncProperty(endpointKind, fc.constantFrom(['a'], ['a', 'b'], []), async (kind, inPath) => {
        const params = { a: 'value-a', b: 'value-b', c: 'value-c' };
        const { url, body } = await callOnce({
          ...kind,
          path: `/x${inPath.map((name) => `/:${name}`).join('')}`,
          params,
        });
        const wire = JSON.stringify([url, body]);
        for (const value of Object.values(params)) expect(wire.split(value)).toHaveLength(2);
      }),
    );
  });
});
