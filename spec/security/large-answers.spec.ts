import { describe, expect, it } from 'vitest';
import {
  cacheMiddleware,
  createApi,
  createGraphQL,
  type Middleware,
  Operation,
  paginate,
  Request,
  type Result,
} from '../../lib/index.js';
import { copyData } from '../../lib/features/cache-keys/copy-data.js';

// Code that wasn't linear in the size of the response took 15 seconds. Linear code takes a tenth of a second.
// The deadline is far from both.
const timeout = 5000;

const MANY = 1_000_000;
const MEMBERS = 200_000;
const DEEP = 100_000;

const texts: [string, () => string][] = [
  ['one string of 15 MB', () => JSON.stringify('x'.repeat(15e6))],
  ['an array of a million numbers', () => JSON.stringify(Array.from({ length: MANY }, (_, at) => at))],
  ['an array of a million strings', () => JSON.stringify(Array.from({ length: MANY }, String))],
  [
    'an object of many members',
    () => JSON.stringify(Object.fromEntries(Array.from({ length: MEMBERS }, (_, at) => [`k${at}`, at]))),
  ],
  ['arrays a hundred thousand levels deep', () => '['.repeat(DEEP) + ']'.repeat(DEEP)],
  ['objects a hundred thousand levels deep', () => '{"a":'.repeat(DEEP) + '1' + '}'.repeat(DEEP)],
  ['a number of a million digits', () => '1'.repeat(MANY)],
];

const answeredBy = (text: string) => async (): Promise<Response> => new Response(text);

const middlewares: [string, () => Middleware[]][] = [
  ['without middleware', () => []],
  ['through a cache', () => [cacheMiddleware()]],
];

describe.each(texts)('a response that is %s', (what, make) => {
  const text = make();
  const isObject = what.startsWith('object') || what.startsWith('an object');

  it.each(middlewares)('is read in time %s', async (_how, middleware) => {
    const requests = { read: new Request<Record<string, unknown>>({ method: 'GET', path: '/' }) };
    const options = {
      baseUrl: 'http://api.test',
      fetch: answeredBy(text),
      timeout,
      middleware: middleware(),
    };
    const api = createApi({ ...options, requests });
    for (let time = 0; time < 2; time += 1) {
      const { data, error } = await api.read();
      expect([error, typeof data]).toEqual([null, typeof JSON.parse(text)]);
    }
  });

  it('is read in time as a GraphQL response', async () => {
    const operations = { read: new Operation({ operation: '{ a }' }) };
    const api = createGraphQL({ endpoint: 'http://api.test', fetch: answeredBy(text), timeout, operations });
    const { error } = await api.read();
    expect(error?.kind).toBe('parse');
    expect(error?.body).toHaveLength(text.length);
  });

  it('is read in time as the data, the errors and an error body of GraphQL', async () => {
    const operations = { read: new Operation({ operation: '{ a }' }) };
    const ask = (body: string, status = 200): Promise<Result<unknown>> => {
      const fetch = async (): Promise<Response> => new Response(body, { status });
      return createGraphQL({ endpoint: 'http://api.test', fetch, timeout, operations }).read();
    };
    expect((await ask(`{"data":${text}}`)).error).toBeNull();
    expect((await ask(`{"errors":[${text}]}`)).error?.kind).toBe('http');
    expect((await ask(text, 500)).error?.kind).toBe('http');
  });

  it('is read in time as an error body, which toJSON can write', async () => {
    const requests = { read: new Request({ method: 'GET', path: '/' }) };
    const fetch = async (): Promise<Response> => new Response(text, { status: 500 });
    const { error } = await createApi({ baseUrl: 'http://api.test', fetch, timeout, requests }).read();
    expect(error?.kind).toBe('http');
    // A logger can serialize the error, however deep the body is.
    expect(JSON.stringify(error).length).toBeLessThan(text.length + 1000);
  });

  it('is read in time as a page', async () => {
    const requests = { read: new Request<Record<string, unknown>>({ method: 'GET', path: '/' }) };
    const api = createApi({ baseUrl: 'http://api.test', fetch: answeredBy(text), timeout, requests });
    for await (const page of paginate(api.read, {}, { next: () => null })) expect(page.error).toBeNull();
  });

  it('is copied at every depth', () => {
    const data: unknown = JSON.parse(text);
    const copy = copyData(data);
    if (typeof data === 'object') expect(Object.is(copy, data)).toBe(false);
    if (isObject) expect(Object.keys(copy as object)).toEqual(Object.keys(data as object));
  });
});
