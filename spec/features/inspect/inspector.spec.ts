import { describe, expect, it, vi } from 'vitest';
import fc from 'fast-check';
import {
  cacheMiddleware,
  collect,
  createApi,
  defineRequest,
  paginate,
  poll,
  retryMiddleware,
} from '../../../lib/index.js';
import {
  type Inspector,
  inspector,
  type InspectorOptions,
  type SeenCall,
} from '../../../lib/entries/inspect.js';
import { observers } from '../../../lib/entries/observe.js';
import { inspectorBy } from '../../../lib/features/inspect/inspector.js';
import { events } from '../../../lib/entries/sse.js';
import { bytes, jsonLines } from '../../../lib/entries/stream.js';
import { jsonResponse, mockFetch } from '../../../lib/entries/testing.js';
import { draws } from '../../support/effort.js';
import { flush } from '../../support/flush.js';
import { heldFetch } from '../../support/held-fetch.js';
import { ManualClock } from '../../support/manual-clock.js';
import { createTestClient, stubFetch, type TestClientOptions } from '../../support/client.js';
import { endless } from '../../support/streams.js';
import { until } from '../../support/until.js';

const inspected = (setup: TestClientOptions = {}, options: InspectorOptions = {}) => {
  const seen = inspector(options);
  return { seen, api: createTestClient({ observers: observers(seen), ...setup }).api };
};

const only = ({ calls }: Inspector): SeenCall => {
  expect(calls).toHaveLength(1);
  return calls[0]!;
};

describe('the record of a call (rules.md#inspector)', () => {
  it('contains its request, response, bodies and outcome', async () => {
    const { seen, api } = inspected({
      name: 'shop',
      headers: { 'x-own': '1' },
      timeout: 5000,
      endpoint: { method: 'POST' },
      fetch: stubFetch({ data: { n: 1 }, status: 201 }),
    });
    await api.call({ a: 1 });
    await flush();
    expect(only(seen)).toMatchObject({
      client: 'shop',
      name: 'call',
      method: 'POST',
      url: 'http://api.test/things',
      deadline: 5000,
      outcome: { kind: 'ok', status: 201 },
      notes: [],
      attempts: [
        {
          number: 1,
          request: {
            method: 'POST',
            url: 'http://api.test/things',
            headers: { 'content-type': 'application/json', 'x-own': 'REDACTED' },
            body: { text: '{"a":1}' },
          },
          response: {
            status: 201,
            headers: { 'content-type': 'application/json' },
            body: { text: '{"n":1}' },
          },
          outcome: { kind: 'ok', status: 201 },
        },
      ],
    });
  });

  it('is plain data', async () => {
    const { seen, api } = inspected();
    await api.call();
    await flush();
    expect(JSON.parse(JSON.stringify(seen.calls))).toEqual(seen.calls);
  });

  it('contains an error with its kind, its status and its message', async () => {
    const { seen, api } = inspected({ fetch: stubFetch({ data: { why: 'gone' }, status: 410 }) });
    await api.call();
    await flush();
    expect(only(seen).outcome).toMatchObject({
      kind: 'http',
      status: 410,
      message: expect.stringContaining('410'),
    });
    expect(only(seen).attempts[0]?.response?.body).toEqual({ text: '{"why":"gone"}' });
  });

  it('exists for a call that sent nothing', async () => {
    const { seen, api } = inspected({ endpoint: { path: '/users/:id' } });
    await api.call();
    expect(only(seen)).toMatchObject({ attempts: [], outcome: { kind: 'network', status: 0 } });
  });

  it('of a running call has no outcome', async () => {
    const held = heldFetch();
    const { seen, api } = inspected({ fetch: held.fetch });
    void api.call();
    await flush();
    expect(Object.keys(only(seen))).not.toContain('outcome');
    expect(only(seen).attempts).toHaveLength(1);
  });
});

