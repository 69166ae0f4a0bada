import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import {
  cacheMiddleware,
  createApi,
  poll,
  pollUntil,
  Request,
  type RequestConfig,
  retryMiddleware,
} from '../../../lib/index.js';
import { jsonResponse } from '../../../lib/entries/testing.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const fetch = async (): Promise<Response> => jsonResponse({ data: { ok: true } });
const config: RequestConfig = { method: 'GET', path: '/thing' };

const api = createApi({
  baseUrl: 'http://api.test',
  fetch,
  onError: () => {},
  timeout: 10_000,
  middleware: [retryMiddleware({ max: 1 }), cacheMiddleware()],
  requests: {
    plain: new Request(config),
    shared: new Request({ ...config, share: true }),
    newest: new Request({ ...config, dedupe: true }),
  },
});

type Api = typeof api;

/** Whether the copy that `use` gets is collected after it was dropped. A turn can hold objects: wait for several. */
const isCollected = async (use: (copy: Api) => unknown): Promise<boolean> => {
  const dropped = async (): Promise<WeakRef<Api>> => {
    const copy = api.withHeaders({ authorization: 'Bearer of one user' });
    await use(copy);
    return new WeakRef(copy);
  };
  const reference = await dropped();
  for (let turn = 0; turn < 10 && reference.deref(); turn += 1) {
    await setImmediate();
    collectGarbage();
  }
  return reference.deref() === undefined;
};

const pollOnce = ({ plain }: Api): Promise<unknown> =>
  new Promise((resolve) => {
    const stop = poll(plain, {}, resolve, { every: 1000 });
    void Promise.resolve().then(() => setImmediate().then(stop));
  });

describe('a copy of a client (rules.md#copies)', () => {
  it.each<[string, (copy: Api) => unknown]>([
    ['a call', ({ plain }) => plain()],
    ['a call with a signal', ({ plain }) => plain({}, { signal: new AbortController().signal })],
    ['calls that share a request', ({ shared }) => Promise.all([shared(), shared()])],
    ['calls that supersede each other', ({ newest }) => Promise.all([newest(), newest()])],
    ['a call that was aborted', ({ plain }) => plain({}, { signal: AbortSignal.abort() })],
    ['a poll that was stopped', pollOnce],
    ['a pollUntil', ({ plain }) => pollUntil(plain, {}, { every: 1000, until: () => true })],
    ['copies of the copy', (copy) => copy.withHeaders({ a: '1' }).withHeaders({ b: '2' }).plain()],
  ])('is collected after %s', async (_what, use) => {
    expect(await isCollected(use)).toBe(true);
  });

  it('is collected while the program still holds a Result or a function of it', async () => {
    const held: unknown[] = [];
    const hold = async (copy: Api) => held.push(await copy.plain(), copy.shared);
    expect(await isCollected(hold)).toBe(true);
    expect((held as [unknown, Api['shared']])[1].getHeaders()).toMatchObject({
      authorization: 'Bearer of one user',
    });
  });

  it('is not collected while the program holds it', async () => {
    const held: Api[] = [];
    expect(await isCollected((copy) => held.push(copy))).toBe(false);
    expect((await held[0]!.plain()).error).toBeNull();
  });
});
