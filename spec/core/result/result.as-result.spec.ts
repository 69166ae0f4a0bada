import { describe, expect, it } from 'vitest';
import { ApiError, type Middleware } from '../../../lib/index.js';
import { jsonResponse } from '../../../lib/entries/testing.js';
import { createTestClient, stubFetch } from '../../support/client.js';

const request = { method: 'GET', url: '/' };
const error = new ApiError({ kind: 'http', status: 500, request });

const failing = stubFetch({ data: { message: 'broken' }, status: 500 });

/** Returns the outcome of a call whose middleware returns `make` of the Result of `next()`. */
const homeFrom = async (make: (own: object) => unknown, fetch = failing) => {
  const middleware: Middleware = async (_ctx, next) => make(await next()) as never;
  return createTestClient({ fetch, endpoint: { middleware: [middleware] } }).api.call();
};

const response = jsonResponse({});

describe('a Result with an error (trap 29)', () => {
  it.each<[string, (own: object) => unknown]>([
    ['loses data that a middleware added', (own) => ({ ...own, data: 'fallback' })],
    ['loses data that a middleware wrote into it', (own) => Object.assign(own, { data: 'fallback' })],
    ['needs no data member', () => ({ error })],
    ['can have undefined data', (own) => ({ ...own, data: undefined })],
    ['needs nothing else', () => ({ data: null, error })],
  ])('%s', async (_what, make) => {
    const result = await homeFrom(make);
    expect(result).toMatchObject({ data: null, error: { kind: 'http', status: 500 } });
    expect(result.retry).toEqual(expect.any(Function));
  });
});

describe('a Result that a middleware keeps', () => {
  it('is not the object that the caller gets', async () => {
    let kept: { data: unknown; error: unknown } | undefined;
    const result = await homeFrom((own) => (kept = own as typeof kept));
    Object.assign(kept!, { data: 'late', error: null });
    expect(result).toMatchObject({ data: null, error: { kind: 'http' } });
  });
});

describe('a Result with data and without an error', () => {
  it.each<[string, (own: object) => unknown, unknown]>([
    ['is a success if the error is null', (own) => ({ ...own, error: null, data: 'fallback' }), 'fallback'],
    [
      'is a success if the error is undefined',
      (own) => ({ ...own, error: undefined, data: 'fallback' }),
      'fallback',
    ],
    ['is a success if it has only data', () => ({ data: 'made' }), 'made'],
    ['is a success if the data is null', (own) => ({ ...own, error: null }), null],
    ['is a success if the data is undefined', () => ({ data: undefined, error: null }), undefined],
    ['is a success if it has no prototype', () => Object.assign(Object.create(null), { data: 1 }), 1],
  ])('%s', async (_what, make, data) => {
    const result = await homeFrom(make);
    expect({ data: result.data, error: result.error }).toEqual({ data, error: null });
    expect(result.retry).toEqual(expect.any(Function));
  });
});

describe('another return value of a middleware', () => {
  it.each<[string, () => unknown, RegExp]>([
    ['nothing', () => undefined, /returned undefined/],
    ['null', () => null, /returned null/],
    ['a string', () => 'data', /returned a string/],
    ['an empty object', () => ({}), /returned an Object/],
    ['a Response', () => response, /returned a Response/],
    ['null as error, without data', () => ({ error: null }), /returned an Object/],
    ['an error of an unknown kind', () => ({ error: { kind: 'weird' } }), /returned an Object/],
    ['an error without a kind', () => ({ data: 1, error: new Error('boom') }), /returned an Object/],
    ['a string as error', () => ({ data: 1, error: 'boom' }), /returned an Object/],
    ['false as error', () => ({ data: 1, error: false }), /returned an Object/],
    ['a kind that every object inherits', () => ({ error: { kind: 'constructor' } }), /returned an Object/],
  ])("makes the call a 'middleware' error: %s", async (_what, make, sentence) => {
    const { data, error: found } = await homeFrom(make);
    expect({ data, kind: found?.kind }).toEqual({ data: null, kind: 'middleware' });
    expect((found?.body as Error).message).toMatch(sentence);
  });
});

describe('an incomplete error that a middleware builds', () => {
  it('becomes an ApiError named after the call, so that no param reaches message or report', async () => {
    const made: Middleware = async () => ({ error: { kind: 'http', status: 418 } }) as never;
    const { api } = createTestClient({ endpoint: { path: '/users/:id', middleware: [made] } });
    const { error: found } = await api.call({ id: 's3cret' });
    expect(found).toBeInstanceOf(ApiError);
    expect(found?.message).toBe('GET /users/:id returned 418');
    expect(JSON.stringify(found)).not.toContain('s3cret');
    expect(found?.request.url).toBe('http://api.test/users/s3cret');
  });

  it('is the cause of the ApiError when it is an Error', async () => {
    const own = Object.assign(new Error('mine'), { kind: 'network' });
    expect((await homeFrom(() => ({ error: own }))).error?.cause).toBe(own);
  });
});
