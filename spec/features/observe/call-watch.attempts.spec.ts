import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { type Middleware, type Result, retryMiddleware } from '../../../lib/index.js';
import {
  type CallObserver,
  type ObservedAttempt,
  type Observer,
  observe,
  observers,
} from '../../../lib/entries/observe.js';
import { jsonResponse } from '../../../lib/entries/testing.js';
import { Exchanging } from '../../support/exchanging.js';
import { flush } from '../../support/flush.js';
import { heldFetch } from '../../support/held-fetch.js';
import {
  createTestClient,
  type Fetch,
  setHeaders,
  stubFetch,
  type TestClientOptions,
} from '../../support/client.js';
import { recorder } from '../../support/recorder.js';
import { until } from '../../support/until.js';
import { broken } from '../../support/streams.js';

const watched = (setup: TestClientOptions = {}) => {
  const seen = recorder();
  return {
    seen,
    api: createTestClient({ observers: observers(seen.observer), ...setup }).api,
  };
};

/** Applies a hook to each attempt. */
const onAttempt = (attempt: NonNullable<CallObserver['attempt']>): Observer => ({
  call: () => ({ attempt }),
});

const RETRY = retryMiddleware({ max: 2, baseDelay: 0 });

const answeringInTurn = (...statuses: number[]) =>
  stubFetch({ answers: statuses.map((status) => jsonResponse({ status }, { status })) });

describe('the attempts of a call', () => {
  it('are numbered from 1, each with the request as it is sent', async () => {
    const { seen, api } = watched({
      fetch: answeringInTurn(503, 503, 200),
      middleware: [RETRY],
      endpoint: { headers: { 'x-key': 'a' } },
    });
    await api.call({ q: 'x' });
    expect(seen.attempts.map(({ number }) => number)).toEqual([1, 2, 3]);
    const [{ request }] = seen.attempts as [ObservedAttempt];
    expect(request).toMatchObject({ method: 'GET', url: 'http://api.test/things?q=x', body: null });
    expect(request.headerRecord()).toEqual({ accept: 'application/json', 'x-key': 'a' });
    expect([request.getHeader('X-Key'), request.getHeader('other')]).toEqual(['a', undefined]);
  });

  it('show the body that is sent', async () => {
    const { seen, api } = watched({ endpoint: { method: 'POST' } });
    await api.call({ a: 1 });
    expect(seen.attempts[0]?.request).toMatchObject({ method: 'POST', body: '{"a":1}' });
  });
});

describe('a header that an observer sets', () => {
  const numbered =
    (where: 'attempt' | 'around') =>
    ({ number, request }: ObservedAttempt): object | undefined => {
      const set = (): void => request.setHeader('X-Attempt', String(number));
      if (where === 'attempt') {
        set();
        return undefined;
      }
      return {
        around: <T>(send: () => T): T => {
          set();
          return send();
        },
      };
    };

  it.each(['attempt', 'around'] as const)(
    'in %s is sent with that attempt, including the first',
    async (where) => {
      const fetch = answeringInTurn(503, 503, 200);
      const observer = onAttempt(numbered(where));
      await createTestClient({
        fetch,
        endpoint: { headers: { 'x-key': 'a' } },
        middleware: [RETRY],
        observers: observers(observer),
      }).api.call();
      const sent = fetch.mock.calls.map(([, init]) => setHeaders(new Headers(init.headers)));
      expect(sent).toEqual(['1', '2', '3'].map((number) => ({ 'x-key': 'a', 'x-attempt': number })));
    },
  );

  it('is sent with that attempt only', async () => {
    const fetch = answeringInTurn(503, 200);
    const first = onAttempt(({ number, request }) => {
      if (number === 1) request.setHeader('x-first', '1');
      return undefined;
    });
    await createTestClient({ fetch, middleware: [RETRY], observers: observers(first) }).api.call();
    expect(fetch.lastHeaders).toEqual({});
  });

  it('is visible to the observers after it, and in no other request of the client', async () => {
    const fetch = stubFetch();
    const seen = recorder();
    const sets = onAttempt(({ request }) => request.setHeader('traceparent', '00-1'));
    const { api } = createTestClient({
      fetch,
      headers: { a: '1' },
      observers: observers(sets, seen.observer),
    });
    await api.call();
    expect(seen.attempts[0]?.request.getHeader('traceparent')).toBe('00-1');
    expect([fetch.lastHeaders, api.call.getHeaders()]).toEqual([{ a: '1', traceparent: '00-1' }, { a: '1' }]);
  });

  it('replaces a header with the same name', async () => {
    const fetch = stubFetch();
    const sets = onAttempt(({ request }) => request.setHeader('A', '2'));
    await createTestClient({ fetch, headers: { a: '1' }, observers: observers(sets) }).api.call();
    expect(fetch.lastHeaders).toEqual({ a: '2' });
  });

  it.each([
    ['a b', '1'],
    ['a', 'x\ny'],
  ])("throws in the hook only if it can't be sent: %j", async (name, value) => {
    const fetch = stubFetch();
    const thrown = vi.fn();
    const sets = onAttempt(({ request }) => {
      try {
        request.setHeader(name, value);
      } catch (error) {
        thrown(error);
        throw error;
      }
    });
    const { error } = await createTestClient({ fetch, observers: observers(sets) }).api.call();
    expect({ error, lastHeaders: fetch.lastHeaders }).toEqual({ error: null, lastHeaders: {} });
    expect(thrown).toHaveBeenCalledWith(expect.objectContaining({ name: 'TypeError' }));
  });

  it('has no effect after the request is sent', async () => {
    const fetch = stubFetch();
    const late = onAttempt(({ request }) => ({ response: () => request.setHeader('late', '1') }));
    await createTestClient({ fetch, observers: observers(late) }).api.call();
    expect(fetch.lastHeaders).toEqual({});
  });
});

