import { describe, expect, it } from 'vitest';
import { ApiError, type Middleware } from '../../../lib/index.js';
import { jsonResponse } from '../../../lib/entries/testing.js';
import { createTestClient, stubFetch } from '../../support/client.js';

const request = { method: 'GET', url: '/' };
const error = new ApiError({ kind: 'http', status: 500, request });

const failing = stubFetch({ data: { message: 'broken' }, status: 500 });

/** What the caller gets of a middleware that makes this of what `next()` gave. */
const homeFrom = async (make: (own: object) => unknown, fetch = failing) => {
  const middleware: Middleware = async (_ctx, next) => make(await next()) as never;
  return createTestClient({ fetch, endpoint: { middleware: [middleware] } }).api.call();
};

const response = jsonResponse({});

describe('an error wins (trap 29)', () => {
  it.each<[string, (own: object) => unknown]>([
    ['over data that a middleware put beside it', (own) => ({ ...own, data: 'fallback' })],
    ['over data that a middleware wrote into the Result', (own) => Object.assign(own, { data: 'fallback' })],
    ['without a data member', () => ({ error })],
    ['beside undefined data', (own) => ({ ...own, data: undefined })],
    ['of a Result with nothing else', () => ({ data: null, error })],
  ])('%s', async (_what, make) => {
    const result = await homeFrom(make);
    expect(result).toMatchObject({ data: null, error: { kind: 'http', status: 500 } });
    expect(result.retry).toEqual(expect.any(Function));
  });
});

describe('a Result that a middleware keeps', () => {
  it('is not the one that the caller gets', async () => {
    let kept: { data: unknown; error: unknown } | undefined;
    const result = await homeFrom((own) => (kept = own as typeof kept));
    Object.assign(kept!, { data: 'late', error: null });
    expect(result).toMatchObject({ data: null, error: { kind: 'http' } });
  });
});

describe('without an error a data member makes a success', () => {
  it.each<[string, (own: object) => unknown, unknown]>([
    ['with null for the error', (own) => ({ ...own, error: null, data: 'fallback' }), 'fallback'],
    ['with undefined for the error', (own) => ({ ...own, error: undefined, data: 'fallback' }), 'fallback'],
    ['with data alone', () => ({ data: 'made' }), 'made'],
    ['whatever the data are: null', (own) => ({ ...own, error: null }), null],
    ['whatever the data are: undefined', () => ({ data: undefined, error: null }), undefined],
    ['without a prototype', () => Object.assign(Object.create(null), { data: 1 }), 1],
  ])('%s', async (_what, make, data) => {
    const result = await homeFrom(make);
    expect({ data: result.data, error: result.error }).toEqual({ data, error: null });
    expect(result.retry).toEqual(expect.any(Function));
  });
});

describe("anything else is 'middleware'", () => {
  it.each<[string, () => unknown, RegExp]>([
    ['nothing', () => undefined, /returned undefined/],
    ['null', () => null, /returned null/],
    ['a text', () => 'data', /returned a string/],
    ['an empty object', () => ({}), /returned an Object/],
    ['a Response', () => response, /returned a Response/],
    ['null for an error, and no data', () => ({ error: null }), /returned an Object/],
    ['an error of an unknown kind', () => ({ error: { kind: 'weird' } }), /returned an Object/],
    ['an error without a kind', () => ({ data: 1, error: new Error('boom') }), /returned an Object/],
    ['a text for an error', () => ({ data: 1, error: 'boom' }), /returned an Object/],
    ['false for an error', () => ({ data: 1, error: false }), /returned an Object/],
    ['a kind of every object', () => ({ error: { kind: 'constructor' } }), /returned an Object/],
  ])('%s', async (_what, make, sentence) => {
    const { data, error: found } = await homeFrom(make);
    expect({ data, kind: found?.kind }).toEqual({ data: null, kind: 'middleware' });
    expect((found?.body as Error).message).toMatch(sentence);
  });
});

describe('an error that a middleware builds by half', () => {
  it('becomes an ApiError, named as those of the call: no param gets into message or report', async () => {
    const made: Middleware = async () => ({ error: { kind: 'http', status: 418 } }) as never;
    const { api } = createTestClient({ endpoint: { path: '/users/:id', middleware: [made] } });
    const { error: found } = await api.call({ id: 's3cret' });
    expect(found).toBeInstanceOf(ApiError);
    expect(found?.message).toBe('GET /users/:id returned 418');
    expect(JSON.stringify(found)).not.toContain('s3cret');
    expect(found?.request.url).toBe('http://api.test/users/s3cret');
  });

  it('is itself the cause, when it is an Error', async () => {
    const own = Object.assign(new Error('mine'), { kind: 'network' });
    expect((await homeFrom(() => ({ error: own }))).error?.cause).toBe(own);
  });
});
