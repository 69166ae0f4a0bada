import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GeneratedClients } from '../support/generated-client.js';
import { answers, NOTHING, param, takes } from '../support/open-api.js';

const clients = new GeneratedClients();
beforeAll(() => clients.start());
afterAll(() => clients.close());

const LIST = { type: 'array', items: { type: 'string' } };
const OBJECT = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } };
const list = ['x y', 'z'];
const object = { a: '1', b: '&' };

describe('the sent params of a generated endpoint (rules.md#generated-clients)', () => {
  it.each([
    ['/users/{id}/{name}.{ext}', '/users/a%2Fb/x.json', { id: 'a/b', name: 'x', ext: 'json' }],
    ['/f(x={x})', '/f(x=1)', { x: 1 }],
    ['/teams/{team-slug}/v{api.version}', '/teams/a/v2', { 'team-slug': 'a', 'api.version': 2 }],
    ['/:batch', '/%3Abatch', {}],
    ['/items?fixed=1', '/items?fixed=1', {}],
  ])('fill the path %s', async (path, url, params) => {
    const parameters = Object.keys(params).map((name) => param('path', name));
    const { arrived } = await clients.call({ parameters }, params, { path });
    expect(arrived.url).toBe(url);
  });

  it.each([
    ['an array', LIST, {}, list, 'q=x+y&q=z'],
    ['an array with spaces', LIST, { style: 'spaceDelimited', explode: false }, list, 'q=x+y%20z'],
    ['an array with pipes', LIST, { style: 'pipeDelimited', explode: false }, list, 'q=x+y|z'],
    ['an object', OBJECT, {}, object, 'a=1&b=%26'],
    ['a deep object', OBJECT, { style: 'deepObject' }, object, 'q[a]=1&q[b]=%26'],
  ])('are serialized in a query: %s', async (_, schema, rest, value, query) => {
    const { arrived } = await clients.call({ parameters: [param('query', 'q', schema, rest)] }, { q: value });
    expect(decoded(arrived.url)).toBe(decoded(`/things?${query}`));
  });

  it('are sent as JSON if the parameter has a content', async () => {
    const parameters = [{ in: 'query', name: 'q', content: { 'application/json': { schema: OBJECT } } }];
    const { arrived } = await clients.call({ parameters }, { q: object });
    expect(new URL(arrived.url ?? '', 'http://x').searchParams.get('q')).toBe('{"a":"1","b":"&"}');
  });

  it('reach the query, the headers and the cookies under their own names', async () => {
    const parameters = [
      param('path', 'id'),
      param('query', 'id'),
      param('header', 'id'),
      param('header', 'x-list', LIST),
      param('cookie', 'sid'),
    ];
    const params = { id: '1', id_query: '2', id_header: '3', 'x-list': ['a', 'b'], sid: '4' };
    const { arrived } = await clients.call({ parameters }, params, { path: '/{id}' });
    expect(arrived.url).toBe('/1?id=2');
    expect(arrived.headers).toMatchObject({ id: '3', 'x-list': 'a,b', cookie: 'sid=4' });
  });

  it('are not sent if the caller omits them', async () => {
    const parameters = [
      param('query', 'q'),
      param('header', 'x-a'),
      param('cookie', 'sid'),
      param('query', 'l', LIST, { explode: false }),
    ];
    const { arrived } = await clients.call({ parameters });
    expect(arrived.url).toBe('/things');
    expect(Object.keys(arrived.headers)).not.toEqual(expect.arrayContaining(['x-a']));
    expect(arrived.headers.cookie).toBeUndefined();
  });

  it('are sent like any other under the name __proto__', async () => {
    const parameters = [param('query', '__proto__', LIST, { explode: false })];
    const { arrived } = await clients.call({ parameters }, JSON.parse('{"__proto__":["a","b"]}') as object);
    expect(decoded(arrived.url)).toBe('/things?__proto__=a,b');
  });
});

