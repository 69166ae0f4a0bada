import { describe, expect, it, vi } from 'vitest';
import { setImmediate } from 'node:timers/promises';
import {
  cacheMiddleware,
  type CallOptions,
  createApi,
  type Middleware,
  type CallNote,
  Request,
} from '../../../lib/index.js';
import { type Observer, observe, observers } from '../../../lib/entries/observe.js';
import { reader } from '../../../lib/entries/stream.js';
import { createTestClient, stubFetch, type TestClientOptions } from '../../support/client.js';
import { flush } from '../../support/flush.js';
import { heldFetch } from '../../support/held-fetch.js';
import { recorder } from '../../support/recorder.js';

/** A client with one endpoint and an observer. */
const watched = (setup: TestClientOptions = {}) => {
  const seen = recorder();
  return { seen, api: createTestClient({ observers: observers(seen.observer), ...setup }).api };
};

const ONE_REQUEST = [
  '1 call call',
  '1 attempt 1',
  '1 attempt 1 response 200',
  '1 attempt 1 end ok',
  '1 end ok',
];

describe('call and end are called for every call', () => {
  const stuck: Middleware = () => new Promise(() => {});
  const failing: Middleware = () => Promise.reject(new Error('mine'));
  const own: Middleware = async () => ({ data: 1 }) as never;
  const sent = (end: string): string[] => [
    '1 call call',
    '1 attempt 1',
    `1 attempt 1 end ${end}`,
    `1 end ${end}`,
  ];

  it.each<[string, TestClientOptions, CallOptions, string[]]>([
    ['that gets a response', {}, {}, ONE_REQUEST],
    ['whose params are rejected', { endpoint: { path: '/:id' } }, {}, ['1 call call', '1 end network']],
    ['whose options are rejected', {}, { headers: { 'a b': '1' } }, ['1 call call', '1 end network']],
    ['without a fetch', { fetch: 'none' as never }, {}, ['1 call call', '1 end network']],
    ['that a middleware returns a Result for', {}, { middleware: [own] }, ['1 call call', '1 end ok']],
    ['whose middleware throws', {}, { middleware: [failing] }, ['1 call call', '1 end middleware']],
    ['whose middleware hangs', {}, { middleware: [stuck], timeout: 20 }, ['1 call call', '1 end timeout']],
    [
      'that times out while fetch ignores its signal',
      { fetch: stubFetch({ held: true, ignoresSignal: true }) },
      { timeout: 20 },
      sent('timeout'),
    ],
    [
      'that is aborted before it is sent',
      {},
      { signal: AbortSignal.abort() },
      ['1 call call', '1 end abort'],
    ],
  ])('%s', async (_what, setup, options, lines) => {
    const { seen, api } = watched(setup);
    await api.call({}, options);
    expect(seen.lines).toEqual(lines);
  });

  it('that is aborted after it is sent', async () => {
    const { seen, api } = watched({ fetch: stubFetch({ held: true }) });
    const controller = new AbortController();
    const call = api.call({}, { signal: controller.signal });
    await flush();
    controller.abort();
    await call;
    expect(seen.lines).toEqual(sent('abort'));
  });

  it('that a cache serves', async () => {
    const { seen, api } = watched({ middleware: [cacheMiddleware({ ttl: 1000 })] });
    await api.call();
    seen.since();
    await api.call();
    expect(seen.lines.filter((line) => !line.includes('note'))).toEqual(['2 call call', '2 end ok']);
  });

  it('that a newer call supersedes', async () => {
    const { fetch, requests } = heldFetch();
    const { seen, api } = watched({ fetch: vi.fn(fetch), endpoint: { dedupe: true } });
    const older = api.call();
    await flush();
    const newer = api.call();
    await older;
    await flush();
    requests[1]?.answer({});
    await newer;
    expect(seen.lines.filter((line) => line.startsWith('1'))).toEqual(sent('abort'));
    expect(seen.lines.at(-1)).toBe('2 end ok');
  });

  it('from retry() of a Result, with the number of the call that returned that Result', async () => {
    const { seen, api } = watched();
    const first = await api.call();
    const second = await first.retry();
    await second.retry();
    expect(seen.lines.filter((line) => line.includes('call call'))).toEqual([
      '1 call call',
      '2 call call, retry of 1',
      '3 call call, retry of 2',
    ]);
    expect(seen.lines).toHaveLength(15);
  });
});

