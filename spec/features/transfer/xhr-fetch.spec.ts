import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApi, defineRequest } from '../../../lib/index.js';
import { type Progress, withLimit, withProgress, xhrFetch } from '../../../lib/entries/transfer.js';
import { FakeXhr, useFakeXhr } from '../../support/fake-xhr.js';

const URL_ = 'http://a.test/files?x=1';

let giveBack: () => void;

beforeEach(() => {
  giveBack = useFakeXhr();
});

afterEach(() => giveBack());

/** Sends a request, and returns its XMLHttpRequest too. */
const send = (init?: RequestInit, url = URL_) => {
  const answer = xhrFetch()(url, init);
  const [xhr] = FakeXhr.made;
  return { answer, xhr: xhr! };
};

describe('the request of xhrFetch (rules.md#transfer)', () => {
  it('has method, URL, headers and body', () => {
    const body = new Blob(['x']);
    const { xhr } = send({ method: 'put', headers: [['X-A', '1']], body });
    expect(xhr).toMatchObject({ opened: ['PUT', URL_], headers: { 'x-a': '1' }, sent: body });
  });

  it.each([
    ['include', true],
    ['same-origin', false],
  ] as const)('has cookies for another origin under credentials: %o: %o', (credentials, isSo) => {
    expect(send({ credentials }).xhr.withCredentials).toBe(isSo);
  });

  it.each<[string, RequestInit, RegExp]>([
    ['a stream', { method: 'POST', body: new ReadableStream() }, /^body is a ReadableStream: pass a Blob/],
    ['redirect', { redirect: 'manual' }, /^redirect .*'follow'/],
    ['redirect', { redirect: 'error' }, /^redirect .*'follow'/],
    ['credentials', { credentials: 'omit' }, /^credentials .*'include' or 'same-origin'/],
    ['mode', { mode: 'no-cors' }, /^mode .*'cors'/],
    ['mode', { mode: 'same-origin' }, /^mode .*'cors'/],
    ['integrity', { integrity: 'sha256-x' }, /^integrity .*none/],
    ['keepalive', { keepalive: true }, /^keepalive .*none/],
    ['an invalid callback', { onUploadProgress: 5 } as never, /^onUploadProgress is 5/],
  ])('is not sent for %s, which a TypeError names', async (_, init, said) => {
    const { answer } = send(init);
    await expect(answer).rejects.toThrow(said);
    await expect(answer).rejects.toThrow(TypeError);
    expect(FakeXhr.made).toEqual([]);
  });

  it('can contain options with the fixed behavior of XMLHttpRequest', () => {
    const init = { redirect: 'follow', mode: 'cors', integrity: '', keepalive: false } as const;
    expect(send(init).xhr.opened).toEqual(['GET', URL_]);
  });

  it.each([
    ['an invalid URL', 'http://', {}],
    ["a header that can't be sent", URL_, { headers: { 'a b': '1' } }],
  ])('is not sent for %s, with a TypeError like that of fetch', async (_, url, init) => {
    await expect(send(init, url).answer).rejects.toMatchObject({ name: 'TypeError' });
    expect(FakeXhr.made).toEqual([]);
  });
});

describe('the response of xhrFetch', () => {
  it('is a Response with status, headers, url and body', async () => {
    const { answer, xhr } = send();
    xhr.answer(201, '{"a":"é"}', ['content-type: application/json', 'x-empty: ', 'x-time: 10:30']);
    const response = await answer;
    expect(response).toBeInstanceOf(Response);
    expect(response).toMatchObject({ status: 201, ok: true, statusText: 'status 201', url: URL_ });
    expect([...response.headers]).toEqual([
      ['content-type', 'application/json'],
      ['x-empty', ''],
      ['x-time', '10:30'],
    ]);
    expect(await response.clone().json()).toEqual({ a: 'é' });
    expect(response.clone().url).toBe(URL_);
  });

  it.each([
    [URL_, false],
    [`${URL_}#part`, false],
    ['http://a.test/other', true],
  ])('is redirected if its URL differs: %o: %o', async (url, redirected) => {
    const { answer, xhr } = send({}, url.includes('other') ? URL_ : url);
    xhr.answer(200, 'x', [], url);
    expect((await answer).redirected).toBe(redirected);
  });

  it.each([
    ['GET', 204],
    ['GET', 205],
    ['GET', 304],
    ['HEAD', 200],
  ])('has no body for %s with status %i', async (method, status) => {
    const { answer, xhr } = send({ method });
    xhr.answer(status);
    expect((await answer).body).toBeNull();
  });

  it('is a TypeError if the network fails, or if the load has no status', async () => {
    const failed = send();
    failed.xhr.fail();
    await expect(failed.answer).rejects.toThrow(TypeError);
    FakeXhr.made = [];
    const odd = send();
    odd.xhr.answer(0);
    await expect(odd.answer).rejects.toThrow(TypeError);
  });
});

