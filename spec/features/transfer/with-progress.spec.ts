import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApi, defineRequest, type FetchLike, retryMiddleware } from '../../../lib/index.js';
import { type Progress, withLimit, withProgress } from '../../../lib/entries/transfer.js';

const KB = 1024;
const bytes = (size: number): Uint8Array<ArrayBuffer> => new Uint8Array(size).fill(0x78);

const streamOf = (...sizes: readonly number[]): ReadableStream<Uint8Array<ArrayBuffer>> => {
  const left = [...sizes];
  return new ReadableStream({
    pull(controller) {
      const size = left.shift();
      if (size === undefined) controller.close();
      else controller.enqueue(bytes(size));
    },
  });
};

/** The reports that a callback received. */
const listening = () => {
  const told: Progress[] = [];
  return { told, hear: (progress: Progress) => void told.push(progress) };
};

const answering = (...responses: readonly Response[]) => {
  const left = [...responses];
  return vi.fn<FetchLike>(() => Promise.resolve(left.shift() ?? new Response('{}')));
};

/** A fetch like Node's, which reads a Blob by its stream. */
const reading = (status = 200) =>
  vi.fn<FetchLike>(async (_url, { body }) => {
    const stream = body instanceof Blob ? body.stream() : (body as ReadableStream<Uint8Array>);
    const { byteLength } = await new Response(stream).arrayBuffer();
    return new Response(String(byteLength), { status });
  });

const get = async (response: Response, init: RequestInit = {}) => {
  const { told, hear } = listening();
  const fetch = answering(response);
  const answer = await withProgress({ fetch })('http://a.test/', { onDownloadProgress: hear, ...init });
  return { told, answer, fetch };
};

const send = async (fetch: FetchLike, body: RequestInit['body']) => {
  const { told, hear } = listening();
  const init = { method: 'POST', body: body ?? null, onUploadProgress: hear };
  const response = await withProgress({ fetch })('http://a.test/', init);
  return { told, response };
};

const whole = (size: number) => [
  { loaded: 0, total: size, done: false },
  { loaded: size, total: size, done: true },
];

const had = Object.getOwnPropertyDescriptor(globalThis, 'window');
const setWindow = (value: unknown): void => {
  Object.defineProperty(globalThis, 'window', { value, configurable: true, writable: true });
};

// The clock is stopped: with reports at most every 50 ms, these are the first and the last.
beforeEach(() => {
  vi.spyOn(performance, 'now').mockReturnValue(0);
});

afterEach(() => {
  vi.restoreAllMocks();
  if (had) Object.defineProperty(globalThis, 'window', had);
  else Reflect.deleteProperty(globalThis, 'window');
});

describe('the progress of a download (rules.md#transfer)', () => {
  it('counts the read bytes, from 0 to the total', async () => {
    const headers = { 'content-length': '30' };
    const { told, answer } = await get(new Response(streamOf(10, 20), { headers }));
    expect(told).toEqual([{ loaded: 0, total: 30, done: false }]);
    expect(await answer.text()).toHaveLength(30);
    expect(told).toEqual(whole(30));
  });

  it.each<[string, Record<string, string>]>([
    ['no header contains it', {}],
    ['it is compressed', { 'content-length': '9', 'content-encoding': 'gzip' }],
    ['the length is not a number', { 'content-length': 'long' }],
  ])('has no total if %s', async (_, headers) => {
    const { told, answer } = await get(new Response(streamOf(30), { headers }));
    await answer.text();
    expect(told).toEqual(whole(30).map((progress) => ({ ...progress, total: null })));
  });

  it('is not reported without a body, and is reported for an empty one', async () => {
    expect((await get(new Response(null, { status: 204 }))).told).toEqual([]);
    const empty = await get(new Response(streamOf(), { headers: { 'content-length': '0' } }));
    await empty.answer.text();
    expect(empty.told).toEqual(whole(0));
  });

  it('starts at 0 with each attempt of a call', async () => {
    const { told, hear } = listening();
    const fetch = withProgress({
      fetch: answering(new Response(streamOf(5), { status: 503 }), new Response('{"a":1}')),
    });
    const api = createApi({
      baseUrl: 'http://a.test',
      fetch,
      middleware: [retryMiddleware({ baseDelay: 0 })],
      requests: { ask: defineRequest<{ a: number }>()({ method: 'GET', path: '/x' }) },
    });
    const { data } = await api.ask({}, { fetchOptions: { onDownloadProgress: hear } });
    expect(data).toEqual({ a: 1 });
    expect(told.map(({ loaded, done }) => [loaded, done])).toEqual([
      [0, false],
      [5, true],
      [0, false],
      [7, true],
    ]);
  });

  it('is reported within a limit, and not beyond it', async () => {
    const { told, hear } = listening();
    const inner = withProgress({ fetch: answering(new Response(streamOf(6, 6, 6))) });
    const fetch = withLimit({ maxResponseSize: 10, fetch: inner });
    const answer = await fetch('http://a.test/', { onDownloadProgress: hear });
    await expect(answer.text()).rejects.toThrow(/maxResponseSize/);
    expect(told.some(({ done }) => done)).toBe(false);
  });
});