describe('the end of an attempt', () => {
  const endOf = async (fetch: Fetch, options: object = {}): Promise<[Result<unknown>, Result<unknown>]> => {
    const { seen, api } = watched({ fetch: vi.fn(fetch) });
    const result = await api.call({}, options);
    expect(seen.attemptEnds).toHaveLength(1);
    return [seen.attemptEnds[0]!, result];
  };

  it.each<[string, Fetch, (() => object)?]>([
    ['ok', stubFetch()],
    ['http', stubFetch({ data: {}, status: 404 })],
    ['parse', async () => new Response('{')],
    ['network', async () => new Response(broken(new Error('torn')))],
    ['network', stubFetch({ throws: new TypeError('refused') })],
    ['network', (async () => 'no response') as never],
    ['timeout', stubFetch({ held: true }), () => ({ timeout: 20 })],
    ['timeout', stubFetch({ held: true, ignoresSignal: true }), () => ({ timeout: 20 })],
    ['abort', stubFetch({ held: true }), () => ({ signal: AbortSignal.timeout(20) })],
  ])('reports the same outcome as the call: %s', async (...[kind, fetch, options]) => {
    const [end, result] = await endOf(fetch, options?.());
    expect(end.error?.kind ?? 'ok').toBe(kind);
    expect(end).toEqual(result);
    expect(end.error).toBe(result.error);
  });

  it('is reported after response, when the body is read', async () => {
    const { seen, api } = watched({ fetch: vi.fn<Fetch>(async () => new Response('{')) });
    await api.call();
    expect(seen.lines.slice(2, 5)).toEqual([
      '1 attempt 1 response 200',
      '1 attempt 1 end parse 200',
      '1 end parse 200',
    ]);
  });

  it("is a timeout if the attempt's own timeout ends it", async () => {
    const hasty: Middleware = (ctx, next) => ((ctx.request.attemptTimeout = 20), next());
    const { seen, api } = watched({ held: true, middleware: [hasty] });
    await api.call();
    expect(seen.lines).toEqual(['1 call call', '1 attempt 1', '1 attempt 1 end timeout', '1 end timeout']);
  });
});

describe('the response hook', () => {
  it('is called when the headers arrive, before the body is read', async () => {
    const used: unknown[] = [];
    const looks = onAttempt(() => ({ response: (response: Response) => used.push(response.bodyUsed) }));
    const { response } = await createTestClient({ observers: observers(looks) }).api.call();
    expect({ used, bodyUsed: response?.bodyUsed }).toEqual({ used: [false], bodyUsed: true });
  });

  it('can clone the response to read the body', async () => {
    const bodies: Promise<string>[] = [];
    const looks = onAttempt(() => ({
      response: (response: Response) => bodies.push(response.clone().text()),
    }));
    const { data } = await createTestClient({ observers: observers(looks) }).api.call();
    expect([data, await bodies[0]]).toEqual([{ n: 1 }, '{"n":1}']);
  });
});

