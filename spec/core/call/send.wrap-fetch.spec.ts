import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type CallOptions,
  type MiddlewareContext,
  type CallNote,
  retryMiddleware,
  withHeaders,
} from '../../../lib/index.js';
import { observers as observing } from '../../../lib/entries/observe.js';
import { jsonResponse } from '../../../lib/entries/testing.js';
import { type Answer, createTestClient, stubFetch, type Untyped } from '../../support/client.js';
import { Exchanging, marking } from '../../support/exchanging.js';
import { flush } from '../../support/flush.js';
import { endless } from '../../support/streams.js';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('wrapFetch (docs/reference/rules.md#exchange)', () => {
  it('runs each time that a request is about to be sent, after all middleware', async () => {
    const around = new Exchanging();
    let attempt = 0;
    const inner = (ctx: MiddlewareContext, next: () => Promise<Untyped>) => {
      ctx.request.url += `?${String((attempt += 1))}`;
      return next();
    };
    const { api, requests } = createTestClient({
      middleware: [around, retryMiddleware({ max: 1, baseDelay: 0 }), inner],
      answers: [503],
    });
    await api.call();
    const urls = ['http://api.test/things?1', 'http://api.test/things?1?2'];
    expect(around.asked).toEqual(urls);
    expect(requests.map(({ url }) => url)).toEqual(urls);
  });

  it('receives the call and the arguments of fetch, and can send another request', async () => {
    const seen: unknown[] = [];
    const around = new Exchanging((send, url, init, ctx) => {
      const { method, headers, body, signal } = init;
      seen.push(ctx.requestName, url, {
        method,
        headers: Object.fromEntries(headers as Headers),
        body,
        signal,
      });
      return send(`${url}/other`, { ...init, method: 'PUT', headers: { b: '2' } });
    });
    const { api, requests } = createTestClient({
      middleware: [around],
      endpoint: { method: 'POST', headers: { a: '1' } },
    });
    await api.call({ n: 1 });
    const headers = { a: '1', accept: 'application/json', 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: '{"n":1}', signal: null };
    expect(seen).toEqual(['call', 'http://api.test/things', init]);
    const other = { method: 'PUT', headers: { b: '2' } };
    expect(requests[0]).toMatchObject({ url: 'http://api.test/things/other', init: other });
  });

  it('runs in the order of the array: copy, client, endpoint, call; and a call can skip it', async () => {
    const fetch = stubFetch();
    const skipped = marking('b');
    const { api } = createTestClient({
      fetch,
      middleware: [skipped, marking('c')],
      endpoint: { middleware: [marking('d')] },
    });
    const copy = withHeaders(api, {}, { middleware: [marking('a')] });
    await copy.call({}, { middleware: [marking('e')] });
    expect(fetch.lastHeaders).toMatchObject({ 'x-path': 'abcde' });
    await copy.call({}, { skipMiddleware: [skipped] });
    expect(fetch.lastHeaders).toMatchObject({ 'x-path': 'acd' });
  });

  it('runs once for all callers that share the request, with the context of the caller that sends it', async () => {
    const contexts: MiddlewareContext[] = [];
    const leaders: MiddlewareContext[] = [];
    const around = new Exchanging((send, url, init, ctx) => {
      leaders.push(ctx);
      return send(url, init);
    });
    const note = (ctx: MiddlewareContext, next: () => Promise<Untyped>) => (contexts.push(ctx), next());
    const { api, requests } = createTestClient({
      held: true,
      middleware: [note, around],
      endpoint: { share: true },
    });
    const calls = [api.call(), api.call(), api.call()];
    await flush();
    requests[0]!.answer({ n: 1 });
    const results = await Promise.all(calls);
    expect(results.map(({ data }) => data)).toEqual([{ n: 1 }, { n: 1 }, { n: 1 }]);
    expect([requests.length, leaders.length, leaders[0] === contexts[0]]).toEqual([1, 1, true]);
  });

  it('continues for the other callers when the sending caller aborts', async () => {
    const gate = { open: (): void => undefined };
    const around = new Exchanging(async (send, url, init) => {
      await new Promise<void>((resolve) => (gate.open = resolve));
      return send(url, init);
    });
    const { api, requests } = createTestClient({
      held: true,
      middleware: [around],
      endpoint: { share: true },
    });
    const controller = new AbortController();
    const leader = api.call({}, { signal: controller.signal });
    const other = api.call();
    await flush();
    controller.abort();
    expect((await leader).error?.kind).toBe('abort');
    gate.open();
    await flush();
    requests[0]!.answer({ n: 1 });
    expect((await other).data).toEqual({ n: 1 });
  });

  it('changes the share key: only calls through the same plugins share a request', async () => {
    const [one, two] = [new Exchanging(), new Exchanging()];
    const { api, requests } = createTestClient({ held: true, endpoint: { share: true } });
    const reads = [[], [one], [two], [one], [one, two], [two, one]];
    for (const middleware of reads) void api.call({}, { middleware });
    await flush();
    expect(requests).toHaveLength(5);
    const copies = [one, two, one].map((plugin) => withHeaders(api, {}, { middleware: [plugin] }));
    for (const copy of copies) void copy.call();
    await flush();
    expect(requests).toHaveLength(5 + 2);
  });
});

