import { describe, expect, it, vi } from 'vitest';
import { createApi, defineRequest, type FetchLike } from '../../../lib/index.js';
import { mockFetch } from '../../../lib/entries/testing.js';
import { withLimit } from '../../../lib/entries/transfer.js';

const bytes = (size: number): Uint8Array<ArrayBuffer> => new Uint8Array(size).fill(0x78);

/** A body of these chunks that records whether it was cancelled. */
const bodyOf = (...sizes: readonly number[]) => {
  const left = [...sizes];
  const seen = { pulled: 0, cancelled: undefined as unknown };
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        const size = left.shift();
        seen.pulled += 1;
        if (size === undefined) controller.close();
        else controller.enqueue(bytes(size));
      },
      cancel(reason) {
        seen.cancelled = reason;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, seen };
};

/** A fetch that returns this response, and records its arguments. */
const answering = (response: Response) => vi.fn<FetchLike>(() => Promise.resolve(response));

const tooLarge = {
  name: 'TypeError',
  message: 'The response body exceeds maxResponseSize: 10 bytes.',
};

const limited = (response: Response, init?: RequestInit) =>
  withLimit({ maxResponseSize: 10, fetch: answering(response) })('http://a.test/', init);

describe('a limit for responses (rules.md#transfer)', () => {
  it('accepts a body of exactly that size', async () => {
    const { stream } = bodyOf(4, 6);
    expect(await (await limited(new Response(stream))).text()).toHaveLength(10);
  });

  it('ends a larger body with a TypeError at the byte over the limit', async () => {
    const { stream, seen } = bodyOf(4, 6, 1, 1000);
    await expect((await limited(new Response(stream))).text()).rejects.toMatchObject(tooLarge);
    expect(seen).toMatchObject({ pulled: 3, cancelled: tooLarge });
  });

  it.each([
    ['text', (response: Response) => response.text()],
    ['json', (response: Response) => response.json()],
    ['blob', (response: Response) => response.blob()],
    ['arrayBuffer', (response: Response) => response.arrayBuffer()],
    ['a stream', (response: Response) => response.body!.pipeTo(new WritableStream())],
    ['its clone', (response: Response) => response.clone().text()],
  ])('counts the read bytes as %s', async (_, read) => {
    const response = await limited(new Response(bodyOf(6, 6).stream));
    await expect(read(response)).rejects.toMatchObject(tooLarge);
  });

  it('reads nothing ahead of its reader', async () => {
    const { stream, seen } = bodyOf(1, 1, 1);
    const reader = (await limited(new Response(stream))).body!.getReader();
    expect(seen.pulled).toBe(0);
    await reader.read();
    expect(seen.pulled).toBe(1);
  });

  it('aborts the request of a body with a too large Content-Length before the body is read', async () => {
    const { stream, seen } = bodyOf(4, 7);
    const fetch = answering(new Response(stream, { headers: { 'content-length': '11' } }));
    const response = await withLimit({ maxResponseSize: 10, fetch })('http://a.test/');
    expect(fetch.mock.calls[0]![1].signal!.aborted).toBe(true);
    await expect(response.text()).rejects.toMatchObject(tooLarge);
    expect(seen).toMatchObject({ pulled: 1, cancelled: tooLarge });
  });

  it('ignores the Content-Length of a compressed or invalid body', async () => {
    const headers = { 'content-length': '99', 'content-encoding': 'gzip' };
    expect(await (await limited(new Response(bodyOf(10).stream, { headers }))).text()).toHaveLength(10);
    for (const status of [200, 204, 205, 304]) {
      const bodiless = new Response(null, { status, headers: { 'content-length': '99' } });
      expect(await limited(bodiless)).toBe(bodiless);
    }
  });
});

describe('the response under a limit', () => {
  const received = (): Response => {
    const headers = new Headers({ 'x-one': '1' });
    for (const cookie of ['a=1', 'b=2']) headers.append('set-cookie', cookie);
    const response = new Response(bodyOf(5).stream, { status: 418, statusText: 'Tea', headers });
    for (const [name, value] of Object.entries({ url: 'http://a.test/end', redirected: true, type: 'cors' }))
      Object.defineProperty(response, name, { value });
    return response;
  };
  const facts = ({ status, statusText, ok, url, redirected, type, headers }: Response) => ({
    ...{ status, statusText, ok, url, redirected, type },
    headers: [...headers],
  });

  it('keeps status, headers, every Set-Cookie, url, redirected and type, in clones too', async () => {
    const response = await limited(received());
    const clone = response.clone().clone();
    for (const each of [response, clone]) expect(facts(each)).toEqual(facts(received()));
    expect([response instanceof Response, await clone.text()]).toEqual([true, 'xxxxx']);
  });

  it('cancels the body of the network if it is cancelled', async () => {
    const { stream, seen } = bodyOf(1, 1);
    await (await limited(new Response(stream))).body!.cancel('enough');
    expect(seen.cancelled).toBe('enough');
  });
});

