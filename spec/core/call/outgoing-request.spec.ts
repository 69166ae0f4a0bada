import { describe, expect, it, jest } from '@jest/globals';
import {
  cacheMiddleware,
  createApi,
  type Middleware,
  type MiddlewareRequest,
  type Note,
  Request,
  retryMiddleware,
  type RequestConfig,
} from '../../../lib/index.js';
import { watch } from '../../../lib/observe.js';
import { answering } from '../../support/answering.js';
import { oneEndpoint, rejecting } from '../../support/one-endpoint.js';
import type { Untyped } from '../../support/capture.js';

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'POST', 'PATCH'] as const;

const looking =
  (look: (request: MiddlewareRequest) => void): Middleware =>
  (ctx, next) => {
    look(ctx.request);
    return next();
  };

/** What a middleware reads of a request. */
const readOf = async <T>(
  read: (request: MiddlewareRequest) => T,
  endpoint: Partial<RequestConfig> = {},
  params: Untyped = {},
): Promise<T> => {
  const seen: T[] = [];
  const { api } = answering([looking((request) => seen.push(read(request)))], { endpoint });
  await api.read(params);
  return seen[0]!;
};

describe('ctx.request.repeatable', () => {
  it('is true for the methods that do no more when they are sent twice', async () => {
    const answers = METHODS.map(async (method) => [
      method,
      await readOf((request) => request.repeatable, { method }),
    ]);
    expect(await Promise.all(answers)).toEqual(METHODS.map((method, at) => [method, at < 5]));
  });

  it('is true with an Idempotency-Key, of any level and any case', async () => {
    const endpoint = { method: 'POST', headers: { 'Idempotency-KEY': 'k' } } as const;
    expect(await readOf((request) => request.repeatable, endpoint)).toBe(true);
  });

  it('is true as soon as a middleware sets such a header', async () => {
    const read = (request: MiddlewareRequest): boolean => {
      request.setHeader('idempotency-key', 'k');
      return request.repeatable;
    };
    expect(await readOf(read, { method: 'POST' })).toBe(true);
  });

  it('follows a method that a middleware changes', async () => {
    const read = (request: MiddlewareRequest): boolean => {
      request.method = 'POST';
      return request.repeatable;
    };
    expect(await readOf(read)).toBe(false);
  });

  it.each([true, false])('is %s where somebody said so, who knows better', async (said) => {
    const read = (request: MiddlewareRequest): boolean => {
      request.repeatable = said;
      return request.repeatable;
    };
    expect(await readOf(read, { method: said ? 'POST' : 'GET' })).toBe(said);
  });
});

describe('ctx.request.repeatable', () => {
  it.each(['', ' ', ', ,'])(
    'is false for a POST with the idempotency key %p, which keeps nothing apart',
    async (key) => {
      const seen: boolean[] = [];
      const look: Middleware = (ctx, next) => {
        seen.push(ctx.request.repeatable);
        return next();
      };
      const { api } = answering([look], { endpoint: { method: 'POST' } });
      await api.read({}, { headers: { 'idempotency-key': key } });
      await api.read({}, { headers: { 'idempotency-key': 'a' } });
      expect(seen).toEqual([false, true]);
    },
  );
});

describe('ctx.request.replayable', () => {
  const stream = () => new Blob(['a']).stream();

  it.each<[string, () => unknown]>([
    ['no body', () => undefined],
    ['JSON', () => ({ a: 1 })],
    ['a Blob', () => new Blob(['a'])],
    ['a FormData', () => new FormData()],
    ['bytes', () => new Uint8Array(1)],
  ])('is true for %s', async (_what, body) => {
    expect(await readOf((request) => request.replayable, { method: 'POST' }, body())).toBe(true);
  });

  it('is false for a stream', async () => {
    expect(await readOf((request) => request.replayable, { method: 'POST' }, stream())).toBe(false);
  });

  it('is false once a middleware puts a stream in the body', async () => {
    const read = (request: MiddlewareRequest): boolean[] => {
      const before = request.replayable;
      request.body = stream();
      return [before, request.replayable];
    };
    expect(await readOf(read, { method: 'POST' })).toEqual([true, false]);
  });
});