describe('the recorded attempts of a call', () => {
  const BUSY = jsonResponse(null, { status: 503 });

  it('have their waits between them', async () => {
    const { seen, api } = inspected({
      answers: [BUSY, BUSY, {}],
      middleware: [retryMiddleware({ delay: () => 1 })],
    });
    await api.call();
    const { attempts, notes } = only(seen);
    expect(attempts.map(({ outcome }) => outcome?.status)).toEqual([503, 503, 200]);
    expect(notes).toMatchObject([
      { type: 'wait', ms: expect.any(Number), why: 'retry' },
      { type: 'wait', ms: expect.any(Number), why: 'retry' },
    ]);
  });

  it('separate the wait for the response from the reading of its body', () => {
    const clock = new ManualClock();
    clock.move(1000);
    const seen = inspectorBy(clock);
    const observed = seen.call({
      ...{ id: 1, name: 'a', client: undefined, operation: undefined, context: {}, deadline: undefined },
      origin: undefined,
      urlTemplate: '/a',
      request: { method: 'GET', url: '/a', streams: false } as never,
    })!;
    const request = { method: 'GET', url: '/a', body: null, headerRecord: () => ({}) };
    const attempt = observed.attempt?.({ number: 1, request: request as never });
    clock.move(30);
    attempt?.response?.(new Response('x'));
    clock.move(12);
    attempt?.end?.({
      data: 'x',
      error: null,
      status: 200,
      response: new Response(),
      retry: async () => null as never,
    });
    expect(only(seen).attempts[0]).toMatchObject({ startedAt: 1000, answeredAt: 1030, endedAt: 1042 });
    expect(seen.toHar().log.entries[0]).toMatchObject({
      startedDateTime: '1970-01-01T00:00:01.000Z',
      timings: { send: 0, wait: 30, receive: 12 },
    });
  });

  it('name the call whose request they joined', async () => {
    const held = heldFetch();
    const { seen, api } = inspected({ fetch: held.fetch, endpoint: { share: true } });
    const both = [api.call(), api.call()];
    await flush();
    held.requests[0]!.answer(1);
    await Promise.all(both);
    const [leader, other] = seen.calls;
    expect(leader?.attempts[0]?.joined).toBeUndefined();
    expect(other?.attempts[0]?.joined).toBe(leader?.id);
    expect(seen.toHar().log.entries).toHaveLength(1);
  });
});