describe('the call record of an observer', () => {
  it('has a number that counts up over all clients', async () => {
    const first = watched();
    const second = watched();
    await first.api.call();
    await second.api.call();
    await first.api.call();
    const [one, two] = first.seen.calls.map(({ id }) => id);
    expect([second.seen.calls[0]!.id - one!, two! - one!]).toEqual([1, 2]);
  });

  it("has the endpoint's name, and the client's name if there is one", async () => {
    const named = watched({ name: 'shop' });
    await named.api.call();
    await named.api.withHeaders({ a: '1' }).call();
    const unnamed = watched();
    await unnamed.api.call();
    expect(named.seen.calls).toMatchObject([{ client: 'shop', name: 'call' }, { client: 'shop' }]);
    expect(unnamed.seen.calls[0]?.client).toBeUndefined();
  });

  it('has the timeout that options of any level set, or undefined', async () => {
    const { seen, api } = watched({ timeout: 5000 });
    await api.call();
    await api.call({}, { timeout: 70.5 });
    await api.call({}, { timeout: 0 });
    expect(seen.calls.map(({ deadline }) => deadline)).toEqual([5000, 70, undefined]);
  });

  it('has the current request, even after the middleware ran', async () => {
    const sign: Middleware = (ctx, next) => {
      ctx.request.setHeader('x-key', '1');
      return next();
    };
    const { seen, api } = watched({ middleware: [sign], endpoint: { path: '/things/:id' } });
    await api.call({ id: 7, q: 'a' });
    const { request } = seen.calls[0]!;
    expect(request).toMatchObject({ method: 'GET', path: '/things/:id', params: { id: 7, q: 'a' } });
    expect([request.url, request.getHeader('x-key')]).toEqual(['http://api.test/things/7?q=a', '1']);
  });

  it('can be read for a rejected call too', async () => {
    const { seen, api } = watched({ endpoint: { path: '/things/:id' } });
    await api.call({});
    const { request, deadline } = seen.calls[0]!;
    const { url, method, body } = request;
    expect({ method, url, body, deadline }).toEqual({
      method: 'GET',
      url: 'http://api.test/things/:id',
      body: null,
      deadline: undefined,
    });
    expect([request.getHeader('a'), request.headerRecord()]).toEqual([undefined, {}]);
  });
});

describe('the end hook receives the Result', () => {
  it.each<[string, TestClientOptions]>([
    ['a success', {}],
    ['an error', { fetch: stubFetch({ data: {}, status: 503 }) }],
  ])('of %s', async (_what, setup) => {
    const { seen, api } = watched(setup);
    const result = await api.call();
    expect(seen.ends).toEqual([result]);
    expect(seen.ends[0]?.data).toBe(result.data);
    expect(seen.ends[0]?.error).toBe(result.error);
  });

  it('of the last attempt of a retried call', async () => {
    const again: Middleware = async (_ctx, next) => {
      const result = await next();
      return result.error ? next() : result;
    };
    const { seen, api } = watched({ answers: [503, {}], middleware: [again] });
    await api.call();
    expect(seen.lines).toEqual([
      '1 call call',
      '1 attempt 1',
      '1 attempt 1 response 503',
      '1 attempt 1 end http 503',
      '1 attempt 2',
      '1 attempt 2 response 200',
      '1 attempt 2 end ok',
      '1 end ok',
    ]);
  });

  it('in a separate copy for each observer, so that changes affect no other observer', async () => {
    const spoil = (result: object): void => void Object.assign(result, { data: 'spoilt', error: 'spoilt' });
    const spoiler = { call: () => ({ attempt: () => ({ end: spoil }), end: spoil }) };
    const seen = recorder();
    const { api } = createTestClient({ observers: observers(spoiler, seen.observer) });
    const result = await api.call();
    expect(result).toMatchObject({ data: { n: 1 }, error: null });
    expect([...seen.ends, ...seen.attemptEnds]).toMatchObject([{ error: null }, { error: null }]);
  });

  it('before the caller receives it', async () => {
    const { seen, api } = watched();
    await api.call().then(() => seen.lines.push('home'));
    expect(seen.lines).toEqual([...ONE_REQUEST, 'home']);
  });
});