describe('the progress of an upload (rules.md#transfer)', () => {
  const size = 200 * KB;
  const type = 'text/plain;charset=utf-8';

  // Like on a server, on every platform.
  beforeEach(() => setWindow(undefined));

  it.each<[string, () => RequestInit['body'], string]>([
    ['a string', () => 'x'.repeat(size), type],
    ['bytes', () => bytes(size), ''],
    ['a buffer', () => bytes(size).buffer, ''],
    ['a Blob', () => new Blob([bytes(size)], { type: 'image/png' }), 'image/png'],
    [
      'a URLSearchParams',
      () => new URLSearchParams({ a: 'x'.repeat(size - 2) }),
      'application/x-www-form-urlencoded;charset=utf-8',
    ],
  ])('counts %s while it is read, with its length and its type', async (_, body, contentType) => {
    const fetch = reading();
    const { told, response } = await send(fetch, body());
    expect(told).toEqual(whole(size));
    expect(await response.text()).toBe(String(size));
    const { body: sent } = fetch.mock.calls[0]![1];
    expect([(sent as Blob).size, (sent as Blob).type.toLowerCase()]).toEqual([size, contentType]);
  });

  it('counts a stream, whose total is unknown', async () => {
    const { told } = await send(reading(), streamOf(100 * KB, 100 * KB));
    expect(told).toEqual(whole(size).map((progress) => ({ ...progress, total: null })));
  });

  it('keeps its count if the body is read again for a redirect', async () => {
    const fetch: FetchLike = async (_url, { body }) => {
      const first = (body as Blob).stream().getReader();
      await first.read();
      await first.cancel();
      return new Response(await new Response((body as Blob).stream()).text());
    };
    const { told, response } = await send(fetch, bytes(size));
    expect(await response.text()).toHaveLength(size);
    expect(told.at(-1)).toEqual({ loaded: size, total: size, done: true });
    const loads = told.map(({ loaded }) => loaded);
    expect(loads).toEqual([...loads].sort((a, b) => a - b));
  });

  it('reports only start and end for a body under 64 KiB, which is sent unchanged', async () => {
    for (const body of ['é'.repeat(KB), bytes(2 * KB), new Blob([bytes(2 * KB)])]) {
      const fetch = answering();
      expect((await send(fetch, body)).told).toEqual(whole(2 * KB));
      expect(fetch.mock.calls[0]![1]).toMatchObject({ onUploadProgress: undefined });
    }
  });

  it('reports only start and end for a form, whose length is unknown', async () => {
    const form = new FormData();
    form.set('file', new Blob([bytes(size)]));
    const fetch = answering();
    const { told } = await send(fetch, form);
    expect(told).toEqual([
      { loaded: 0, total: null, done: false },
      { loaded: 0, total: null, done: true },
    ]);
    expect(fetch.mock.calls[0]![1].body).toBe(form);
  });

  it('passes the body on unchanged in a browser', async () => {
    const body = bytes(size);
    const fetch = answering();
    setWindow({});
    expect((await send(fetch, body)).told).toEqual(whole(size));
    expect(fetch.mock.calls[0]![1].body).toBe(body);
  });

  it('is not reported after the request has failed, even if the platform continues to read the body', async () => {
    let readOn: () => Promise<unknown> = () => Promise.resolve();
    const { told, hear } = listening();
    const fetch: FetchLike = async (_url, { body }) => {
      const reader = (body as Blob).stream().getReader();
      await reader.read();
      readOn = async () => {
        while (!(await reader.read()).done);
      };
      throw new TypeError('fetch failed');
    };
    const init = { method: 'POST', body: bytes(200 * KB), onUploadProgress: hear };
    await expect(withProgress({ fetch })('http://a.test/', init)).rejects.toThrow('fetch failed');
    const before = told.length;
    vi.mocked(performance.now).mockReturnValue(1000);
    await readOn();
    expect(told).toHaveLength(before);
  });

  it('is not done if the request fails, or is rejected while the received part is unknown', async () => {
    const { told, hear } = listening();
    const fails = withProgress({ fetch: () => Promise.reject(new TypeError('fetch failed')) });
    const init = { method: 'POST', body: 'x', onUploadProgress: hear };
    await expect(fails('http://a.test/', init)).rejects.toThrow('fetch failed');
    expect(told).toEqual([{ loaded: 0, total: 1, done: false }]);
    const refused = await send(answering(new Response('', { status: 413 })), bytes(size));
    expect(refused.told.map(({ done }) => done)).toEqual([false]);
  });

  it('is not reported without a body', async () => {
    expect((await send(answering(), null)).told).toEqual([]);
  });
});

describe('the upload of withProgress', () => {
  const both = () => {
    const fetch = answering();
    const upload = answering();
    return { fetch, upload, decorated: withProgress({ fetch, upload }) };
  };

  it('sends requests with a body and a progress callback, and reports their progress itself', async () => {
    const { fetch, upload, decorated } = both();
    const onUploadProgress = (): void => {};
    await decorated('http://a.test/', { method: 'POST', body: 'x', onUploadProgress });
    expect(upload.mock.calls[0]![1]).toMatchObject({ body: 'x', onUploadProgress });
    expect(fetch).not.toHaveBeenCalled();
  });

  it('sends no other requests', async () => {
    const { fetch, upload, decorated } = both();
    await decorated('http://a.test/', { method: 'POST', body: 'x', onDownloadProgress: () => {} });
    await decorated('http://a.test/', { onUploadProgress: () => {} });
    await decorated('http://a.test/');
    expect(fetch).toHaveBeenCalledTimes(3);
    expect(upload).not.toHaveBeenCalled();
  });
});

describe('withProgress rejects by name', () => {
  it.each(['fetch', 'upload'])('a %s that is not a function', (name) => {
    expect(() => withProgress({ [name]: 'x' })).toThrow(new RegExp(`^${name} is a string`));
    expect(() => withProgress({ [name]: undefined })).not.toThrow();
  });

  it.each(['onUploadProgress', 'onDownloadProgress'])('an invalid %s', async (name) => {
    const fetch = answering();
    const sent = withProgress({ fetch })('http://a.test/', { [name]: 5 });
    await expect(sent).rejects.toThrow(new RegExp(`^${name} is 5: pass a function`));
    expect(fetch).not.toHaveBeenCalled();
  });
});