describe('related calls', () => {
  it('name the call that superseded them', async () => {
    const { seen, api } = inspected({ fetch: stubFetch({ held: true }), endpoint: { dedupe: true } });
    const first = api.call();
    void api.call();
    await first;
    const [one, other] = seen.calls;
    expect({ kind: one?.outcome?.kind, supersededBy: one?.supersededBy }).toEqual({
      kind: 'superseded',
      supersededBy: other?.id,
    });
  });

  it('name a call of their own client, and never a call of another client with the same endpoint name', async () => {
    const seen = inspector();
    const clientOf = (name: string) =>
      createTestClient({ held: true, endpoint: { dedupe: true }, name, observers: observers(seen) }).api;
    const shop = clientOf('shop');
    const first = shop.call();
    void clientOf('bank').call();
    void shop.call();
    await first;
    const [superseded, , newer] = seen.calls;
    expect(superseded?.supersededBy).toBe(newer?.id);
  });

  it.each([
    ['without a reason', AbortSignal.abort()],
    [
      'with a reason that has the same message',
      AbortSignal.abort(new Error('Superseded by a newer call of this endpoint (dedupe).')),
    ],
  ])('are aborted, and not superseded, if their caller aborts them %s', async (_name, signal) => {
    const { seen, api } = inspected({ fetch: stubFetch({ held: true }), endpoint: { dedupe: true } });
    await api.call({}, { signal });
    expect({ kind: only(seen).outcome?.kind, supersededBy: only(seen).supersededBy }).toEqual({
      kind: 'abort',
      supersededBy: undefined,
    });
  });

  it('name the call that they retry', async () => {
    const { seen, api } = inspected();
    await (await api.call()).retry();
    expect(seen.calls.map(({ retryOf }) => retryOf)).toEqual([undefined, seen.calls[0]?.id]);
  });

  it('form a group for each pagination, with the page numbers', async () => {
    const seen = inspector();
    const { fetch } = mockFetch({ 'GET /list': [jsonResponse({ next: 2 }), jsonResponse({ next: null })] });
    const api = createApi({
      baseUrl: 'http://api.test',
      fetch,
      observers: observers(seen),
      requests: {
        list: defineRequest<{ next: number | null }, { page?: number }>()({ method: 'GET', path: '/list' }),
      },
    });
    const next = ({ data }: { data: { next: number | null } }) => (data.next ? { page: data.next } : null);
    await collect(paginate(api.list, {}, { next }));
    await api.list();
    expect(seen.calls.map(({ group, page }) => [group?.replace(/\d+/, 'n'), page])).toEqual([
      ['pages n', 1],
      ['pages n', 2],
      [undefined, undefined],
    ]);
    expect(seen.calls[0]?.group).toBe(seen.calls[1]?.group);
  });

  it('keep their newest 100 requests and notes', async () => {
    const seen = inspector();
    const { fetch } = mockFetch({ 'GET /busy': () => jsonResponse(null, { status: 503 }) });
    const busy = defineRequest()({ method: 'GET', path: '/busy' });
    const middleware = [retryMiddleware({ max: 149, delay: () => 0 })];
    const api = createApi({
      baseUrl: 'http://api.test',
      fetch,
      observers: observers(seen),
      middleware,
      requests: { busy },
    });
    await api.busy();
    const { attempts, notes } = seen.calls[0]!;
    expect([attempts.length, attempts.at(-1)?.number, notes.length]).toEqual([100, 150, 100]);
  });

  it('form a group for each poll', async () => {
    const { seen, api } = inspected();
    await new Promise<void>((resolve) => {
      const stop: () => void = poll(api.call, {}, () => seen.calls.length > 1 && (stop(), resolve()), {
        every: 1,
      });
    });
    expect(seen.calls[0]?.group).toMatch(/^poll \d+$/);
    expect(new Set(seen.calls.map(({ group }) => group)).size).toBe(1);
  });

  it('record whether a cache served them', async () => {
    const { seen, api } = inspected({ middleware: [cacheMiddleware({ ttl: 1000 })] });
    await api.call();
    await api.call();
    expect(seen.calls.map(({ notes, attempts }) => [notes[0]?.hit, attempts.length])).toEqual([
      [false, 1],
      [true, 0],
    ]);
  });

  it('record the note of a plugin by its type only', async () => {
    const { seen, api } = inspected({
      middleware: [
        (ctx, next) => {
          ctx.request.note({ type: 'mine', token: 'hunter2' });
          return next();
        },
      ],
    });
    await api.call();
    expect(only(seen).notes).toEqual([{ type: 'mine', at: expect.any(Number) }]);
  });
});