describe('ctx.request.onSend', () => {
  it('runs the task each time that the request is about to be sent, after all middleware', async () => {
    const log: string[] = [];
    const outer: Middleware = ({ request }, next) => {
      request.onSend(() => log.push(`sends ${String(request.getHeader('x-inner'))}`));
      return next();
    };
    let attempt = 0;
    const inner = looking((request) => request.setHeader('x-inner', String((attempt += 1))));
    await answering([outer, retryMiddleware({ max: 1, baseDelay: 0 }), inner], { answers: [503] }).api.read();
    expect(log).toEqual(['sends 1', 'sends 2']);
  });

  it('runs all tasks in their order, whatever one of them throws or rejects with', async () => {
    const log: number[] = [];
    const several = looking((request) => {
      request.onSend(() => {
        log.push(1);
        throw new Error('mine');
      });
      request.onSend(() => Promise.reject(new Error('mine')) as never);
      request.onSend(() => log.push(2));
    });
    const { api, arrived } = answering([several]);
    expect((await api.read()).error).toBeNull();
    expect([log, arrived.length]).toEqual([[1, 2], 1]);
  });

  it('gives what takes the task away, and no other of the same function', async () => {
    const task = jest.fn();
    const several = looking((request) => {
      request.onSend(task);
      const takeAway = request.onSend(task);
      takeAway();
      takeAway();
    });
    await answering([several]).api.read();
    expect(task).toHaveBeenCalledTimes(1);
  });

  it('does not run for a call that sends nothing', async () => {
    const task = jest.fn();
    const cache = cacheMiddleware();
    const { api } = answering([looking((request) => request.onSend(task)), cache]);
    await api.read();
    await api.read();
    expect(task).toHaveBeenCalledTimes(1);
  });

  it('lets a cache see what is sent, whatever the task of another throws', async () => {
    const failing = looking((request) =>
      request.onSend(() => {
        throw new Error('mine');
      }),
    );
    const { api, arrived } = answering([failing, cacheMiddleware()]);
    await api.read();
    await api.read();
    expect(arrived).toHaveLength(1);
  });
});

describe('ctx.request.clone', () => {
  const clones = async (
    endpoint: Partial<RequestConfig>,
    params: Untyped,
    change: (request: MiddlewareRequest) => void,
  ) => {
    const seen: ReturnType<MiddlewareRequest['clone']>[] = [];
    const clone: Middleware = ({ request }, next) => {
      change(request);
      seen.push(request.clone());
      request.method = 'PUT';
      request.url += '?later';
      request.setHeader('x-later', '1');
      request.fetchOptions.cache = 'no-store';
      request.body = 'later';
      return next();
    };
    await answering([clone], { endpoint }).api.read(params);
    return seen[0]!;
  };

  it('is what the request sends, as it stands, whatever becomes of this one', async () => {
    const clone = await clones({ method: 'POST', headers: { a: '1' } }, { n: 1 }, (request) => {
      request.setHeader('b', '2');
      request.fetchOptions.cache = 'reload';
    });
    expect(clone).toMatchObject({ method: 'POST', url: 'http://api.test/things', body: '{"n":1}' });
    expect(clone.headerRecord()).toEqual({ a: '1', b: '2', 'content-type': 'application/json' });
    expect({ ...clone.fetchOptions }).toEqual({ cache: 'reload' });
    expect([clone.path, clone.hasJsonBody, clone.replayable, clone.streams]).toEqual([
      '/things',
      true,
      true,
      false,
    ]);
    expect(clone.params).toEqual({ n: 1 });
  });

  it('may be changed itself, and that changes nothing of the request', async () => {
    const { api, arrived } = answering([
      looking((request) => {
        const clone = request.clone();
        clone.method = 'DELETE';
        clone.setHeader('x-clone', '1');
        clone.headers.set('y-clone', '1');
        clone.fetchOptions.cache = 'no-store';
        clone.body = 'clone';
      }),
    ]);
    await api.read();
    const { method, headers, body, cache } = arrived[0]!.init;
    expect({ method, headers: { ...(headers as object) }, body, cache }).toEqual({
      method: 'GET',
      headers: {},
      body: null,
      cache: undefined,
    });
  });
});

