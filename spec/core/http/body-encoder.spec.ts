import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { BodyStrategy, Middleware } from '../../../lib/index.js';
import { BASE, CalledOnce, callOnce, type CallOnceOptions, createTestClient } from '../../support/client.js';
import { flush } from '../../support/flush.js';
import { refusal, unsent } from '../../support/refusal.js';

const BINARY = 'application/octet-stream';

const typedArrays = [Int8Array, Uint8ClampedArray, Float64Array, BigUint64Array].map(
  (Type): [string, unknown, string] => [Type.name, new Type(2), BINARY],
);

describe('a call with a body (rules.md#bodies)', () => {
  it.each<[string, unknown, string | null]>([
    ['a string', 'hello', 'text/plain'],
    ['a FormData', new FormData(), null],
    ['a URLSearchParams', new URLSearchParams('a=1'), 'application/x-www-form-urlencoded'],
    ['a Blob', new Blob(['x']), BINARY],
    ['a Blob with its own type', new Blob(['x'], { type: 'image/png' }), BINARY],
    ['an ArrayBuffer', new ArrayBuffer(2), BINARY],
    ['an ArrayBuffer of another realm', runInNewContext('new ArrayBuffer(2)'), BINARY],
    ['a DataView', new DataView(new ArrayBuffer(2)), BINARY],
    ['a Buffer', Buffer.from('x'), BINARY],
    ['a Uint8Array of another realm', runInNewContext('new Uint8Array(2)'), BINARY],
    ...typedArrays,
    ['a ReadableStream', new ReadableStream(), BINARY],
  ])('sends %s unchanged', async (_kind, params, type) => {
    const { body, contentType } = await callOnce({ method: 'POST', params });
    expect(body).toBe(params);
    expect(contentType).toBe(type);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['an empty object', {}],
    ['an empty Map', new Map()],
  ])('sends neither body nor Content-Type for %s', async (_kind, params) => {
    const { body, contentType } = await callOnce({ method: 'POST', params });
    expect({ body, contentType }).toEqual({ body: null, contentType: null });
  });

  it.each(['POST', 'DELETE'] as const)(
    'sends neither body nor Content-Type when all params of a %s are in the path',
    async (method) => {
      const sent = await callOnce({ method, bodyAs: 'body', path: '/users/:id', params: { id: 7 } });
      expect({ url: sent.url, body: sent.body, contentType: sent.contentType }).toEqual({
        url: `${BASE}/users/7`,
        body: null,
        contentType: null,
      });
    },
  );

  it.each<[unknown, string]>([
    [{ a: 1, b: { c: [true, null] } }, '{"a":1,"b":{"c":[true,null]}}'],
    [{ a: null }, '{"a":null}'],
    [{ text: 'é\u2028"\n' }, JSON.stringify({ text: 'é\u2028"\n' })],
    [[1, 2], '[1,2]'],
  ])('sends %j as JSON', async (params, expected) => {
    const { body, contentType } = await callOnce({ method: 'POST', params });
    expect({ body, contentType }).toEqual({ body: expected, contentType: 'application/json' });
  });
});

describe('a Content-Type header of the user (rules.md#bodies)', () => {
  const mine = { 'Content-Type': 'application/vnd.me+json' };

  it.each<[string, CallOnceOptions]>([
    ['client', { client: { headers: mine } }],
    ['endpoint', { headers: mine }],
    ['call', { options: { headers: { 'content-type': 'application/vnd.me+json' } } }],
    ['call in a Headers object', { options: { headers: new Headers(mine) } }],
    ['call in pairs', { options: { headers: [['content-Type', 'application/vnd.me+json']] } }],
    [
      'middleware',
      {
        middleware: [
          ({ request }, next) => (request.headers.set('content-type', mine['Content-Type']), next()),
        ],
      },
    ],
  ])('overrides the default when it is set by the %s', async (_level, more) => {
    expect((await callOnce({ method: 'POST', params: { a: 1 }, ...more })).contentType).toBe(
      mine['Content-Type'],
    );
  });

  it.each<[string, unknown]>([
    ['a string', 'x'],
    ['a FormData', new FormData()],
    ['a Blob', new Blob(['x'], { type: 'image/png' })],
  ])('overrides the type of %s', async (_kind, params) => {
    expect((await callOnce({ method: 'POST', params, headers: mine })).contentType).toBe(
      mine['Content-Type'],
    );
  });
});

describe('trap 34: undefined is not sent as a string', () => {
  it('a call leaves out an undefined header, query value or body member', async () => {
    const headers = { 'x-a': undefined };
    const query = await callOnce({ params: { q: undefined }, options: { headers } });
    expect([query.url, query.headers.has('x-a')]).toEqual([`${BASE}/items`, false]);
    expect((await callOnce({ method: 'POST', params: { a: undefined, b: 1 } })).body).toBe('{"b":1}');
  });
});