describe('the recorded bodies of a call', () => {
  it('are truncated to a size, and the caller receives the complete bodies', async () => {
    const { seen, api } = inspected(
      { fetch: stubFetch({ data: 'x'.repeat(100) }), endpoint: { method: 'POST' } },
      { bodies: 10 },
    );
    const { data } = await api.call({ a: 'y'.repeat(100) });
    await flush();
    const [{ request, response }] = only(seen).attempts as [SeenCall['attempts'][0]];
    expect(data).toBe('x'.repeat(100));
    expect([request.body, response?.body]).toEqual([{ text: '{"a":"yyyy' }, { text: '"xxxxxxxxx' }]);
  });

  it('are redacted before they are truncated', async () => {
    const secret = { padding: 'x'.repeat(200_000), password: 'hunter2', name: 'token', value: ['hunter2'] };
    const { seen, api } = inspected(
      { fetch: stubFetch({ data: secret }), endpoint: { method: 'POST' } },
      { bodies: 300_000 },
    );
    await api.call(secret);
    await flush();
    const [{ request, response }] = only(seen).attempts as [SeenCall['attempts'][0]];
    for (const body of [request.body, response?.body]) {
      expect(JSON.stringify(body)).not.toContain('hunter2');
      expect((body as { text: string }).text).toContain('"value":["REDACTED"]');
    }
    expect(JSON.stringify(seen.toHar())).toContain('xxx');
  });

  it.each<[string, () => unknown, unknown]>([
    ['a string', () => 'hunter2', { size: 7 }],
    ['bytes', () => new Uint8Array(3), { size: 3 }],
    ['a blob', () => new Blob(['ab']), { size: 2 }],
    ['a string that is too large to read', () => `[${'1,'.repeat(600_000)}1]`, { size: 1_200_003 }],
  ])('are a length for a request with %s', async (_, make, body) => {
    const { seen, api } = inspected({ endpoint: { method: 'POST' } });
    await api.call(make());
    expect(only(seen).attempts[0]?.request.body).toEqual(body);
  });

  it.each<[string, Response, InspectorOptions['bodies'], unknown]>([
    ['plain text', new Response('hunter2'), 100, { size: 7 }],
    ['bytes', new Response(new Uint8Array([255])), undefined, { size: 1 }],
    [
      'a string of a type that is kept',
      new Response('shown', { headers: { 'content-type': 'text/plain' } }),
      { unredacted: ['text/plain'] },
      { text: 'shown' },
    ],
    [
      'a truncated string of a type that is kept',
      new Response('shown', { headers: { 'content-type': 'text/plain' } }),
      { limit: 2, unredacted: ['text/plain'] },
      { text: 'sh' },
    ],
    ['an empty body', new Response(''), undefined, { text: '' }],
  ])('of a response are reduced to the safe content of %s', async (_, response, bodies, body) => {
    const { seen, api } = inspected(
      { fetch: async () => response, endpoint: { responseType: 'blob' } },
      { bodies },
    );
    await api.call();
    await flush();
    expect(only(seen).attempts[0]?.response?.body).toEqual(body);
  });

  it('of a stream are read at most 1 MiB ahead', async () => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 1;
        controller.enqueue(new Uint8Array(65_536).fill(97));
      },
    });
    const { api } = inspected({
      fetch: async () => new Response(body, { headers: { 'content-type': 'text/plain' } }),
      endpoint: { responseType: bytes() },
    });
    await api.call();
    await flush();
    await flush();
    expect(sent).toBeGreaterThan(10);
    expect(sent).toBeLessThan(25);
  });

  it('throw if `unredacted` is not an array', () => {
    expect(() => inspector({ bodies: { unredacted: 'text/plain' as never } })).toThrow(
      'bodies.unredacted is a string: pass an array of media types.',
    );
  });

  it('are not kept where they may have no size', async () => {
    const { seen, api } = inspected({ endpoint: { method: 'POST' } }, { bodies: 0 });
    await api.call({ a: 1 });
    await flush();
    const [{ request, response }] = only(seen).attempts as [SeenCall['attempts'][0]];
    expect([request.body, response?.body]).toEqual([undefined, undefined]);
  });

  it('contain the fields of a form that was sent', async () => {
    const form = new FormData();
    form.set('password', 'hunter2');
    form.set('file', new File(['x'], 'x.txt'));
    const { seen, api } = inspected({ endpoint: { method: 'POST' } });
    await api.call(form);
    expect(only(seen).attempts[0]?.request.body).toMatchObject({
      fields: [
        { name: 'password', value: 'REDACTED' },
        { name: 'file', fileName: 'x.txt', contentType: 'application/octet-stream' },
      ],
    });
  });

  it('hold no connection: a response that the caller cancels is cancelled', async () => {
    const cancelled = vi.fn<() => void>();
    const body = new ReadableStream({ cancel: cancelled });
    const { api } = inspected({
      fetch: async () => new Response(body),
      endpoint: { responseType: 'none' },
    });
    await api.call();
    await until(() => cancelled.mock.calls.length > 0);
    expect(cancelled).toHaveBeenCalledTimes(1);
  });

  it('are read no further ahead than their maximum size', async () => {
    const onRead = vi.fn();
    const { seen, api } = inspected(
      {
        fetch: async () =>
          new Response(endless(onRead), { headers: { 'content-type': 'text/event-stream' } }),
        endpoint: { responseType: events() },
      },
      { bodies: 4 },
    );
    const { data } = await api.call();
    await flush();
    expect(only(seen).outcome).toBeUndefined();
    await (data as AsyncIterable<unknown>)[Symbol.asyncIterator]().return?.();
  });
});