describe('a note', () => {
  it('of a middleware reaches the observers unchanged, in the order of events', async () => {
    const notes: CallNote[] = [
      { type: 'before', of: { a: 1 } },
      { type: 'wait', ms: 5, why: 'queue' },
    ];
    const told: unknown[] = [];
    const noting: Middleware = async ({ request }, next) => {
      request.note(notes[0]!);
      const result = await next();
      request.note(notes[1]!);
      return result;
    };
    const { seen, api } = watched({ middleware: [noting] });
    observe(api, { call: () => ({ note: (note) => void told.push(note) }) });
    await api.call();
    const lines = seen.lines.filter((line) => !line.includes('attempt'));
    expect(lines).toEqual(['1 call call', '1 note before', '1 note wait', '1 end ok']);
    expect(told).toEqual(notes);
  });
});

describe('a call with a reader of streams', () => {
  interface Opened {
    done(items: number): void;
    fail(): void;
    again(): Promise<unknown>;
  }

  const lines = reader<Opened>({
    open: (body) => ({
      done: (items) => body.end(undefined, { items }),
      fail: () => body.end(body.error('parse', new Error('torn')), { items: 1 }),
      again: () => body.again({ 'last-event-id': '7' }),
    }),
  });

  const streaming = (...others: Observer[]) => {
    const seen = recorder();
    const api = createApi({
      baseUrl: 'http://api.test',
      fetch: stubFetch(),
      observers: observers(...others, seen.observer),
      requests: { open: new Request<{}, Opened>({ method: 'GET', path: '/stream', responseType: lines }) },
    });
    return { api, seen };
  };

  const opened = ['1 call open', '1 attempt 1', '1 attempt 1 response 200', '1 attempt 1 end ok'];

  it('ends when the stream ends, with the number of its items', async () => {
    const { api, seen } = streaming();
    const { data } = await api.open();
    await setImmediate();
    expect(seen.lines).toEqual(opened);
    data?.done(3);
    expect(seen.lines.slice(4)).toEqual(['1 end ok, stream ok, 3 items']);
  });

  it('reports the error of the stream, and the Result that the caller received', async () => {
    const { api, seen } = streaming();
    const result = await api.open();
    result.data?.fail();
    result.data?.done(9);
    expect(seen.lines.slice(4)).toEqual(['1 end ok, stream parse, 1 items']);
    expect(seen.ends).toEqual([result]);
  });

  it('ends at once and without a stream if it is not opened', async () => {
    const { api, seen } = streaming();
    await api.open({}, { signal: AbortSignal.abort() });
    expect(seen.lines).toEqual(['1 call open', '1 end abort']);
  });

  it('sends a further attempt of the same call', async () => {
    const { api, seen } = streaming();
    const { data } = await api.open();
    await data?.again();
    expect(seen.lines.slice(4)).toEqual(['1 attempt 2', '1 attempt 2 response 200', '1 attempt 2 end ok']);
    expect(seen.attempts[1]?.request.getHeader('last-event-id')).toBe('7');
    data?.done(5);
    expect(seen.lines.at(-1)).toBe('1 end ok, stream ok, 5 items');
  });

  it('has a request that is marked as streaming', async () => {
    const { api, seen } = streaming();
    (await api.open()).data?.done(0);
    expect(seen.calls[0]?.request.streams).toBe(true);
  });

  it("reports the stream's end to each observer in a separate copy", async () => {
    const { api, seen } = streaming({
      call: () => ({ end: (_result, end) => void Object.assign(end ?? {}, { items: 0 }) }),
    });
    (await api.open()).data?.done(3);
    expect(seen.lines.at(-1)).toBe('1 end ok, stream ok, 3 items');
  });
});