const limiting = (ctx: MiddlewareContext, next: () => Promise<Untyped>) => {
  ctx.request.attemptTimeout = 20;
  return next();
};

describe('send', () => {
  it.each<[string, Exchanging, readonly Answer[], object, number]>([
    [
      'any number of times',
      new Exchanging(
        async (send, url, init) => (await send(url, init), await send(url, init), send(url, init)),
      ),
      [],
      { n: 3 },
      3,
    ],
    [
      'never, if the plugin returns another response',
      new Exchanging(async () => jsonResponse({ own: 1 })),
      [],
      { own: 1 },
      0,
    ],
    [
      'again after it rejects like fetch, without failing the call',
      new Exchanging((send, url, init) => send(url, init).catch(() => send(url, init))),
      [new Error('reset'), { n: 2 }],
      { n: 2 },
      2,
    ],
  ])('can be called %s', async (_how, around, answers, data, sent) => {
    const { api, requests } = createTestClient({ middleware: [around], answers });
    expect({ data: (await api.call()).data, length: requests.length }).toEqual({ data, length: sent });
  });

  it('rejects a stream that it has sent before', async () => {
    const around = new Exchanging(async (send, url, init) => {
      await send(url, init);
      return send(url, init);
    });
    const { api, requests } = createTestClient({
      middleware: [around],
      endpoint: { method: 'POST' },
    });
    const { error } = await api.call(new Blob(['a']).stream());
    expect({ kind: error?.kind, length: requests.length }).toEqual({ kind: 'network', length: 1 });
    expect(error!.message).toContain('The ReadableStream was already sent');
  });

  it('works after the call has settled, if it gets its own signal', async () => {
    const later: (() => Promise<Response>)[] = [];
    const around = new Exchanging((send, url, init) => {
      later.push(() => send(url, { ...init, signal: new AbortController().signal }));
      return send(url, init);
    });
    const { api, requests } = createTestClient({ middleware: [around] });
    const aborted = new AbortController();
    await api.call({}, { timeout: 1000, signal: aborted.signal });
    aborted.abort();
    expect((await later[0]!()).status).toBe(200);
    expect(requests).toHaveLength(2);
  });

  it.each<[string, (controller: AbortController) => CallOptions, string]>([
    ['a call that is aborted', ({ signal }) => ({ signal }), 'AbortError'],
    ['a call that is past its deadline', () => ({ timeout: 20 }), 'TimeoutError'],
    ['an attempt that is past its deadline', () => ({ middleware: [limiting] }), 'TimeoutError'],
  ])('sends nothing under the signal of %s', async (_what, options, name) => {
    const controller = new AbortController();
    const outcome: unknown[] = [];
    const around = new Exchanging(async (send, url, init) => {
      controller.abort();
      // Block the thread, so that no timer can fire.
      for (const end = Date.now() + 40; Date.now() < end;);
      return send(url, init).catch((thrown: unknown) => {
        outcome.push((thrown as Error).name);
        throw thrown;
      });
    });
    const { api, requests } = createTestClient({ held: true, middleware: [around] });
    const { error } = await api.call({}, options(controller));
    expect([error?.kind, requests.length]).toEqual([name === 'AbortError' ? 'abort' : 'timeout', 0]);
    expect(outcome).toEqual([name]);
  });

  it('sends nothing under the signal of a call that has settled', async () => {
    const later: (() => Promise<Response>)[] = [];
    const around = new Exchanging((send, url, init) => {
      later.push(() => send(url, init));
      return send(url, init);
    });
    const { api, requests } = createTestClient({ middleware: [around] });
    await api.call({}, { timeout: 1000 });
    await expect(later[0]!()).rejects.toThrow(/has ended/);
    expect(requests).toHaveLength(1);
  });
});