describe('a recorded stream', () => {
  it('shows its redacted items as they arrive, and their number', async () => {
    const text = 'data: {"n":1}\n\nevent: x\ndata: {"token":"hunter2"}\n\ndata: 3\n\n';
    const { seen, api } = inspected({
      fetch: async () => new Response(text, { headers: { 'content-type': 'text/event-stream' } }),
      endpoint: { responseType: events({ reconnect: false }) },
    });
    const { data } = await api.call();
    const items: unknown[] = [];
    for await (const item of data as AsyncIterable<unknown>) items.push(item);
    await flush();
    expect(only(seen)).toMatchObject({
      items: ['data: {"n":1}', 'event: x\ndata: {"token":"REDACTED"}', 'data: 3'],
      itemCount: items.length,
      outcome: { kind: 'ok' },
    });
  });

  const streaming = async (pieces: readonly string[], type: string, bodies?: InspectorOptions['bodies']) => {
    const encoder = new TextEncoder();
    // Not taken with shift(): after a change of Array.prototype, shift() takes time for each remaining item.
    const left = pieces.values();
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        const { value: piece } = left.next();
        if (piece === undefined) controller.close();
        else controller.enqueue(encoder.encode(piece));
      },
    });
    const { seen, api } = inspected(
      {
        fetch: async () => new Response(body, { headers: { 'content-type': type } }),
        endpoint: { responseType: type.includes('event') ? events({ reconnect: false }) : jsonLines() },
      },
      { bodies },
    );
    const { data } = await api.call();
    try {
      const items = (data as AsyncIterable<unknown>)[Symbol.asyncIterator]();
      while ((await items.next()).done !== true);
    } catch {
      // Items that no reader consumes are recorded too.
    }
    await flush();
    return only(seen).items;
  };

  it('shows complete items for any chunk boundaries', async () => {
    const events_ = 'data: {"n":1}\r\n\r\nevent: x\ndata: {"token":"hunter2"}\n\n: note\n\ndata: last';
    const shown = ['data: {"n":1}', 'event: x\ndata: {"token":"REDACTED"}', ':', '(10 characters)'];
    expect(await streaming(Array.from(events_), 'text/event-stream')).toEqual(shown);
    expect(await streaming([events_], 'text/event-stream')).toEqual(shown);
    expect(await streaming(['{"pin"', ':1}\n[2', ']\n3'], 'application/x-ndjson')).toEqual([
      '{"pin":0}',
      '[2]',
      '3',
    ]);
  });

  it.each(['application/json', 'text/plain'])('contains no line of indented JSON, as %s', async (type) => {
    const text = JSON.stringify({ tokens: ['hunter1', 'hunter2'], pin: [1, { of: 'hunter3' }] }, null, 1);
    const items = await streaming([text.replace('{\n   "of": "hunter3"\n  }', '{"of":"hunter3"}')], type);
    expect(items?.join()).not.toMatch(/hunter/);
    expect(items?.[0]).toBe('(1 characters)');
  });

  it('shows items up to the limit, redacted before they are truncated', async () => {
    const lines = ['{"a":1,"password":"hunter2"}\n', '{"b":2}\n', '{"c":3}\n'];
    expect(await streaming(lines, 'application/x-ndjson', 32)).toEqual([
      '{"a":1,"password":"REDACTED"}',
      '{"b',
    ]);
  });

  // Quadratic time would exceed the time limit of a case.
  it('shows a line of many thousand small pieces in linear time', async () => {
    const pieces = ['["', ...Array<string>(25_000).fill('abcdefgh'.repeat(4)), '"]\n'];
    const items = await streaming(pieces, 'application/x-ndjson', 2_000_000);
    expect(items?.[0]).toHaveLength(800_004);
  });

  it('shows the length of a line that is too long to read', async () => {
    const pieces = Array<string>(20).fill('a'.repeat(65_536));
    expect(await streaming(pieces, 'application/x-ndjson')).toEqual([
      expect.stringMatching(/^\(1\d{6} characters\)$/),
    ]);
  });
});

