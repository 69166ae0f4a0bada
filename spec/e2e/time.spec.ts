import { getEventListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ApiConfig, type CallOptions, createApi, Request, type Result } from '../../lib/index.js';
import { jsonResponse } from '../../lib/entries/testing.js';
import { heldFetch } from '../support/held-fetch.js';
import { type LocalServer, startServer } from '../support/start-server.cjs';
import { effort } from '../support/effort.js';

/** A promise that the test resolves. */
const gate = () => {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
};

/** A request that the server received. */
interface Arrival {
  readonly response: ServerResponse;
  /** Resolves when the connection closes before the response. */
  readonly hungUp: Promise<void>;
}

const requests = {
  get: new Request<Record<string, unknown>>({ method: 'GET', path: '/thing' }),
  shared: new Request<Record<string, unknown>>({ method: 'GET', path: '/thing', share: true }),
  search: new Request<Record<string, unknown>>({ method: 'GET', path: '/search', dedupe: true }),
};

let server: LocalServer | undefined;

/** A client of a real server; `arrivals` contains the received requests, and `arrived(n)` waits for the n-th one. */
const serve = async (answer: (response: ServerResponse) => void = () => {}) => {
  const arrivals: Arrival[] = [];
  let onArrival = (): void => {};
  server = await startServer((_request, response) => {
    const { open, opened } = gate();
    response.once('close', () => response.writableFinished || open());
    arrivals.push({ response, hungUp: opened });
    answer(response);
    onArrival();
  });
  const arrived = async (count: number): Promise<Arrival> => {
    while (arrivals.length < count) await new Promise<void>((resolve) => (onArrival = resolve));
    return arrivals[count - 1]!;
  };
  return { api: createApi({ baseUrl: server.url, requests }), url: server.url, arrivals, arrived };
};

const kinds = (results: readonly Result<unknown>[]): unknown[] =>
  results.map(({ error }) => error?.kind ?? 'data');

const trickle = (response: ServerResponse): void => {
  const drops = setInterval(() => response.write(' '), 5);
  response.once('close', () => clearInterval(drops));
};

const headersOnly =
  (status: number) =>
  (response: ServerResponse): void =>
    response.writeHead(status).flushHeaders();

const neverDone: [string, (response: ServerResponse) => void][] = [
  ['accepts and never responds', () => {}],
  ['sends headers and then stalls', headersOnly(200)],
  ['sends an error status and then stalls', headersOnly(500)],
  ['stalls in the middle of a body', (response) => response.write('{"half":')],
  ['trickles a body indefinitely', trickle],
];

/** A call whose server has already done its last action. */
const unfinished = async (answer: (response: ServerResponse) => void, options: CallOptions) => {
  const { url, arrived } = await serve(answer);
  const { open, opened } = gate();
  const fetch: ApiConfig['fetch'] = async (...request) => {
    const response = await globalThis.fetch(...request);
    open();
    return response;
  };
  const call = createApi({ baseUrl: url, fetch, requests }).get({}, options);
  const { hungUp, response } = await arrived(1);
  if (response.headersSent) await opened;
  return { call, hungUp };
};

/** The test triggers deadlines, so that none passes before the server has received the request. Everything else runs in real time. */
const handDeadlines = (): void => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate'] });
};

const reducedRuntime = (): (() => void) => {
  const parts: [object, string][] = [
    [AbortSignal, 'any'],
    [AbortSignal, 'timeout'],
    [AbortSignal.prototype, 'throwIfAborted'],
  ];
  const kept = parts.map(([owner, name]) => Object.getOwnPropertyDescriptor(owner, name)!);
  for (const [owner, name] of parts) Reflect.deleteProperty(owner, name);
  return () => parts.forEach(([owner, name], at) => Object.defineProperty(owner, name, kept[at]!));
};

afterEach(async () => {
  vi.useRealTimers();
  await server?.close();
  server = undefined;
});

describe('a deadline on a real connection (traps 22 to 24, rules.md#deadlines-and-aborts)', () => {
  it.each(neverDone)(
    "returns a 'timeout' error and closes the connection when the server %s",
    async (_what, answer) => {
      handDeadlines();
      const { call, hungUp } = await unfinished(answer, { timeout: 1000 });
      vi.advanceTimersByTime(1000);
      const { error } = await call;
      expect(error).toMatchObject({ kind: 'timeout', status: 0, body: { name: 'TimeoutError' } });
      await hungUp;
    },
  );

  it("follows the platform's own clock", async () => {
    const { api } = await serve(trickle);
    const start = performance.now();
    expect((await api.get({}, { timeout: 100 })).error?.kind).toBe('timeout');
    const elapsed = performance.now() - start;
    expect(elapsed).toBeGreaterThan(95);
    expect(elapsed).toBeLessThan(3000);
  });

  it('closes a shared request for all its callers', async () => {
    handDeadlines();
    const { url, arrivals, arrived } = await serve();
    const api = createApi({ baseUrl: url, requests, timeout: 1000 });
    const calls = [api.shared(), api.shared(), api.shared()];
    const { hungUp } = await arrived(1);
    vi.advanceTimersByTime(1000);
    expect(kinds(await Promise.all(calls))).toEqual(['timeout', 'timeout', 'timeout']);
    await hungUp;
    expect(arrivals).toHaveLength(1);
  });

  it("doesn't affect the response if it is far away", async () => {
    const { api } = await serve((response) => response.end('"here"'));
    expect((await api.get({}, { timeout: 3e9 })).data).toBe('here');
  });
});