describe('the sent body of a generated endpoint (rules.md#generated-clients)', () => {
  const post = async (requestBody: object, body: unknown, method = 'post') => {
    const { arrived } = await clients.call({ requestBody }, { body }, { method });
    return { type: arrived.headers['content-type']?.split(';')[0], body: arrived.body };
  };

  it.each([
    ['an object', { a: '1' }, '{"a":"1"}'],
    ['a string', 'x', '"x"'],
  ])('is JSON: %s', async (_, value, text) => {
    expect(await post(takes({}), value)).toEqual({ type: 'application/json', body: text });
  });

  it('has the JSON content type of the document', async () => {
    const type = 'application/merge-patch+json';
    expect(await post(takes(OBJECT, type), object, 'patch')).toEqual({ type, body: '{"a":"1","b":"&"}' });
  });

  it('is a string with the content type of the document, for a DELETE too', async () => {
    const type = 'application/xml';
    expect(await post(takes({ type: 'string' }, type), '<a/>', 'delete')).toEqual({ type, body: '<a/>' });
  });

  it('is binary data with the content type of the document', async () => {
    expect(await post(takes({}, 'image/png'), new Blob(['x']))).toEqual({ type: 'image/png', body: 'x' });
  });

  it('is URL-encoded, with each member serialized as its encoding requires', async () => {
    const schema = { type: 'object', properties: { csv: LIST, list: LIST, object: OBJECT } };
    const encoding = { csv: { style: 'form', explode: false } };
    const sent = await post(takes(schema, 'application/x-www-form-urlencoded', { encoding }), {
      csv: list,
      list,
      object,
    });
    expect(sent.type).toBe('application/x-www-form-urlencoded');
    expect(Object.fromEntries(new URLSearchParams(sent.body))).toMatchObject({
      csv: 'x y,z',
      object: '{"a":"1","b":"&"}',
    });
    expect(new URLSearchParams(sent.body).getAll('list')).toEqual(list);
  });

  it('is multipart, with files and JSON among its parts', async () => {
    const schema = {
      type: 'object',
      properties: { file: { type: 'string', format: 'binary' }, meta: OBJECT },
    };
    const sent = await post(takes(schema, 'multipart/form-data'), {
      file: new Blob(['bytes']),
      meta: { a: '1' },
    });
    expect(sent.type).toBe('multipart/form-data');
    expect(sent.body).toMatch(/name="file"; filename="[^"]*"\r\n[^]*bytes/);
    expect(sent.body).toMatch(/name="meta"[^]*application\/json[^]*\{"a":"1"\}/);
  });

  it('is omitted if it is optional and the caller omits it', async () => {
    const { arrived } = await clients.call(
      { requestBody: { content: { 'application/json': {} } } },
      {},
      { method: 'post' },
    );
    expect([arrived.body, arrived.headers['content-type']]).toEqual(['', undefined]);
  });
});

describe('a generated endpoint (rules.md#generated-clients)', () => {
  const dataOf = async (responses: object, reply: object) =>
    (await clients.call({ responses }, {}, { reply })).result;

  it('reads JSON, and requests it if the document has other content types, too', async () => {
    const content = { 'application/json': {}, 'text/csv': {} };
    const { arrived, result } = await clients.call(
      { responses: { 200: { description: '', content } } },
      {},
      { reply: { body: '[1]' } },
    );
    expect({ accept: arrived.headers.accept, data: result.data }).toEqual({
      accept: 'application/json',
      data: [1],
    });
  });

  it('reads JSON or an empty response', async () => {
    const responses = { 200: answers({}), 204: NOTHING };
    expect((await dataOf(responses, { body: '[1]' })).data).toEqual([1]);
    expect(await dataOf(responses, { status: 204, body: '' })).toMatchObject({
      data: undefined,
      error: null,
    });
  });

  it('reads strings and binary data', async () => {
    expect(
      (await dataOf({ 200: answers({}, 'text/csv') }, { contentType: 'text/csv', body: 'a,b' })).data,
    ).toBe('a,b');
    const { data } = await dataOf({ 200: answers({}, 'image/png') }, { contentType: 'image/png', body: 'x' });
    expect(await (data as Blob).text()).toBe('x');
  });

  it.each([
    ['JSON', answers({})],
    ['text', answers({}, 'text/csv')],
    ['bytes', answers({}, 'image/png')],
    ['nothing', NOTHING],
  ])('reads errors as JSON when the data is %s', async (_, success) => {
    const responses = { 200: success, 404: answers(OBJECT, 'application/problem+json') };
    const reply = { status: 404, contentType: 'application/problem+json', body: '{"a":"gone"}' };
    expect((await dataOf(responses, reply)).error).toMatchObject({
      kind: 'http',
      status: 404,
      body: { a: 'gone' },
    });
  });

  it('reads errors as a string if the document has no other type', async () => {
    const responses = { 200: answers({}), 400: answers({}, 'text/plain') };
    const { error } = await dataOf(responses, { status: 400, contentType: 'text/plain', body: 'no' });
    expect(error?.body).toBe('no');
  });
});

const decoded = (url: string | undefined): string => decodeURIComponent(String(url).replaceAll('+', ' '));