describe('an inspector', () => {
  it('keeps up to its limit of calls, the newest ones', async () => {
    const { seen, api } = inspected({}, { limit: 3 });
    for (let n = 0; n < 5; n += 1) await api.call({ n });
    expect(seen.calls.map(({ url }) => url.slice(-1))).toEqual(['2', '3', '4']);
  });

  it.each([
    [{ limit: 0 }, 1],
    [{ limit: Number.NaN }, 2],
    [{ limit: null as never }, 2],
  ])('with the option %j keeps the newest of two calls: %i', async (options, kept) => {
    const { seen, api } = inspected({}, options);
    await api.call();
    await api.call();
    expect(seen.calls).toHaveLength(kept);
  });

  it('notifies a subscriber of each change until it unsubscribes', async () => {
    const { seen, api } = inspected();
    const told: unknown[] = [];
    const stop = seen.subscribe((call) => told.push(call));
    await api.call();
    await flush();
    expect(new Set(told)).toEqual(new Set(seen.calls));
    seen.clear();
    expect([told.at(-1), seen.calls]).toEqual([undefined, []]);
    const { length } = told;
    stop();
    await api.call();
    expect(told).toHaveLength(length);
  });

  it('notifies the other listeners if one of them throws', async () => {
    const { seen, api } = inspected();
    const told = vi.fn();
    seen.subscribe(() => {
      throw new Error('no');
    });
    seen.subscribe(told);
    expect((await api.call()).error).toBeNull();
    expect(told).toHaveBeenCalled();
  });

  it('exports the sent requests as an archive', async () => {
    const { seen, api } = inspected({ fetch: stubFetch({ throws: new Error('lost') }) });
    await api.call({ q: 1 });
    expect(seen.toHar().log.entries).toMatchObject([
      { request: { method: 'GET', url: 'http://api.test/things?q=1' }, response: { status: 0 } },
    ]);
  });
});

describe('a secret in an inspected call', () => {
  it('is removed from the record: header, query, body, user of the URL, cookie', async () => {
    const names = fc.constantFrom('password', 'accessToken', 'api_key', 'sid');
    const secrets = fc.string({ minLength: 1 }).map((text) => `hunter2${text}`);
    await fc.assert(
      fc.asyncProperty(names, secrets, fc.boolean(), async (name, secret, isCut) => {
        const seen = inspector({ bodies: isCut ? 30 : 1000 });
        const encoded = encodeURIComponent(secret);
        const answer = { [name]: secret, next: `/?${name}=${encoded}` };
        const headers = { 'set-cookie': `a=${encoded}`, location: `/?${name}=${encoded}`, 'x-own': encoded };
        const { api } = createTestClient({
          fetch: stubFetch({ data: answer, headers }),
          baseUrl: `http://ada:${encoded}@api.test`,
          headers: { authorization: encoded, cookie: encoded },
          observers: observers(seen),
          endpoint: { method: 'POST', path: `/things?${name}=${encoded}` },
        });
        await api.call({ [name]: secret });
        await flush();
        expect(seen.calls[0]?.attempts).toHaveLength(1);
        expect(JSON.stringify([seen.calls, seen.toHar()])).not.toContain('hunter2');
      }),
      draws(40, 500),
    );
  });
});