describe('attempts under share', () => {
  const sharing = (client: TestClientOptions = {}) => {
    const { fetch, requests } = heldFetch();
    return { requests, ...watched({ fetch, endpoint: { share: true }, ...client }) };
  };

  it('are one sender and others that join it, and each reports its own end', async () => {
    const { seen, api, requests } = sharing();
    const calls = [api.call(), api.call(), api.call()];
    await flush();
    requests[0]?.answer({});
    await Promise.all(calls);
    const of = (number: number): string[] =>
      seen.lines.filter((line) => line.startsWith(`${number} attempt`)).map((line) => line.slice(2));
    expect(of(1)).toEqual(['attempt 1', 'attempt 1 response 200', 'attempt 1 end ok']);
    for (const joined of [2, 3])
      expect(of(joined)).toEqual(['attempt 1', 'attempt 1 joined 1', 'attempt 1 end ok']);
  });

  it('run around and send headers for the sender only', async () => {
    const around = vi.fn();
    const observer: Observer = {
      call: ({ id }) => ({
        attempt: ({ request }) => {
          request.setHeader('x-request-id', String(id));
          return { around: (send) => (around(id), send()) };
        },
      }),
    };
    const { api, requests } = sharing({ observers: observers(observer) });
    const calls = [api.call(), api.call()];
    await flush();
    requests[0]?.answer({});
    await Promise.all(calls);
    expect(around).toHaveBeenCalledTimes(1);
    expect(new Headers(requests[0]?.init.headers).get('x-request-id')).toBe(String(around.mock.calls[0]![0]));
  });

  it("have the leader 0 if the sender isn't observed", async () => {
    const { api, requests } = sharing({ observers: undefined });
    const leaders: number[] = [];
    const first = api.call();
    observe(api, { call: () => ({ attempt: () => ({ joined: (leader) => void leaders.push(leader) }) }) });
    const second = api.call();
    await flush();
    requests[0]?.answer({});
    await Promise.all([first, second]);
    expect(leaders).toEqual([0]);
  });

  it('end one by one if a joined call is aborted, and the others continue', async () => {
    const { seen, api, requests } = sharing();
    const controller = new AbortController();
    const first = api.call();
    const second = api.call({}, { signal: controller.signal });
    await flush();
    controller.abort();
    await second;
    expect(seen.lines.slice(-2)).toEqual(['2 attempt 1 end abort', '2 end abort']);
    requests[0]?.answer({});
    await first;
    expect(seen.lines.slice(-2)).toEqual(['1 attempt 1 end ok', '1 end ok']);
  });

  it('continue for the others if the sender is aborted, and the request ends by itself', async () => {
    const { seen, api, requests } = sharing();
    const controller = new AbortController();
    const first = api.call({}, { signal: controller.signal });
    const second = api.call();
    await flush();
    controller.abort();
    await first;
    expect(seen.lines.at(-1)).toBe('1 end abort');
    requests[0]?.answer({}, { status: 404 });
    await second;
    expect(seen.lines.filter((line) => line.startsWith('1')).slice(-3)).toEqual([
      '1 end abort',
      '1 attempt 1 response 404',
      '1 attempt 1 end http 404',
    ]);
  });

  it('leave no listener on the signal of the request after the sender was aborted and the response arrived', async () => {
    const answers: ((response: Response) => void)[] = [];
    const fetch = stubFetch({ answer: () => new Promise((resolve) => answers.push(resolve)) });
    const { seen, api } = watched({ fetch, endpoint: { share: true } });
    const leaving = new AbortController();
    const [first, second] = [api.call({}, { signal: leaving.signal }), api.call()];
    await flush();
    leaving.abort();
    await first;
    const { signal } = fetch.lastInit;
    expect(getEventListeners(signal!, 'abort')).toHaveLength(1);
    answers[0]?.(jsonResponse({}));
    await second;
    expect(seen.lines).toContain('1 attempt 1 end ok');
    expect(getEventListeners(signal!, 'abort')).toHaveLength(0);
  });

  it('end with the request if the sender is aborted, even if fetch ignores its signal', async () => {
    const { seen, api } = watched({
      fetch: stubFetch({ held: true, ignoresSignal: true }),
      endpoint: { share: true },
    });
    const controllers = [new AbortController(), new AbortController()];
    const [first, second] = controllers.map(({ signal }) => api.call({}, { signal }));
    await flush();
    controllers[0]?.abort();
    await first;
    controllers[1]?.abort();
    await second;
    expect(seen.lines.filter((line) => line.startsWith('1')).slice(-2)).toEqual([
      '1 end abort',
      '1 attempt 1 end abort',
    ]);
  });
});

