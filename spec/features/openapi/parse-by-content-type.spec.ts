import { describe, expect, it } from 'vitest';
import { createApi, defineRequest } from '../../../lib/index.js';
import { parseByContentType } from '../../../lib/entries/openapi.js';

/** The outcome of a call of an endpoint with this parser. */
const ask = (body: string, type?: string, status = 200) => {
  const response = new Response(new TextEncoder().encode(body), { status });
  if (type !== undefined) response.headers.set('content-type', type);
  const requests = {
    get: defineRequest()({ method: 'GET', path: '/x', parseJson: parseByContentType }),
  };
  const api = createApi({ baseUrl: 'https://api.test', fetch: () => Promise.resolve(response), requests });
  return api.get();
};

describe('parseByContentType', () => {
  it.each(['text/plain', 'text/html; charset=utf-8', 'application/xml', 'application/atom+xml', 'TEXT/CSV'])(
    'leaves a body of the type %s as a string',
    async (type) => {
      expect((await ask('[1]', type)).data).toBe('[1]');
    },
  );

  it.each([
    'application/json',
    'text/json',
    'application/problem+json; v=1',
    'application/json; profile="https://api.test/xml"',
    'application/x-own',
    undefined,
  ])('parses a body of the type %s as JSON', async (type) => {
    expect((await ask('[1]', type)).data).toEqual([1]);
  });

  it('turns a body of another type into a parse error', async () => {
    expect((await ask('hello', 'application/json')).error?.kind).toBe('parse');
  });

  it('leaves the body of an error as JSON for every type', async () => {
    const { error } = await ask('<h1>Bad Gateway</h1>', 'text/html', 502);
    expect(error).toMatchObject({ kind: 'http', body: null, rawBody: '<h1>Bad Gateway</h1>' });
  });
});