describe("the caller's abort on a real connection (rules.md#deadlines-and-aborts)", () => {
  it.each(neverDone)(
    "returns an 'abort' error and closes the connection when the server %s",
    async (_what, answer) => {
      const caller = new AbortController();
      const { call, hungUp } = await unfinished(answer, { signal: caller.signal });
      caller.abort('enough');
      expect((await call).error).toMatchObject({ kind: 'abort', status: 0, body: 'enough' });
      await hungUp;
    },
  );

  it('sends nothing if it precedes the call', async () => {
    const { api, arrivals } = await serve((response) => response.end('1'));
    expect((await api.get({}, { signal: AbortSignal.abort() })).error?.kind).toBe('abort');
    await api.get();
    expect(arrivals).toHaveLength(1);
  });
});

describe('five callers of one request on a real connection (trap 19, rules.md#share)', () => {
  const five = async () => {
    const served = await serve();
    const callers = Array.from({ length: 5 }, () => new AbortController());
    const calls = callers.map(({ signal }) => served.api.shared({}, { signal }));
    return { ...served, callers, calls, first: await served.arrived(1) };
  };

  it('send one request', async () => {
    const { calls, first, arrivals } = await five();
    first.response.end('{"n":1}');
    expect((await Promise.all(calls)).map(({ data }) => data)).toEqual(Array(5).fill({ n: 1 }));
    expect(arrivals).toHaveLength(1);
  });

  it.each([0, 2, 4])('continue when caller number %d aborts', async (at) => {
    const { callers, calls, first } = await five();
    callers[at]!.abort();
    expect((await calls[at]!).error?.kind).toBe('abort');
    first.response.end('{"n":1}');
    expect(kinds(await Promise.all(calls)).filter((kind) => kind === 'data')).toHaveLength(4);
  });

  it('continue when one caller aborts while the body arrives', async () => {
    const { callers, calls, first } = await five();
    first.response.write('{"n":');
    callers[0]!.abort();
    expect((await calls[0]!).error?.kind).toBe('abort');
    first.response.end('1}');
    expect(kinds(await Promise.all(calls.slice(1)))).toEqual(['data', 'data', 'data', 'data']);
  });

  it('close the connection when the last caller has aborted', async () => {
    const { callers, calls, first } = await five();
    for (const caller of callers) caller.abort();
    expect(kinds(await Promise.all(calls))).toEqual(Array(5).fill('abort'));
    await first.hungUp;
  });
});

describe('a superseded call on a real connection (rules.md#dedupe)', () => {
  it('closes its connection', async () => {
    const { api, arrived } = await serve();
    const older = api.search({ q: 'a' });
    const first = await arrived(1);
    const newer = api.search({ q: 'ab' });
    expect((await older).error?.kind).toBe('abort');
    await first.hungUp;
    (await arrived(2)).response.end('"found"');
    expect((await newer).data).toBe('found');
  });

  it('closes its connection while its body arrives', async () => {
    const { api, arrived } = await serve();
    const older = api.search({ q: 'a' });
    const first = await arrived(1);
    first.response.write('[');
    void api.search({ q: 'ab' });
    expect((await older).error?.kind).toBe('abort');
    await first.hungUp;
  });
});

describe('memory after many calls (traps 30, 42, 43)', () => {
  const fetch = async (): Promise<Response> => jsonResponse(1);

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('contains no listener and no timer after thousands of calls with one signal', async () => {
    const { signal } = new AbortController();
    const api = createApi({ baseUrl: 'http://api.test', fetch, requests });
    for (let call = 0; call < effort(1000, 10_000); call += 1) {
      await Promise.all([api.get({}, { signal, timeout: 1000 }), api.shared({}, { signal, timeout: 1000 })]);
    }
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  }, 30_000);

  it('contains at most one listener for each running call, and none after the abort', async () => {
    const caller = new AbortController();
    const { signal } = caller;
    const api = createApi({ baseUrl: 'http://api.test', fetch: heldFetch().fetch, requests });
    const calls = Array.from({ length: 1000 }, () => api.get({}, { signal, timeout: 1000 }));
    expect(getEventListeners(signal, 'abort').length).toBeLessThanOrEqual(1000);
    caller.abort();
    expect(new Set(kinds(await Promise.all(calls)))).toEqual(new Set(['abort']));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('homing in a runtime without AbortSignal.any, timeout and throwIfAborted (trap 38)', () => {
  let restore = (): void => {};
  beforeEach(() => {
    restore = reducedRuntime();
  });
  afterEach(() => {
    restore();
  });

  it.each<[string, CallOptions]>([
    ['a signal', { signal: new AbortController().signal }],
    ['a deadline', { timeout: 10_000 }],
    ['both', { signal: new AbortController().signal, timeout: 10_000 }],
    [
      'a signal that a middleware installs',
      {
        timeout: 10_000,
        middleware: [
          (ctx, next) => {
            ctx.request.signal = new AbortController().signal;
            return next();
          },
        ],
      },
    ],
  ])('returns data with %s', async (_what, options) => {
    const { api } = await serve((response) => response.end('1'));
    const results = [
      await api.get({}, options),
      await api.shared({}, options),
      await api.search({}, options),
    ];
    expect(results.map(({ data }) => data)).toEqual([1, 1, 1]);
  });

  it('times out', async () => {
    handDeadlines();
    const { call, hungUp } = await unfinished(() => {}, { timeout: 1000 });
    vi.advanceTimersByTime(1000);
    expect((await call).error?.kind).toBe('timeout');
    await hungUp;
  });

  it('aborts', async () => {
    const caller = new AbortController();
    const { call, hungUp } = await unfinished(() => {}, { signal: caller.signal });
    caller.abort();
    expect((await call).error?.kind).toBe('abort');
    await hungUp;
  });

  it('cancels the previous call', async () => {
    const { api, arrived } = await serve();
    const older = api.search();
    const { hungUp } = await arrived(1);
    void api.search();
    expect((await older).error?.kind).toBe('abort');
    await hungUp;
  });
});
