import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type ApiConfig,
  cacheMiddleware,
  createApi,
  paginate,
  type Placement,
  poll,
  Request,
  type RequestConfig,
  retryMiddleware,
} from '../../lib/index.js';
import { placed } from '../../lib/entries/openapi.js';
import { jsonResponse, mockFetch } from '../../lib/entries/testing.js';
import { flush } from '../support/flush.js';
import { heldFetch } from '../support/held-fetch.js';
import { asBrowser, asServer, EVERY, listener, pass, polled } from '../support/polled.js';
import { printed } from '../support/printed.js';

interface Params {
  id: number;
  user?: string;
  note?: string;
}

const userInHeader = ({ id, user, note }: Params): Placement => ({
  path: { id },
  query: { note },
  headers: { 'x-user': user },
});

const endpoint: RequestConfig<Params> = {
  method: 'GET',
  path: '/things/{id}',
  place: placed(userInHeader),
};

const create = (more: Partial<RequestConfig<Params>> = {}, client: Partial<ApiConfig> = {}) => {
  const stub = mockFetch({ 'GET /things/{id}': ({ params }) => jsonResponse(params) });
  const read = new Request<Params, unknown>({ ...endpoint, ...more });
  const api = createApi({ baseUrl: 'http://api.test', fetch: stub.fetch, ...client, requests: { read } });
  return { api, stub };
};

describe('a call whose params are placed by a function', () => {
  it('is cached by the headers that its params set', async () => {
    const { api, stub } = create({ middleware: [cacheMiddleware()] });
    const users = ['ada', 'ada', 'grace', 'ada'];
    for (const user of users) await api.read({ id: 1, user });
    expect(stub.calls.map(({ headers }) => headers.get('x-user'))).toEqual(['ada', 'grace']);
  });

  it('shares a request by the headers that its params set', async () => {
    const { fetch, requests } = heldFetch();
    const { api } = create({ share: true }, { fetch });
    const calls = ['ada', 'ada', 'grace'].map((user) => api.read({ id: 1, user }));
    await flush();
    expect(requests).toHaveLength(2);
    for (const request of requests) request.answer({});
    await Promise.all(calls);
  });

  it('cancels the previous call under dedupe', async () => {
    const { fetch, requests } = heldFetch();
    const { api } = create({ dedupe: true }, { fetch });
    const [first, second] = [api.read({ id: 1 }), api.read({ id: 2 })];
    await flush();
    requests.at(-1)!.answer({});
    expect((await first).error?.kind).toBe('abort');
    expect((await second).error).toBeNull();
  });

  it('works with paginate', async () => {
    const { api, stub } = create();
    const pages = paginate(
      api.read,
      { id: 1 },
      { next: (_page, { id }) => (id < 3 ? { id: id + 1 } : null) },
    );
    for await (const page of pages) expect(page.error).toBeNull();
    expect(stub.calls.map(({ url }) => url.slice(-1))).toEqual(['1', '2', '3']);
  });

  it('is retried without placing its params again', async () => {
    const place = vi.fn(userInHeader);
    const stub = mockFetch({ 'GET /things/{id}': [jsonResponse({}, { status: 503 }), jsonResponse(1)] });
    const middleware = [retryMiddleware({ delay: () => 0 })];
    const { api } = create({ place: placed(place), middleware }, { fetch: stub.fetch });
    expect((await api.read({ id: 1, user: 'ada' })).error).toBeNull();
    expect(stub.calls.map(({ headers }) => headers.get('x-user'))).toEqual(['ada', 'ada']);
    expect(place).toHaveBeenCalledTimes(1);
  });

  it('sends its headers in preference to the headers of the derived client, but not to its own options', async () => {
    const { api, stub } = create();
    const copy = api.withHeaders({ 'x-user': 'copy', 'x-copy': '1' });
    await copy.read({ id: 1, user: 'ada' });
    await copy.read({ id: 1, user: 'ada' }, { headers: { 'x-user': 'call' } });
    const seen = stub.calls.map(({ headers }) => [headers.get('x-user'), headers.get('x-copy')]);
    expect(seen).toEqual([
      ['ada', '1'],
      ['call', '1'],
    ]);
    expect(copy.read.getHeaders()).toEqual({ 'x-user': 'copy', 'x-copy': '1' });
  });
});

describe('the output for a call whose params are placed by a function', () => {
  afterEach(() => void vi.restoreAllMocks());

  it('contains no param value, except in the URL that the log prints', async () => {
    const lines = printed();
    const fetch = (): Promise<never> =>
      Promise.reject(new Error('no route: hunter2-header and hunter2-body'));
    const place = placed(({ id, user, note }: Params) => ({
      path: { id },
      headers: { 'x-user': user },
      body: { note },
    }));
    const { api } = create({ method: 'POST', place }, { fetch, log: true });
    const { error } = await api.read({ id: 1, user: 'hunter2-header', note: 'hunter2-body' });
    expect(error?.kind).toBe('network');
    expect(`${String(lines.flat())} ${error?.message}`).not.toContain('hunter2');
  });

  it('contains the path template if a message names the path', async () => {
    const { error } = await create({}, { fetch: async () => jsonResponse({}, { status: 404 }) }).api.read({
      id: 77,
    });
    expect(error?.message).toContain('/things/{id}');
    expect(error?.message).not.toContain('77');
  });
});

describe('polls whose params are placed by a function', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    asServer();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('are shared if they send the same request, and are separate if a placed header differs', async () => {
    asBrowser();
    let session = 'ada';
    const { api, requests } = polled({ place: placed(() => ({ headers: { 'x-user': session } })) });
    const stops = [0, 0].map(() => poll(api.read, {}, listener(), { every: EVERY }));
    await pass(0);
    expect(requests).toHaveLength(1);
    session = 'grace';
    stops.push(poll(api.read, {}, listener(), { every: EVERY }));
    await pass(0);
    expect(requests).toHaveLength(2);
    for (const stop of stops) stop();
  });
});