describe('ReadableStream bodies (trap 28, rules.md#bodies)', () => {
  const failing = (): Response => new Response(null, { status: 503 });

  it.each<[unknown, string | undefined]>([
    [new ReadableStream(), 'half'],
    [{ a: 1 }, undefined],
    ['x', undefined],
    [undefined, undefined],
  ])('are the only bodies with duplex: %o has %o', async (params, duplex) => {
    expect((await callOnce({ method: 'POST', params })).init.duplex).toBe(duplex);
  });

  it.each([failing, () => new Response('{}')])(
    'are rejected on each retry(), with the advice to read them into a Blob or an ArrayBuffer',
    async (answer) => {
      const first = await callOnce({ method: 'POST', params: new ReadableStream(), answer });
      const second = await first.result.retry();
      const third = await second.retry();
      expect(first.requests).toHaveLength(1);
      for (const result of [second, third]) {
        expect(result).toMatchObject({ data: null, error: { kind: 'network', status: 0 }, response: null });
        expect((result.error!.body as TypeError).message).toMatch(/Blob.*ArrayBuffer/);
      }
    },
  );

  it('are rejected in a second call of the same client or another client', async () => {
    const options = { endpoint: { method: 'POST' } } as const;
    const [one, other] = [createTestClient(options), createTestClient(options)];
    const stream = new ReadableStream();
    await one.api.call(stream);
    refusal(new CalledOnce(await one.api.call(stream), one.requests.slice(1)));
    refusal(new CalledOnce(await other.api.call(stream), other.requests));
    expect((await one.api.call(new ReadableStream())).error).toBeNull();
  });

  it('are rejected on the second next() of a middleware, whose Result is final', async () => {
    const twice: Middleware = async (_ctx, next) => {
      await next();
      return next();
    };
    const { requests, result } = await callOnce({
      method: 'POST',
      params: new ReadableStream(),
      answer: failing,
      middleware: [twice],
    });
    expect(requests).toHaveLength(1);
    expect(result.error).toMatchObject({ kind: 'network', status: 0 });
  });

  it.each<[string, unknown]>([
    ['an object', { a: 1 }],
    ['a Blob', new Blob(['x'])],
  ])('are the exception: %s is sent again by retry()', async (_kind, params) => {
    const { requests, result } = await callOnce({ method: 'POST', params, answer: failing });
    expect((await result.retry()).error!.kind).toBe('http');
    expect(requests[1]!.body).toEqual(requests[0]!.body);
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

  it('encode what they accept, in their order, and leave the rest to the built-in ones', async () => {
    const second: BodyStrategy = {
      accepts: (value) => typeof value !== 'string',
      encode: () => ({ body: 'second', contentType: null }),
    };
    const client = { bodyStrategies: [packed, second] };
    const sent = [
      await callOnce({ method: 'POST', params: [1, 2], client }),
      await callOnce({ method: 'POST', params: { a: 1 }, client }),
    ];
    expect(sent.map(({ body, contentType }) => [body, contentType])).toEqual([
      ['packed 2', 'application/x-pack'],
      ['second', null],
    ]);
    expect((await callOnce({ method: 'POST', params: 'text', client })).contentType).toBe('text/plain');
  });

  it.each<[string, unknown]>([
    ['a string', 'x'],
    ['a Blob', new Blob(['x'])],
    ['a Set', new Set([1])],
    ['an object', { a: 1 }],
  ])('run before the built-in ones (%s)', async (_kind, params) => {
    const mine = accepting(() => ({ body: 'mine', contentType: 'application/x-mine' }));
    expect((await callOnce({ method: 'POST', params, ...mine })).body).toBe('mine');
  });

  it('send no Content-Type of their own if they return none', async () => {
    const mine = accepting(() => ({ body: new Uint8Array(1) }) as never);
    expect((await callOnce({ method: 'POST', params: { a: 1 }, ...mine })).contentType).toBeNull();
  });

  it("receive the params without the path params, and don't run when params go in the query", async () => {
    const mine = accepting((value) => ({ body: JSON.stringify(value), contentType: 'text/x' }));
    const sent = await callOnce({
      method: 'POST',
      path: '/items/:id',
      params: { id: 7, a: 1 },
      ...mine,
      headers: { 'content-type': 'text/y' },
    });
    expect({ url: sent.url, body: sent.body, contentType: sent.contentType }).toEqual({
      url: `${BASE}/items/7`,
      body: '{"a":1}',
      contentType: 'text/y',
    });
    const { url, body } = await callOnce({ params: { a: 1 }, ...mine });
    expect({ url, body }).toEqual({ url: `${BASE}/items?a=1`, body: null });
  });

  it.each(['encode', 'accepts'])(
    'send nothing when %s throws, and the error has the thrown value',
    async (which) => {
      const thrown = new RangeError('too big');
      const failing = (): never => {
        throw thrown;
      };
      const encode = which === 'encode' ? failing : () => ({ body: '', contentType: null });
      const mine = accepting(encode, which === 'accepts' ? failing : undefined);
      expect(unsent(await callOnce({ method: 'POST', params: { a: 1 }, ...mine })).body).toBe(thrown);
    },
  );
});

/** Imitates a file stream of Node, which must be destroyed. */
const openFile = () => ({
  destroyed: false,
  destroy(): void {
    this.destroyed = true;
  },
  on: (): void => undefined,
  [Symbol.asyncIterator]: () => ({
    next: () => new Promise<never>(() => {}),
    return: async () => ({ done: true as const, value: undefined }),
  }),
});

const read = async (body: unknown): Promise<string> => new Response(body as ReadableStream).text();

/** Returns an endpoint whose fetch reads the body, and the strings that it read. */
const reading = () => {
  const texts: string[] = [];
  const fetch = async (_url: string, { body }: RequestInit): Promise<Response> => {
    texts.push(await read(body));
    return new Response('{}');
  };
  return { texts, run: createTestClient({ fetch, endpoint: { method: 'POST' } }).api.call };
};

describe('an iterable body with any fetch (rules.md#bodies)', () => {
  it("is sent as a ReadableStream with duplex 'half'", async () => {
    const { body, init, contentType } = await callOnce({
      method: 'POST',
      params: (async function* () {})(),
    });
    expect(body).toBeInstanceOf(ReadableStream);
    expect({ duplex: init.duplex, contentType }).toEqual({
      duplex: 'half',
      contentType: 'application/octet-stream',
    });
  });

  it('sends its bytes and strings in order', async () => {
    const { texts, run } = reading();
    await run(
      (async function* () {
        yield 'a\ud83d';
        yield '\ude00';
        yield new Uint8Array([98]);
        yield new Uint8Array([99]).buffer;
        yield new DataView(new Uint8Array([0, 100]).buffer, 1);
      })(),
    );
    expect(texts).toEqual(['a😀bcd']);
  });

  it('fails the call with the error that it throws', async () => {
    const { run } = reading();
    const { error } = await run(
      (async function* () {
        yield 'a';
        throw new RangeError('midway');
      })(),
    );
    expect(error).toMatchObject({ kind: 'network', body: { message: 'midway' } });
  });

  it('leaves the response to fetch if fetch cancels the body while the iterator works on a part', async () => {
    for (const succeeds of [true, false]) {
      let settle!: () => void;
      const next = () =>
        new Promise<IteratorResult<unknown>>((resolve, reject) => {
          settle = () => (succeeds ? resolve({ value: 'late', done: false }) : reject(new Error('closed')));
        });
      const answering = async (_url: string, { body }: RequestInit): Promise<Response> => {
        const bytes = (body as ReadableStream).getReader();
        const part = bytes.read();
        await flush();
        await bytes.cancel();
        settle();
        await Promise.all([part, flush()]);
        return new Response('{}', { status: 413 });
      };
      const { api } = createTestClient({ fetch: answering, endpoint: { method: 'POST' } });
      const { error } = await api.call({ [Symbol.asyncIterator]: () => ({ next }) });
      expect(error?.status).toBe(413);
    }
  });

  it('has its iterator closed once, and only if a part is invalid', async () => {
    for (const parts of [['a'], ['a', 5]]) {
      let [at, ended] = [0, 0];
      const next = async (): Promise<unknown> =>
        at < parts.length ? { value: parts[at++], done: false } : { value: undefined, done: true };
      const iterator = { next, return: async () => ({ done: (ended += 1) > 0 }) };
      const { run } = reading();
      const { error } = await run({ [Symbol.asyncIterator]: () => iterator });
      expect([error === null, ended]).toEqual([parts.length === 1, parts.length === 1 ? 0 : 1]);
    }
  });

  it('is closed when the call ends before fetch reads it, even if it is a file', async () => {
    const { api } = createTestClient({ throws: new Error('down'), endpoint: { method: 'POST' } });
    const file = openFile();
    expect((await api.call(file)).error?.kind).toBe('network');
    expect(file.destroyed).toBe(true);
  });

  it('stays open for the call that sends it when a second call gets it too', async () => {
    const { api, requests } = createTestClient({ held: true, endpoint: { method: 'POST' } });
    const file = openFile();
    const first = api.call(file);
    expect((await api.call(file)).error?.message).toContain('was already sent');
    expect(file.destroyed).toBe(false);
    requests[0]!.answer({});
    await first;
    expect(file.destroyed).toBe(true);
  });
});