describe('ctx.request.note', () => {
  const noted = (notes: Note[]) => watch({ call: () => ({ note: (note) => void notes.push(note) }) });

  it('tells those who observe the client, also a note of a type of its own', async () => {
    const notes: Note[] = [];
    const told = looking((request) => {
      request.note({ type: 'wait', ms: 5, why: 'queue' });
      request.note({ type: 'signed', by: 'me' });
    });
    const { api } = answering([told], { watch: noted(notes) });
    await api.read();
    expect(notes).toEqual([
      { type: 'wait', ms: 5, why: 'queue' },
      { type: 'signed', by: 'me' },
    ]);
  });

  it('does nothing when nobody observes', async () => {
    const { api } = answering([looking((request) => request.note({ type: 'wait', ms: 5, why: 'queue' }))]);
    expect((await api.read()).error).toBeNull();
  });

  it('is not failed by who observes', async () => {
    const failing = watch({
      call: () => ({
        note: () => {
          throw new Error('mine');
        },
      }),
    });
    const { api } = answering([looking((request) => request.note({ type: 'a' }))], { watch: failing });
    expect((await api.read()).error).toBeNull();
  });

  it('tells of each wait of a retry, before it', async () => {
    const notes: Note[] = [];
    const retry = retryMiddleware({ max: 2, delay: (attempt) => attempt, jitter: false });
    const { api } = answering([retry], { answers: [503], watch: noted(notes) });
    await api.read();
    expect(notes).toEqual([
      { type: 'wait', ms: 1, why: 'retry', reason: expect.stringMatching(/^answered 503/) },
      { type: 'wait', ms: 2, why: 'retry', reason: expect.stringMatching(/^answered 503/) },
    ]);
  });

  it('tells of no wait of a retry whose call has ended', async () => {
    const notes: Note[] = [];
    const controller = new AbortController();
    const api = createApi({
      baseUrl: 'http://api.test',
      fetch: async () => {
        controller.abort();
        return new Response(null, { status: 503 });
      },
      watch: noted(notes),
      middleware: [retryMiddleware(2)],
      requests: { read: new Request({ method: 'GET', path: '/' }) },
    });
    const { error } = await api.read(undefined, { signal: controller.signal });
    expect([error?.kind, notes]).toEqual(['abort', []]);
  });

  it('tells whether a cache had the answer, and nothing of calls that the cache leaves alone', async () => {
    const notes: Note[] = [];
    const cache = cacheMiddleware({ methods: ['GET'] });
    const { api } = answering([cache], { watch: noted(notes) });
    await api.read();
    await api.read();
    const post = answering([cache], { endpoint: { method: 'POST' }, watch: noted(notes) });
    await post.api.read();
    expect(notes).toEqual([
      { type: 'cache', hit: false },
      { type: 'cache', hit: true },
    ]);
  });
});

describe('a request that failed', () => {
  it('is told of as it was, by a clone that somebody kept', async () => {
    const kept: ReturnType<MiddlewareRequest['clone']>[] = [];
    const keep = looking((request) => kept.push(request.clone()));
    const { error } = await oneEndpoint({ fetch: rejecting(1) }).call({}, { middleware: [keep] });
    expect([error?.kind, kept[0]!.url]).toEqual(['network', 'http://api.test/thing']);
  });
});