describe('the levels of a limit', () => {
  const ofSize = (size: number) => {
    const fetch = withLimit({
      maxResponseSize: 10,
      fetch: mockFetch({ 'GET /x': () => new Response(bytes(size)) }).fetch,
    });
    const get = { method: 'GET', path: '/x', responseType: 'text' } as const;
    return createApi({
      baseUrl: 'http://a.test',
      fetch,
      requests: {
        plain: defineRequest()(get),
        large: defineRequest()({ ...get, fetchOptions: { maxResponseSize: 20 } }),
      },
    });
  };

  it('use fetchOptions of the call, then of the endpoint, then its own option', async () => {
    const { plain, large } = ofSize(15);
    expect((await plain()).error?.kind).toBe('parse');
    expect((await large()).error).toBeNull();
    expect((await large({}, { fetchOptions: { maxResponseSize: 12 } })).error?.kind).toBe('parse');
    expect((await plain({}, { fetchOptions: { maxResponseSize: 15 } })).error).toBeNull();
  });

  it('have no limit for Infinity, and the response is unchanged', async () => {
    const response = new Response(bodyOf(99).stream);
    expect(await limited(response, { maxResponseSize: Infinity })).toBe(response);
  });

  it('accept 0, which allows an empty body', async () => {
    const nothing = { maxResponseSize: 0 };
    expect(await (await limited(new Response(bodyOf().stream), nothing)).text()).toBe('');
    await expect((await limited(new Response(bodyOf(1).stream), nothing)).text()).rejects.toThrow(TypeError);
  });

  it.each([-1, NaN, '5'])('reject %o by its name before anything is sent', async (maxResponseSize) => {
    const fetch = answering(new Response());
    const sent = withLimit({ maxResponseSize: 10, fetch })('http://a.test/', { maxResponseSize } as never);
    await expect(sent).rejects.toThrow(/^maxResponseSize is /);
    await expect(sent).rejects.toThrow(TypeError);
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe('the call of a body that is too large', () => {
  const ask = async (status: number) => {
    const fetch = withLimit({
      maxResponseSize: 10,
      fetch: answering(new Response(bodyOf(11).stream, { status })),
    });
    const requests = { ask: defineRequest()({ method: 'GET', path: '/x' }) };
    return (await createApi({ baseUrl: 'http://a.test', fetch, requests }).ask()).error;
  };

  it("returns a 'parse' error with the TypeError on a 2xx", async () => {
    expect(await ask(200)).toMatchObject({ kind: 'parse', status: 200, cause: tooLarge });
  });

  it("returns an 'http' error with a null body otherwise", async () => {
    expect(await ask(500)).toMatchObject({ kind: 'http', status: 500, body: null });
  });
});

describe('the options of withLimit', () => {
  it.each([undefined, -1, NaN])('must contain a maxResponseSize, and not %o', (maxResponseSize) => {
    expect(() => withLimit({ maxResponseSize } as never)).toThrow(/^maxResponseSize is .*0 or more bytes/);
  });

  it('use the global fetch of each request by default', async () => {
    const fetch = withLimit({ maxResponseSize: 10 });
    const spy = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('late'));
    expect(await (await fetch('http://a.test/')).text()).toBe('late');
    spy.mockRestore();
  });
});

describe('a signal under a limit', () => {
  const listening = () => {
    const controller = new AbortController();
    const { signal } = controller;
    const count = { listeners: 0 };
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = ((...args: Parameters<typeof add>) => {
      count.listeners += 1;
      add(...args);
    }) as typeof add;
    signal.removeEventListener = ((...args: Parameters<typeof remove>) => {
      count.listeners -= 1;
      remove(...args);
    }) as typeof remove;
    return { controller, signal, count };
  };

  it('aborts the request with its reason', async () => {
    const { controller, signal } = listening();
    const fetch = answering(new Response('x'));
    const sent = withLimit({ maxResponseSize: 10, fetch })('http://a.test/', { signal });
    controller.abort('mine');
    await sent;
    expect(fetch.mock.calls[0]![1].signal).toMatchObject({ aborted: true, reason: 'mine' });
  });

  it('is passed on as aborted if it was aborted', async () => {
    const fetch = answering(new Response('x'));
    await withLimit({ maxResponseSize: 10, fetch })('http://a.test/', { signal: AbortSignal.abort('early') });
    expect(fetch.mock.calls[0]![1].signal).toMatchObject({ aborted: true, reason: 'early' });
  });

  it.each<[string, Response, (response: Response) => unknown]>([
    ['was read', new Response('x'), (response) => response.text()],
    ['was cancelled', new Response('x'), (response) => response.body!.cancel()],
    ['was too large', new Response(bytes(11)), (response) => response.text().catch(() => 'refused')],
    [
      'announced that it is too large',
      new Response(bytes(11), { headers: { 'content-length': '11' } }),
      (response) => response.text().catch(() => 'refused'),
    ],
    ['is missing', new Response(null), () => undefined],
  ])('has no listener left if the body %s', async (_, response, read) => {
    const { signal, count } = listening();
    await read(await limited(response, { signal }));
    expect(count.listeners).toBe(0);
  });

  it('has no listener left if the request fails', async () => {
    const { signal, count } = listening();
    const fetch: FetchLike = () => Promise.reject(new TypeError('fetch failed'));
    const sent = withLimit({ maxResponseSize: 10, fetch })('http://a.test/', { signal });
    await expect(sent).rejects.toThrow('fetch failed');
    expect(count.listeners).toBe(0);
  });
});