describe('a signal of xhrFetch', () => {
  it.each<[string, (xhr: FakeXhr, controller: AbortController) => void, unknown]>([
    ['arrives', (xhr) => xhr.answer(200), { status: 200 }],
    ['fails', (xhr) => xhr.fail(), { name: 'TypeError' }],
    ['is aborted, with its reason', (_xhr, controller) => controller.abort('mine'), 'mine'],
  ])('has no listener left if the response %s', async (_, end, outcome) => {
    const controller = new AbortController();
    const { signal } = controller;
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    const { answer, xhr } = send({ signal });
    expect([added.mock.calls.length, removed.mock.calls.length]).toEqual([1, 0]);
    end(xhr, controller);
    const settled: unknown = await answer.catch((thrown: unknown) => thrown);
    if (typeof outcome === 'string') expect(settled).toBe(outcome);
    else expect(settled).toMatchObject(outcome as object);
    expect({ length: removed.mock.calls.length, isAborted: xhr.isAborted }).toEqual({
      length: 1,
      isAborted: outcome === 'mine',
    });
  });

  it('that is already aborted prevents the request', async () => {
    const { answer, xhr } = send({ signal: AbortSignal.abort('early') });
    await expect(answer).rejects.toBe('early');
    expect(xhr.sent).toBe('nothing was sent');
  });
});

describe('the progress of xhrFetch', () => {
  const upload = (body: RequestInit['body'] = 'x') => {
    const told: Progress[] = [];
    const onUploadProgress = (progress: Progress): void => void told.push(progress);
    return { told, ...send({ method: 'POST', body: body ?? null, onUploadProgress }) };
  };

  it.each<[string, (xhr: FakeXhr) => void, boolean]>([
    ['from 0 to the total', (xhr) => xhr.answer(200), true],
    ['and never done if no response arrives', (xhr) => xhr.fail(), false],
  ])('reports the events of XMLHttpRequest, %s', async (_what, end, isDone) => {
    const { answer, told, xhr } = upload();
    xhr.uploads('loadstart', 0, 10);
    xhr.uploads('load', 10, 10);
    xhr.uploads('load', 10, 10);
    end(xhr);
    await answer.catch(() => undefined);
    const done = { loaded: 10, total: 10, done: true };
    expect(told).toEqual([{ loaded: 0, total: 10, done: false }, ...(isDone ? [done] : [])]);
  });

  it('has listeners only with a body and a callback, as other origins would cause a preflight', () => {
    expect(upload(null).xhr.upload.listeners.size).toBe(0);
    FakeXhr.made = [];
    expect(send({ method: 'POST', body: 'x' }).xhr.upload.listeners.size).toBe(0);
  });
});

describe('xhrFetch behind a client', () => {
  it('sends the calls with a progress callback, under a limit', async () => {
    const fetch = withLimit({
      maxResponseSize: 10,
      fetch: withProgress({ upload: xhrFetch(), fetch: () => Promise.resolve(new Response('{"by":1}')) }),
    });
    const api = createApi({
      baseUrl: 'http://a.test',
      fetch,
      requests: { put: defineRequest<{ by: number }, Blob>()({ method: 'PUT', path: '/x' }) },
    });
    expect((await api.put(new Blob(['x']))).data).toEqual({ by: 1 });
    const told: Progress[] = [];
    const fetchOptions = { onUploadProgress: (progress: Progress) => void told.push(progress) };
    const answers = [api.put(new Blob(['x']), { fetchOptions }), api.put(new Blob(['x']), { fetchOptions })];
    await Promise.resolve();
    const [first, second] = FakeXhr.made;
    first!.uploads('loadstart', 0, 1);
    first!.uploads('load', 1, 1);
    first!.answer(200, '{"by":2}');
    second!.answer(200, '{"by":"too much of it"}');
    const [good, large] = await Promise.all(answers);
    expect({ data: good!.data, kind: large!.error?.kind }).toEqual({ data: { by: 2 }, kind: 'parse' });
    expect(told.map(({ loaded, done }) => [loaded, done])).toEqual([
      [0, false],
      [1, true],
    ]);
  });
});
