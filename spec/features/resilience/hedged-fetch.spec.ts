import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApi, Request } from '../../../lib/index.js';
import { type HedgeOptions, hedgedFetch } from '../../../lib/entries/resilience.js';
import { jsonResponse } from '../../../lib/entries/testing.js';
import type { Untyped } from '../../support/client.js';
import { flush } from '../../support/flush.js';
import { heldFetch } from '../../support/held-fetch.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const URL_OF = 'https://api.test/things';

/** A hedged fetch whose responses the spec sends. */
const hedging = (options?: HedgeOptions) => {
  const { fetch, requests } = heldFetch();
  return { fetch: hedgedFetch(fetch, options), requests };
};

/** A body that records whether it was read or cancelled. */
const openBody = () => {
  const seen: { cancelled: boolean } = { cancelled: false };
  const stream = new ReadableStream<Uint8Array>({
    cancel() {
      seen.cancelled = true;
    },
  });
  return { stream, seen };
};

const text = async (response: Promise<Response>): Promise<string> => (await response).text();

const passed = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

const aborted = ({ init }: { init: RequestInit }): boolean => init.signal?.aborted === true;

describe('hedgedFetch() (rules.md#hedging)', () => {
  it('sends another request after each 200 ms without a response, up to two more', async () => {
    const { fetch, requests } = hedging();
    const call = fetch(URL_OF);
    const counts: number[] = [];
    for (const ms of [199, 1, 199, 1, 1000]) {
      await passed(ms);
      counts.push(requests.length);
    }
    expect(counts).toEqual([1, 2, 2, 3, 3]);
    expect(vi.getTimerCount()).toBe(0);
    expect(requests.map(({ url }) => url)).toEqual([URL_OF, URL_OF, URL_OF]);
    requests[1]?.answer('second');
    expect(await text(call)).toBe('"second"');
  });

  it.each([
    [{ delay: 50, max: 1 }, 500, 2],
    [{ delay: 0 }, 11, 3],
    [{ delay: -5 }, 11, 3],
    [{ delay: NaN }, 199, 1],
    [{ max: 0 }, 5000, 1],
    [{ max: -1 }, 5000, 1],
    [{ max: NaN }, 5000, 1],
    [{ max: 1.9 }, 5000, 2],
    [{ max: Infinity }, 60_000, 11],
    [{ delay: undefined, max: null as never }, 5000, 3],
  ])('accepts %j', async (options, ms, count) => {
    const { fetch, requests } = hedging(options);
    void fetch(URL_OF).catch(() => undefined);
    for (let step = 0; step < 11; step += 1) await passed(ms / 11);
    expect(requests).toHaveLength(count);
  });

  it('rejects a fetch that is not a function', () => {
    expect(() => hedgedFetch('x' as never)).toThrow('hedgedFetch fetch is a string');
  });

  it('uses the global fetch of the moment', async () => {
    const fetch = hedgedFetch();
    const global = vi.spyOn(globalThis, 'fetch').mockResolvedValue(jsonResponse('late'));
    expect(await text(fetch(URL_OF))).toBe('"late"');
    expect(global).toHaveBeenCalledTimes(1);
  });

  describe('a response', () => {
    it.each([200, 304, 404, 429, 501])('with status %i ends the other requests', async (status) => {
      const { fetch, requests } = hedging();
      const call = fetch(URL_OF);
      await passed(400);
      requests[1]?.answer(new Response(null, { status }));
      expect((await call).status).toBe(status);
      expect(requests.map(aborted)).toEqual([true, false, true]);
      expect(requests[0]?.init.signal?.reason).toMatchObject({
        name: 'AbortError',
        message: 'Another request responded first.',
      });
      expect(vi.getTimerCount()).toBe(0);
    });

    it.each([500, 502, 503, 504])('with status %i sends the next request at once', async (status) => {
      const { fetch, requests } = hedging();
      const call = fetch(URL_OF);
      await flush();
      requests[0]?.answer({}, { status });
      await flush();
      expect(requests).toHaveLength(2);
      await passed(199);
      expect(requests).toHaveLength(2);
      await passed(1);
      expect(requests).toHaveLength(3);
      requests[1]?.answer('good');
      expect(await text(call)).toBe('"good"');
    });

    it('of 503 is canceled when another 503 replaces it', async () => {
      const { fetch, requests } = hedging();
      const call = fetch(URL_OF);
      await passed(200);
      const cancel = vi.fn<() => void>();
      requests[0]?.answer(new Response(new ReadableStream({ cancel }), { status: 503 }));
      await flush();
      expect(cancel).not.toHaveBeenCalled();
      requests[1]?.answer({}, { status: 503 });
      await flush();
      expect(cancel).toHaveBeenCalledTimes(1);
      requests[2]?.answer('good');
      expect(await text(call)).toBe('"good"');
    });

    it('is classified by retryableStatuses', async () => {
      const { fetch, requests } = hedging({ retryableStatuses: [429] });
      const call = fetch(URL_OF);
      await flush();
      requests[0]?.answer({}, { status: 429 });
      await flush();
      expect(requests).toHaveLength(2);
      requests[1]?.answer({}, { status: 500 });
      expect((await call).status).toBe(500);
    });

    it('with Retry-After sends no other request, and an earlier one can still win', async () => {
      const { fetch, requests } = hedging();
      const call = fetch(URL_OF);
      await passed(200);
      requests[0]?.answer(null, { status: 503, headers: { 'retry-after': '1' } });
      await passed(5000);
      expect(requests).toHaveLength(2);
      requests[1]?.answer('good');
      expect(await text(call)).toBe('"good"');
    });

    it('with Retry-After: 0 lets the next request be sent', async () => {
      const { fetch, requests } = hedging();
      void fetch(URL_OF);
      await flush();
      requests[0]?.answer(null, { status: 503, headers: { 'retry-after': '0' } });
      await flush();
      expect(requests).toHaveLength(2);
    });

    it('that arrives after another one won is cancelled', async () => {
      const { stream, seen } = openBody();
      const answers: ((response: Response) => void)[] = [];
      const deaf = (): Promise<Response> => new Promise((resolve) => answers.push(resolve));
      const call = hedgedFetch(deaf)(URL_OF);
      await passed(200);
      answers[1]?.(new Response('good'));
      expect(await text(call)).toBe('good');
      answers[0]?.(new Response(stream));
      await flush();
      expect(seen.cancelled).toBe(true);
    });
  });

  describe('a failure of all requests', () => {
    it('returns the last response, and cancels the others', async () => {
      const { fetch, requests } = hedging();
      const call = fetch(URL_OF);
      const bodies = [openBody(), openBody(), openBody()];
      for (const [n, { stream }] of bodies.entries()) {
        await flush();
        requests[n]?.answer(new Response(stream, { status: 500 + n * 2 }));
      }
      expect((await call).status).toBe(504);
      expect(bodies.map(({ seen }) => seen.cancelled)).toEqual([true, true, false]);
      expect(requests.map(aborted)).toEqual([true, true, false]);
    });

    it('returns a response instead of a later error', async () => {
      const { fetch, requests } = hedging({ max: 1 });
      const call = fetch(URL_OF);
      await flush();
      requests[0]?.answer('bad', { status: 503 });
      await flush();
      requests[1]?.fail(new TypeError('fetch failed'));
      expect((await call).status).toBe(503);
    });

    it('returns the last error if all connections broke', async () => {
      const { fetch, requests } = hedging();
      const call = fetch(URL_OF);
      for (const n of [0, 1, 2]) {
        await flush();
        requests[n]?.fail(new TypeError(`broken ${String(n)}`));
      }
      await expect(call).rejects.toThrow('broken 2');
      expect([requests.length, vi.getTimerCount()]).toEqual([3, 0]);
    });

    it('counts a fetch that throws at once like one that rejects', async () => {
      let asked = 0;
      const fetch = hedgedFetch(() => {
        asked += 1;
        throw new RangeError('at once');
      });
      await expect(fetch(URL_OF)).rejects.toThrow('at once');
      expect(asked).toBe(3);
    });
  });

  describe('the hedged requests', () => {
    const keyed = { 'Idempotency-Key': 'k' };

    it.each<[string, RequestInit | undefined]>([
      ['a GET', undefined],
      ['a HEAD', { method: 'head' }],
      ['an OPTIONS', { method: 'OPTIONS' }],
      ['a QUERY with a string', { method: 'QUERY', body: '{}' }],
      ['a GET with a string body', { body: '{}' }],
      ['a POST with a key', { method: 'POST', headers: keyed, body: '{}' }],
      ['a POST with a key, as Headers', { method: 'POST', headers: new Headers(keyed) }],
      ['a POST with a key, as pairs', { method: 'POST', headers: [['idempotency-key', 'k']], body: null }],
      ['a DELETE with a key', { method: 'DELETE', headers: keyed }],
    ])('include %s', async (_, init) => {
      const { fetch, requests } = hedging();
      void fetch(URL_OF, init);
      await passed(200);
      expect(requests).toHaveLength(2);
      const { method, body } = requests[1]!.init;
      expect({ method, body }).toEqual({ method: init?.method, body: init?.body });
    });

    it.each<[string, RequestInit]>([
      ['a POST', { method: 'POST', body: '{}' }],
      ['a PUT', { method: 'PUT', body: '{}' }],
      ['a DELETE', { method: 'DELETE' }],
      ['a POST whose key is empty', { method: 'POST', headers: { 'idempotency-key': ' ,' } }],
      ['bytes with a key', { method: 'POST', headers: keyed, body: new Uint8Array(2) }],
      ['a form with a key', { method: 'POST', headers: keyed, body: new FormData() }],
      ['a stream with a key', { method: 'POST', headers: keyed, body: new ReadableStream() }],
    ])("don't include %s, which is sent once and unchanged", async (_, init) => {
      const { fetch, requests } = hedging();
      void fetch(URL_OF, init);
      await passed(5000);
      expect(requests).toHaveLength(1);
      expect(requests[0]?.init).toBe(init);
    });

    it('include a URL, and a Request of the platform with its own signal', async () => {
      const { fetch, requests } = hedging();
      void fetch(new URL(URL_OF));
      const controller = new AbortController();
      const request = new globalThis.Request(URL_OF, { signal: controller.signal });
      const call = fetch(request);
      await passed(200);
      expect(requests).toHaveLength(4);
      expect(requests[1]?.url).toBe(request);
      controller.abort(new TypeError('left'));
      await expect(call).rejects.toThrow('left');
    });

    it.each<[string, () => globalThis.Request, number]>([
      [
        'a keyed POST without a body',
        () => new globalThis.Request(URL_OF, { method: 'POST', headers: keyed }),
        2,
      ],
      ['a POST', () => new globalThis.Request(URL_OF, { method: 'POST' }), 1],
      [
        'a keyed POST with a body',
        () => new globalThis.Request(URL_OF, { method: 'POST', headers: keyed, body: 'x' }),
        1,
      ],
      [
        "a keyed POST on a platform that doesn't expose bodies",
        () =>
          Object.defineProperty(new globalThis.Request(URL_OF, { method: 'POST', headers: keyed }), 'body', {
            value: undefined,
          }),
        1,
      ],
    ])('include or exclude a Request of the platform: %s', async (_, make, count) => {
      const { fetch, requests } = hedging();
      void fetch(make());
      await passed(200);
      expect(requests).toHaveLength(count);
    });

    it('have their own headers, which a signing fetch can change', async () => {
      const { fetch, requests } = hedging();
      const headers = { accept: '*/*' };
      void fetch(URL_OF, { headers });
      void fetch(URL_OF, { headers: new Headers(headers) });
      await passed(200);
      const sent = requests.map(({ init }) => init.headers);
      expect(new Set([...sent, headers]).size).toBe(5);
    });
  });

  describe('a budget', () => {
    const budgetOf = (left: number) => {
      const seen = { left, taken: [] as string[], credited: [] as string[] };
      const budget = {
        take: (url: string) => seen.taken.push(url) <= seen.left,
        credit: (url: string) => void seen.credited.push(url),
      };
      return { budget, seen };
    };

    it('that is empty prevents hedges', async () => {
      const { budget, seen } = budgetOf(1);
      const { fetch, requests } = hedging({ budget });
      const call = fetch(URL_OF);
      await passed(5000);
      expect({ length: requests.length, taken: seen.taken }).toEqual({ length: 2, taken: [URL_OF, URL_OF] });
      requests[0]?.answer({}, { status: 503 });
      await flush();
      requests[1]?.answer({}, { status: 500 });
      expect((await call).status).toBe(500);
      expect(seen).toMatchObject({ taken: [URL_OF, URL_OF], credited: [] });
    });

    it('is credited for each success only', async () => {
      const { budget, seen } = budgetOf(0);
      const { fetch, requests } = hedging({ budget });
      for (const [n, status] of [200, 404, 500, 204].entries()) {
        const call = fetch(`${URL_OF}?${String(n)}`);
        await flush();
        requests[n]?.answer(new Response(null, { status }));
        await call;
      }
      expect(seen.credited).toEqual([`${URL_OF}?0`, `${URL_OF}?3`]);
      expect(seen.taken).toEqual([`${URL_OF}?2`]);
    });

    it('that throws, or returns anything but true, prevents hedges and fails no call', async () => {
      vi.spyOn(console, 'error').mockImplementation(() => undefined);
      const broken = (): never => {
        throw new TypeError('broken');
      };
      for (const take of [broken, () => 1, () => Promise.resolve(true)]) {
        const { fetch, requests } = hedging({ budget: { take: take as never, credit: broken } });
        const call = fetch(URL_OF);
        await passed(1000);
        expect(requests).toHaveLength(1);
        requests[0]?.answer('good');
        expect(await text(call)).toBe('"good"');
      }
      expect(console.error).toHaveBeenCalled();
    });
  });

  describe('the caller', () => {
    it('ends all requests by an abort, with its reason', async () => {
      const { fetch, requests } = hedging();
      const controller = new AbortController();
      const call = fetch(URL_OF, { signal: controller.signal });
      await passed(200);
      controller.abort(new TypeError('left'));
      await expect(call).rejects.toThrow('left');
      expect(requests.map(({ init }) => String(init.signal?.reason))).toEqual(
        Array(2).fill('TypeError: left'),
      );
      await passed(5000);
      expect([requests.length, vi.getTimerCount()]).toEqual([2, 0]);
    });

    it('ends an earlier 503 that waits as a fallback too', async () => {
      const { fetch, requests } = hedging({ max: 1 });
      const controller = new AbortController();
      const call = fetch(URL_OF, { signal: controller.signal });
      const { stream, seen } = openBody();
      await flush();
      requests[0]?.answer(new Response(stream, { status: 503 }));
      await flush();
      controller.abort();
      await expect(call).rejects.toMatchObject({ name: 'AbortError' });
      expect([seen.cancelled, aborted(requests[0]!)]).toEqual([true, true]);
    });

    it('with an aborted signal sends one request, unchanged', async () => {
      const { fetch, requests } = hedging();
      const init = { signal: AbortSignal.abort() };
      void fetch(URL_OF, init).catch(() => undefined);
      await passed(1000);
      expect({ length: requests.length, init: requests[0]?.init }).toEqual({ length: 1, init });
    });

    it('ends the response while it is being read', async () => {
      const { fetch, requests } = hedging();
      const controller = new AbortController();
      const call = fetch(URL_OF, { signal: controller.signal });
      await flush();
      const { signal } = requests[0]!.init;
      requests[0]?.answer(
        new Response(
          new ReadableStream({
            start: (body) => signal?.addEventListener('abort', () => body.error(signal.reason)),
          }),
        ),
      );
      const reading = (await call).text();
      await flush();
      controller.abort(new TypeError('left'));
      await expect(reading).rejects.toThrow('left');
    });

    it('receives a response with url and redirected', async () => {
      const answer = Object.defineProperties(new Response('{"a":1}', { status: 201, statusText: 'Made' }), {
        url: { value: `${URL_OF}?there` },
        redirected: { value: true },
      });
      const fetch = hedgedFetch(() => Promise.resolve(answer));
      const { signal } = new AbortController();
      const response = await fetch(URL_OF, { signal });
      expect(response).toMatchObject({
        status: 201,
        statusText: 'Made',
        url: `${URL_OF}?there`,
        redirected: true,
      });
      expect(await response.clone().json()).toEqual({ a: 1 });
      expect(await response.json()).toEqual({ a: 1 });
    });

    it('without a signal receives the response object of fetch', async () => {
      const answer = new Response('x');
      expect(await hedgedFetch(() => Promise.resolve(answer))(URL_OF)).toBe(answer);
    });
  });

  it.each<[string, (response: Response) => unknown, boolean]>([
    ['is read', (response) => response.text(), true],
    ['is cancelled', (response) => response.body?.cancel(), true],
    ['breaks', (response) => response.text().catch(() => undefined), false],
    ['has no body', () => undefined, true],
  ])('leaves no listener on the signal if a response %s', async (how, end, isWhole) => {
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    const body = new ReadableStream({
      pull(controller) {
        if (isWhole) controller.close();
        else controller.error(new TypeError('broken'));
      },
    });
    const fetch = hedgedFetch(() => Promise.resolve(new Response(how === 'has no body' ? null : body)));
    const response = await fetch(URL_OF, { signal });
    expect(added).toHaveBeenCalledTimes(1);
    expect(removed).toHaveBeenCalledTimes(how === 'has no body' ? 1 : 0);
    await end(response);
    await flush();
    expect(removed).toHaveBeenCalledTimes(1);
  });

  it('is the fetch of a client, so that each attempt of a call is hedged', async () => {
    const { fetch, requests } = hedging();
    const api = createApi({
      baseUrl: 'https://api.test',
      fetch,
      timeout: 10_000,
      requests: { read: new Request<Untyped, Untyped>({ method: 'GET', path: '/things' }) },
    });
    const call = api.read({ n: 1 });
    await passed(200);
    requests[1]?.answer({ n: 2 });
    expect((await call).data).toEqual({ n: 2 });
    const late = api.read({ n: 2 }, { timeout: 100 });
    await passed(150);
    expect((await late).error?.kind).toBe('timeout');
    expect([requests.length, requests.map(aborted), vi.getTimerCount()]).toEqual([3, [true, false, true], 0]);
  });
});
