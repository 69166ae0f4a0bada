import { describe, expect, it, jest } from '@jest/globals';
import {
  cacheMiddleware,
  type Middleware,
  type MiddlewareRequest,
  type Note,
  type RequestConfig,
  retryMiddleware,
} from '../../../lib/index.js';
import { watch } from '../../../lib/observe.js';
import { answering } from '../../support/answering.js';
import { answering as fetchAnswering, headersOf, oneEndpoint } from '../../support/one-endpoint.js';
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

  it.each(['', ' ', ', ,'])(
    'is false for a POST with the idempotency key %p, which keeps nothing apart',
    async (key) => {
      const read = (request: MiddlewareRequest): boolean => {
        request.setHeader('idempotency-key', key);
        return request.repeatable;
      };
      expect(await readOf(read, { method: 'POST' })).toBe(false);
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

  it('is false for a stream, also once a middleware puts one in the body', async () => {
    const read = (request: MiddlewareRequest): boolean[] => {
      const before = request.replayable;
      request.body = stream();
      return [before, request.replayable];
    };
    expect(await readOf(read, { method: 'POST' })).toEqual([true, false]);
    expect(await readOf((request) => request.replayable, { method: 'POST' }, stream())).toBe(false);
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
  it('tells those who observe the client, also a note of a type of its own', async () => {
    const notes: Note[] = [];
    const noted: Note[] = [
      { type: 'wait', ms: 5, why: 'queue' },
      { type: 'signed', by: 'me' },
    ];
    const told = looking((request) => noted.forEach((note) => request.note(note)));
    const observer = watch({ call: () => ({ note: (note) => void notes.push(note) }) });
    for (const more of [{ watch: observer }, {}]) await answering([told], more).api.read();
    expect(notes).toEqual(noted);
  });
});

/** What is sent, and the error, when a middleware does this to a request with the headers `a: 1, b: 2`. */
const sentAfter = async (touch: (request: MiddlewareRequest) => void) => {
  const fetch = fetchAnswering();
  const api = oneEndpoint({ fetch, client: { headers: { a: '1', b: '2' }, middleware: [looking(touch)] } });
  const { error } = await api.call();
  return { error, headers: error ? undefined : headersOf(fetch) };
};

/** Both forms that the headers of a request may have. */
const forms: [string, (request: MiddlewareRequest) => unknown][] = [
  ['of a record', () => undefined],
  ['of a Headers', (request) => request.headers],
];

describe.each(forms)('setHeader and getHeader %s', (_form, make) => {
  const after = (touch: (request: MiddlewareRequest) => void) =>
    sentAfter((request) => {
      make(request);
      touch(request);
    });

  it('setHeader adds a header, or replaces one, whatever its case, without the white space around the value', async () => {
    const { headers } = await after((request) => {
      request.setHeader('C', '3');
      request.setHeader('B', ' \tx y\n');
      expect({ ...request.headerRecord() }).toEqual({ a: '1', b: 'x y', c: '3' });
      expect(() => request.setHeader('a', 'x\ny')).toThrow(TypeError);
    });
    expect(headers).toEqual({ a: '1', b: 'x y', c: '3' });
  });

  it('getHeader tells a header as it stands, whatever its case; undefined without one', async () => {
    const seen: unknown[] = [];
    await after((request) => {
      request.setHeader('X-New', 'new');
      for (const name of ['A', 'b', 'x-new', 'c', 'constructor', '__proto__'])
        seen.push(request.getHeader(name));
    });
    expect(seen).toEqual(['1', '2', 'new', undefined, undefined, undefined]);
  });

  it.each([
    ['x bad', 'secret'],
    ['x-bad', 'secret\r\nx-injected: 1'],
    ['x-bad', { secret: 1 }],
    ['x-bad', null],
  ])('setHeader refuses %j with %j by name, and never tells the value', async (name, value) => {
    const { error } = await after((request) => request.setHeader(name, value as string));
    expect(error).toMatchObject({ kind: 'middleware', body: expect.any(TypeError) });
    expect(error!.message).not.toMatch('secret');
    const { message } = error!.body as TypeError;
    expect(message).toContain(`The header ${JSON.stringify(name)} is`);
    expect(message).not.toMatch('secret');
  });

  it('headers has what setHeader set, and the other way round', async () => {
    const { headers } = await after((request) => {
      request.setHeader('c', '3');
      request.headers.append('c', '4');
      request.setHeader('d', request.getHeader('c') ?? '');
      request.headers.delete('a');
    });
    expect(headers).toEqual({ b: '2', c: '3, 4', d: '3, 4' });
  });
});

describe('setHeader and getHeader', () => {
  it("never change the endpoint's own record for other calls", async () => {
    const fetch = fetchAnswering();
    const api = oneEndpoint({ fetch, endpoint: { headers: { a: '1' } } });
    const middleware = [looking((request) => request.setHeader('a', 'changed'))];
    await api.call({}, { middleware });
    expect(headersOf(fetch)).toEqual({ a: 'changed' });
    await api.call();
    expect(headersOf(fetch)).toEqual({ a: '1' });
    expect(api.call.getHeaders()).toEqual({ a: '1' });
  });

  it('headerRecord is the same object until a header changes', async () => {
    const records: object[] = [];
    const look = looking((request) => {
      records.push(request.headerRecord(), request.headerRecord());
      request.setHeader('a', '2');
      records.push(request.headerRecord(), request.headerRecord());
    });
    await oneEndpoint({ endpoint: { headers: { a: '1' } }, client: { middleware: [look] } }).call();
    const [first, second, changed, again] = records;
    expect([second === first, again === changed, changed === first]).toEqual([true, true, false]);
  });
});