describe('a plugin around fetch', () => {
  const through = (
    exchange: NonNullable<ConstructorParameters<typeof Exchanging>[0]>,
    setup: TestClientOptions = {},
  ) => watched({ ...setup, middleware: [new Exchanging(exchange)] });

  it('creates an attempt for each request that it sends, with its changes', async () => {
    const { seen, api } = through(
      async (send, url, init) => {
        const first = await send(url, init);
        return first.ok ? first : send(`${url}?again`, { ...init, headers: { token: 'new' } });
      },
      { fetch: answeringInTurn(401, 200) },
    );
    await api.call();
    expect(seen.lines.slice(1, -1)).toEqual([
      '1 attempt 1',
      '1 attempt 1 response 401',
      '1 attempt 2',
      '1 attempt 2 response 200',
      '1 attempt 1 end http 401',
      '1 attempt 2 end ok',
    ]);
    const { request } = seen.attempts[1]!;
    expect([request.url, request.getHeader('token')]).toEqual(['http://api.test/things?again', 'new']);
  });

  it('sends a header of one attempt with no other attempt, even if it reuses the same init', async () => {
    const fetch = answeringInTurn(401, 200);
    const marking = onAttempt(({ number, request }) => request.setHeader(`x-attempt-${number}`, 'here'));
    const again = new Exchanging(async (send, url, init) => {
      const first = await send(url, init);
      return first.ok ? first : send(url, init);
    });
    const client = { middleware: [again], observers: observers(marking) };
    await createTestClient({ fetch, ...client }).api.call();
    const sent = fetch.mock.calls.map(([, { headers }]) => setHeaders(new Headers(headers)));
    expect(sent).toEqual([{ 'x-attempt-1': 'here' }, { 'x-attempt-2': 'here' }]);
  });

  it('ends each attempt with the outcome of its own request', async () => {
    const { seen, api } = through((send, url, init) => send(url, init).catch(() => send(url, init)), {
      fetch: vi.fn(stubFetch()).mockRejectedValueOnce(new TypeError('refused')),
    });
    const result = await api.call();
    expect(seen.attemptEnds[0]?.error).toMatchObject({ kind: 'network', cause: new TypeError('refused') });
    expect(seen.attemptEnds[1]).toEqual(result);
    expect(await seen.attemptEnds[0]?.retry()).toEqual(seen.attemptEnds[0]);
  });

  it('that responds without sending creates no attempt', async () => {
    const { seen, api } = through(async () => jsonResponse({ kept: true }));
    expect((await api.call()).data).toEqual({ kept: true });
    expect(seen.lines).toEqual(['1 call call', '1 end ok']);
  });

  it('that responds to a failed request leaves the failure of the attempt', async () => {
    const { seen, api } = through(
      (send, url, init) => send(url, init).catch(() => jsonResponse({ stale: true })),
      { fetch: stubFetch({ throws: new TypeError('offline') }) },
    );
    await api.call();
    expect(seen.lines.slice(1)).toEqual(['1 attempt 1', '1 attempt 1 end network', '1 end ok']);
  });

  it('that replaces a response ends the attempt with the new response', async () => {
    const { seen, api } = through(async (send, url, init) => {
      await send(url, init);
      return jsonResponse({ made: 'anew' });
    });
    await api.call();
    expect(seen.attemptEnds[0]?.data).toEqual({ made: 'anew' });
  });

  it('that keeps sending after the call creates attempts that end by themselves', async () => {
    const { fetch, requests } = heldFetch();
    const { seen, api } = through(
      async (send, url, init) => {
        const { signal } = new AbortController();
        void send(url, { ...init, signal }).then(() => send(url, { ...init, signal }));
        return jsonResponse({ stale: true });
      },
      { fetch: vi.fn(fetch) },
    );
    await api.call({}, { timeout: 1000 });
    expect(seen.since()).toEqual(['1 call call', '1 attempt 1', '1 end ok']);
    requests[0]?.answer({});
    await flush();
    requests[1]?.answer({}, { status: 500 });
    await flush();
    expect(seen.lines).toEqual([
      '1 attempt 1 response 200',
      '1 attempt 1 end ok',
      '1 attempt 2',
      '1 attempt 2 response 500',
      '1 attempt 2 end http 500',
    ]);
  });

  it.each([
    ['timeout', 'the deadline', () => ({ timeout: 20 })],
    ['timeout', 'its attemptTimeout', () => ({ attemptTimeout: 20 })],
    ['abort', 'the signal', () => ({ signal: AbortSignal.timeout(20) })],
  ])('that waits for two requests ends both attempts as %s at %s', async (kind, _what, make) => {
    const racing = new Exchanging((send, url, init) => Promise.any([send(url, init), send(url, init)]));
    const { seen, api } = watched({ fetch: stubFetch({ held: true }), middleware: [racing] });
    await api.call({}, make());
    await until(() => seen.lines.includes(`1 attempt 2 end ${kind}`));
    expect(seen.lines).toContain(`1 attempt 1 end ${kind}`);
  });

  it('that aborts the slower of two requests ends its attempt as aborted', async () => {
    const { fetch, requests } = heldFetch();
    const { seen, api } = through(
      async (send, url, init) => {
        const controller = new AbortController();
        const slower = send(url, { ...init, signal: controller.signal });
        slower.catch(() => undefined);
        const faster = send(url, init);
        return faster.finally(() => controller.abort());
      },
      { fetch: vi.fn(fetch) },
    );
    const call = api.call();
    await flush();
    requests[1]?.answer({});
    await call;
    expect(seen.lines.slice(-3)).toEqual(['1 attempt 1 end abort', '1 attempt 2 end ok', '1 end ok']);
  });
});
