import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import type { BodyStrategy, Middleware } from '../../../lib/index.js';
import { BASE, call, Captured, endpoint, get, post, type Untyped } from '../../support/capture.js';
import { refusal, unsent } from '../../support/refusal.js';

const BINARY = 'application/octet-stream';

const typedArrays = [
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
].map((Type): [string, unknown, string] => [Type.name, new Type(2), BINARY]);

describe('request bodies (rules.md#bodies)', () => {
  it.each<[string, unknown, string | null]>([
    ['a string', 'hello', 'text/plain'],
    ['a string that is JSON', '{"a":1}', 'text/plain'],
    ['a FormData', new FormData(), null],
    ['a URLSearchParams', new URLSearchParams('a=1'), 'application/x-www-form-urlencoded'],
    ['a Blob', new Blob(['x']), BINARY],
    ['a Blob with a type of its own', new Blob(['x'], { type: 'image/png' }), BINARY],
    ['a File', new File(['x'], 'a.txt', { type: 'text/plain' }), BINARY],
    ['an ArrayBuffer', new ArrayBuffer(2), BINARY],
    ['an ArrayBuffer of another realm', runInNewContext('new ArrayBuffer(2)'), BINARY],
    ['a DataView', new DataView(new ArrayBuffer(2)), BINARY],
    ['a Buffer', Buffer.from('x'), BINARY],
    ['a Uint8Array of another realm', runInNewContext('new Uint8Array(2)'), BINARY],
    ...typedArrays,
    ['a ReadableStream', new ReadableStream(), BINARY],
  ])('sends %s as it is', async (_kind, params, type) => {
    const { body, contentType } = await post('/items', params);
    expect(body).toBe(params);
    expect(contentType).toBe(type);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['an empty object', {}],
    ['an empty object of another realm', runInNewContext('({})')],
    ['an empty object without a prototype', Object.create(null)],
    ['an empty Map', new Map()],
  ])('sends neither body nor Content-Type for %s', async (_kind, params) => {
    const { body, contentType } = await post('/items', params);
    expect([body, contentType]).toEqual([null, null]);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)(
    'sends neither when all params of a %s are in the path',
    async (method) => {
      const sent = await call({ method, bodyAs: 'body', path: '/users/:id', params: { id: 7 } });
      expect([sent.url, sent.body, sent.contentType]).toEqual([`${BASE}/users/7`, null, null]);
    },
  );

  it.each<[unknown, string]>([
    [{ a: 1, b: { c: [true, null] } }, '{"a":1,"b":{"c":[true,null]}}'],
    [{ a: null }, '{"a":null}'],
    [{ text: 'é\u2028"\n' }, JSON.stringify({ text: 'é\u2028"\n' })],
    [[1, 2], '[1,2]'],
  ])('sends %j as JSON', async (params, expected) => {
    const { body, contentType } = await post('/items', params);
    expect([body, contentType]).toEqual([expected, 'application/json']);
  });

  it.each(['GET', 'DELETE', 'HEAD', 'OPTIONS'] as const)('sends no body with a %s', async (method) => {
    const { body, contentType } = await call({ method, params: { a: 1 } });
    expect([body, contentType]).toEqual([null, null]);
  });
});

describe('what JSON has no text for (rules.md#bodies)', () => {
  const circular: Record<string, unknown> = { a: 1 };
  circular.self = circular;

  it.each<[string, unknown]>([
    ['a circular object', circular],
    ['a circular array', [circular]],
    ['a nested circle', { deep: { circular } }],
    ['a BigInt', { a: 1n }],
    ['a nested BigInt', { a: [{ b: 1n }] }],
    ['a BigInt in an array', [1n]],
  ])('sends nothing for %s', async (_kind, params) => {
    refusal(await post('/items', params));
  });
});

describe('the Content-Type of the caller wins (rules.md#bodies)', () => {
  const mine = { 'Content-Type': 'application/vnd.me+json' };

  it('set by the client', async () => {
    expect((await post('/items', { a: 1 }, { client: { headers: mine } })).contentType).toBe(
      mine['Content-Type'],
    );
  });

  it('set by the endpoint', async () => {
    expect((await post('/items', { a: 1 }, { headers: mine })).contentType).toBe(mine['Content-Type']);
  });

  it.each<[string, Untyped]>([
    ['an object', mine],
    ['in lower case', { 'content-type': 'application/vnd.me+json' }],
    ['in upper case', { 'CONTENT-TYPE': 'application/vnd.me+json' }],
    ['a Headers', new Headers(mine)],
    ['pairs', [['content-Type', 'application/vnd.me+json']]],
  ])('set by the call (%s)', async (_kind, headers) => {
    expect((await post('/items', { a: 1 }, { options: { headers } })).contentType).toBe(mine['Content-Type']);
  });

  it.each<[string, unknown]>([
    ['a string', 'x'],
    ['a FormData', new FormData()],
    ['a Blob', new Blob(['x'], { type: 'image/png' })],
    ['a URLSearchParams', new URLSearchParams('a=1')],
    ['a Uint8Array', new Uint8Array(1)],
    ['a ReadableStream', new ReadableStream()],
  ])('over that of %s', async (_kind, params) => {
    expect((await post('/items', params, { headers: mine })).contentType).toBe(mine['Content-Type']);
  });

  it('set by a middleware', async () => {
    const set: Middleware = (ctx, next) => {
      ctx.request.headers.set('content-type', 'application/vnd.me+json');
      return next();
    };
    expect((await post('/items', { a: 1 }, { middleware: [set] })).contentType).toBe(mine['Content-Type']);
  });

  it('unless it is undefined', async () => {
    const headers = { 'content-type': undefined };
    expect((await post('/items', { a: 1 }, { options: { headers } })).contentType).toBe('application/json');
  });
});

describe('trap 34: undefined is not sent as text', () => {
  it('leaves out an undefined header, query value and body member', async () => {
    const headers = { 'x-a': undefined };
    const query = await get('/items', { q: undefined }, { options: { headers } });
    expect([query.url, query.headers.has('x-a')]).toEqual([`${BASE}/items`, false]);
    expect((await post('/items', { a: undefined, b: 1 })).body).toBe('{"b":1}');
  });
});

describe('ReadableStream bodies (trap 28, rules.md#bodies)', () => {
  const failing = (): Response => new Response(null, { status: 503 });

  it('are sent with duplex half', async () => {
    expect((await post('/items', new ReadableStream())).init.duplex).toBe('half');
  });

  it.each<[string, unknown]>([
    ['JSON', { a: 1 }],
    ['text', 'x'],
    ['no', undefined],
  ])('alone: a request with %s body has no duplex', async (_kind, params) => {
    expect((await post('/items', params)).init.duplex).toBeUndefined();
  });

  it('are refused on result.retry()', async () => {
    const first = await post('/items', new ReadableStream(), { answer: failing });
    const second = await first.result.retry();
    expect(first.sent).toHaveLength(1);
    expect(second).toMatchObject({ data: null, error: { kind: 'network', status: 0 }, response: null });
    expect(second.error!.body).toBeInstanceOf(TypeError);
  });

  it('are refused with the advice to read them into a Blob or an ArrayBuffer', async () => {
    const { result } = await post('/items', new ReadableStream(), { answer: failing });
    expect(((await result.retry()).error!.body as Error).message).toMatch(/Blob.*ArrayBuffer/);
  });

  it('are refused on retry of a success as well', async () => {
    const first = await post('/items', new ReadableStream());
    await first.result.retry();
    expect(first.sent).toHaveLength(1);
  });

  it('are refused on every further retry', async () => {
    const first = await post('/items', new ReadableStream(), { answer: failing });
    const third = await (await first.result.retry()).retry();
    expect(third.error).toMatchObject({ kind: 'network', status: 0 });
    expect(first.sent).toHaveLength(1);
  });

  it('are refused in a second call', async () => {
    const { run, sent } = endpoint({ method: 'POST' });
    const stream = new ReadableStream();
    await run(stream);
    refusal(new Captured(await run(stream), sent.slice(1)));
  });

  it('are refused in a call of another client', async () => {
    const [one, other] = [endpoint({ method: 'POST' }), endpoint({ method: 'POST' })];
    const stream = new ReadableStream();
    await one.run(stream);
    refusal(new Captured(await other.run(stream), other.sent));
  });

  it('are refused on the second next() of a middleware, whose Result is the final one', async () => {
    const twice: Middleware = async (_ctx, next) => {
      await next();
      return next();
    };
    const { sent, result } = await post('/items', new ReadableStream(), {
      answer: failing,
      middleware: [twice],
    });
    expect(sent).toHaveLength(1);
    expect(result.error).toMatchObject({ kind: 'network', status: 0 });
  });

  it('may be sent by different calls when they are different streams', async () => {
    const { run, sent } = endpoint({ method: 'POST' });
    await run(new ReadableStream());
    expect((await run(new ReadableStream())).error).toBeNull();
    expect(sent).toHaveLength(2);
  });

  it.each<[string, unknown]>([
    ['a string', 'x'],
    ['an object', { a: 1 }],
    ['a Blob', new Blob(['x'])],
    ['a FormData', new FormData()],
    ['an ArrayBuffer', new ArrayBuffer(1)],
  ])('alone: %s is sent again by retry()', async (_kind, params) => {
    const { sent, result } = await post('/items', params, { answer: failing });
    expect((await result.retry()).error!.kind).toBe('http');
    expect(sent[1]!.body).toEqual(sent[0]!.body);
  });
});

describe('bodyStrategies of the client', () => {
  const packed: BodyStrategy = {
    accepts: (value) => Array.isArray(value),
    encode: (value) => ({
      body: `packed ${String((value as unknown[]).length)}`,
      contentType: 'application/x-pack',
    }),
  };
  const accepting = (encode: BodyStrategy['encode'], accepts: BodyStrategy['accepts'] = () => true) => ({
    client: { bodyStrategies: [{ accepts, encode }] },
  });

  it('encode what they accept', async () => {
    const { body, contentType } = await post('/items', [1, 2], { client: { bodyStrategies: [packed] } });
    expect([body, contentType]).toEqual(['packed 2', 'application/x-pack']);
  });

  it('leave the rest to the built-in ones', async () => {
    const { body, contentType } = await post('/items', { a: 1 }, { client: { bodyStrategies: [packed] } });
    expect([body, contentType]).toEqual(['{"a":1}', 'application/json']);
  });

  it('are asked in their order', async () => {
    const second: BodyStrategy = {
      accepts: () => true,
      encode: () => ({ body: 'second', contentType: null }),
    };
    const client = { bodyStrategies: [packed, second] };
    expect((await post('/items', [1], { client })).body).toBe('packed 1');
    expect((await post('/items', { a: 1 }, { client })).body).toBe('second');
  });

  it.each<[string, unknown]>([
    ['a string', 'x'],
    ['a Blob', new Blob(['x'])],
    ['a Set', new Set([1])],
    ['an object', { a: 1 }],
  ])('are asked before the built-in ones (%s)', async (_kind, params) => {
    const mine = accepting(() => ({ body: 'mine', contentType: 'application/x-mine' }));
    expect((await post('/items', params, mine)).body).toBe('mine');
  });

  it('set no Content-Type when theirs is null', async () => {
    const mine = accepting(() => ({ body: 'mine', contentType: null }));
    expect((await post('/items', { a: 1 }, mine)).contentType).toBeNull();
  });

  it('yield to the Content-Type of the caller', async () => {
    const mine = accepting(() => ({ body: 'mine', contentType: 'application/x-mine' }));
    const { contentType } = await post(
      '/items',
      { a: 1 },
      { ...mine, headers: { 'content-type': 'text/x' } },
    );
    expect(contentType).toBe('text/x');
  });

  it('are handed the params without those of the path', async () => {
    const mine = accepting((value) => ({ body: JSON.stringify(value), contentType: null }));
    const { url, body } = await post('/items/:id', { id: 7, a: 1 }, mine);
    expect([url, body]).toEqual([`${BASE}/items/7`, '{"a":1}']);
  });

  it('are not asked where params go in the query', async () => {
    const mine = accepting(() => ({ body: 'mine', contentType: null }));
    const { url, body } = await get('/items', { a: 1 }, mine);
    expect([url, body]).toEqual([`${BASE}/items?a=1`, null]);
  });

  it('send nothing when encode throws, and give what it threw', async () => {
    const thrown = new RangeError('too big');
    const mine = accepting(() => {
      throw thrown;
    });
    expect(unsent(await post('/items', { a: 1 }, mine)).body).toBe(thrown);
  });

  it('send nothing when accepts throws, and give what it threw', async () => {
    const thrown = new RangeError('no');
    const mine = accepting(
      () => ({ body: '', contentType: null }),
      () => {
        throw thrown;
      },
    );
    expect(unsent(await post('/items', { a: 1 }, mine)).body).toBe(thrown);
  });
});