describe('a request that a plugin around fetch sends (rules.md#what-was-sent)', () => {
  it('counts as sent even if a second send is rejected, for example of a stream', async () => {
    const twice = new Exchanging(async (send, url, init) => {
      await send(url, init);
      return send(url, init);
    });
    const stream = new ReadableStream({ start: (controller) => controller.close() });
    const { api } = createTestClient({ endpoint: { method: 'POST', middleware: [twice] } });
    const { error } = await api.call(stream as never);
    expect(error).toMatchObject({ kind: 'network', sent: true, attempts: 1 });
    expect(error?.message).toContain('was not sent again. The ReadableStream was already sent');
  });

  it('is rejected after the call has settled, unless it has its own signal', async () => {
    let later!: (signal: AbortSignal | null) => Promise<unknown>;
    const around = new Exchanging((send, url, init) => {
      later = (signal) => send(url, { ...init, signal });
      return send(url, init);
    });
    const fetch = stubFetch();
    await createTestClient({ fetch, endpoint: { middleware: [around] } }).api.call();
    await expect(later(null)).rejects.toThrow('The call has ended');
    await later(new AbortController().signal);
    expect(fetch).toHaveBeenCalledTimes(2);
  });
});

describe('the outcome of wrapFetch', () => {
  it.each<[string, () => Promise<Response>]>([
    [
      'throws',
      () => {
        throw new Error('queue full');
      },
    ],
    ['rejects with', () => Promise.reject(new Error('queue full'))],
  ])("is a 'network' error with the cause when wrapFetch %s an error", async (_how, does) => {
    const { api, requests, onError } = createTestClient({ middleware: [new Exchanging(does)] });
    const { error } = await api.call();
    const thrown = expect.objectContaining({ message: 'queue full' });
    expect(error).toMatchObject({ kind: 'network', status: 0, body: thrown, cause: thrown });
    expect([requests.length, onError.mock.calls.length]).toEqual([0, 1]);
  });

  it.each([undefined, {}, 'text'])(
    "is a 'network' error that names the plugin when wrapFetch returns %j",
    async (given) => {
      class Forgetful extends Exchanging {}
      const { api } = createTestClient({ middleware: [new Forgetful(async () => given as never)] });
      const { error } = await api.call();
      expect(error).toMatchObject({ kind: 'network', body: expect.any(TypeError) });
      expect((error!.body as Error).message).toMatch(
        /^wrapFetch of "Forgetful" returned .*: return the Response/,
      );
    },
  );

  it.each<[string, () => Promise<Response>]>([
    ['ignores the signal', () => new Promise(() => undefined)],
    ['returns a response whose body never ends', async () => new Response(endless())],
  ])('ends with the call, even if wrapFetch %s', async (_what, does) => {
    const { api } = createTestClient({ held: true, middleware: [new Exchanging(does)] });
    expect((await api.call({}, { timeout: 5 })).error?.kind).toBe('timeout');
  });
});

describe('observers of a call with a plugin around fetch', () => {
  const attemptsOf = async (around: Exchanging) => {
    const attempts: string[] = [];
    const notes: CallNote[] = [];
    const observers = observing({
      call: () => ({
        attempt: ({ request }) => {
          attempts.push(request.url);
          request.setHeader('x-trace', String(attempts.length));
        },
        note: (note) => void notes.push(note),
      }),
    });
    const { api, requests } = createTestClient({ middleware: [around], observers });
    await api.call();
    const traces = requests.map(({ init }) => new Headers(init.headers).get('x-trace'));
    return { attempts, notes, traces };
  };

  it('see an attempt for each innermost send, and can add headers to it', async () => {
    const twice = new Exchanging(async (send, url, init) => {
      await send(`${url}?first`, init);
      return send(`${url}?second`, init);
    });
    const { attempts, traces } = await attemptsOf(twice);
    expect(attempts).toEqual(['http://api.test/things?first', 'http://api.test/things?second']);
    expect(traces).toEqual(['1', '2']);
  });
});
