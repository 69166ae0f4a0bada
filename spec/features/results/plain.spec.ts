import { describe, expect, it } from 'vitest';
import { createApi, defineRequest, toPlainResult } from '../../../lib/index.js';
import { jsonResponse } from '../../../lib/entries/testing.js';
import { type Fetch, stubFetch } from '../../support/client.js';

const ask = (fetch: Fetch) =>
  createApi({
    baseUrl: 'http://api.test',
    fetch,
    headers: { authorization: 'Bearer secret' },
    requests: {
      getUser: defineRequest<{ name: string }, { q?: string }>()({ method: 'GET', path: '/users/:id' }),
    },
  }).getUser({ id: 'secret', q: 'secret' });

describe('toPlainResult', () => {
  it('returns only the data of a success', async () => {
    await expect(toPlainResult(ask(stubFetch({ data: { name: 'Ada' } })))).resolves.toEqual({
      data: { name: 'Ada' },
      error: null,
    });
  });

  it.each([
    [
      'http',
      stubFetch({ data: { why: 'gone' }, status: 404 }),
      { kind: 'http', status: 404, body: { why: 'gone' } },
    ],
    ['network', stubFetch({ throws: new TypeError('fetch failed') }), { kind: 'network', status: 0 }],
    ['parse', async () => new Response('<p>'), { kind: 'parse', status: 200 }],
  ])('returns the error of a failure as toJSON returns it: %s', async (_kind, fetch, expected) => {
    const { data, error } = await toPlainResult(ask(fetch));
    expect(data).toBeNull();
    expect(error).toMatchObject({ name: 'ApiError', ...expected });
  });

  it("can be sent where a Response and functions can't", async () => {
    const result = await toPlainResult(ask(stubFetch({ data: null, status: 500 })));
    expect(structuredClone(result)).toEqual(result);
    expect(JSON.parse(JSON.stringify(result))).toEqual(result);
  });

  it('contains no header, no param and no query', async () => {
    expect(JSON.stringify(await toPlainResult(ask(stubFetch({ data: null, status: 500 }))))).not.toContain(
      'secret',
    );
  });

  it('accepts a settled Result synchronously', async () => {
    expect(toPlainResult(await ask(async () => jsonResponse({ name: 'Ada' })))).toEqual({
      data: { name: 'Ada' },
      error: null,
    });
  });
});
