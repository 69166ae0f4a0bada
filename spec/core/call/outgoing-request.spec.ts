import { describe, expect, it, vi } from 'vitest';
import {
  cacheMiddleware,
  type Middleware,
  type MiddlewareRequest,
  type CallNote,
  type RequestConfig,
  retryMiddleware,
} from '../../../lib/index.js';
import { observers } from '../../../lib/entries/observe.js';
import { createTestClient, stubFetch, type Untyped } from '../../support/client.js';

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'QUERY', 'POST', 'PATCH'] as const;

const looking =
  (look: (request: MiddlewareRequest) => void): Middleware =>
  (ctx, next) => {
    look(ctx.request);
    return next();
  };

/** Returns the value that `read` gets from the request inside a middleware. */
const readOf = async <T>(
  read: (request: MiddlewareRequest) => T,
  endpoint: Partial<RequestConfig> = {},
  params: Untyped = {},
): Promise<T> => {
  const seen: T[] = [];
  const { api } = createTestClient({
    middleware: [looking((request) => seen.push(read(request)))],
    endpoint,
  });
  await api.call(params);
  return seen[0]!;
};

describe('ctx.request.idempotent', () => {
  it('is true for methods that have no further effect when they are sent twice', async () => {
    const answers = METHODS.map(async (method) => [
      method,
      await readOf((request) => request.idempotent, { method }),
    ]);
    expect(await Promise.all(answers)).toEqual(METHODS.map((method, at) => [method, at < 6]));
  });

  it.each<[boolean, string, 'GET' | 'POST', (request: MiddlewareRequest) => unknown]>([
    [true, 'an Idempotency-Key', 'POST', (request) => request.setHeader('Idempotency-KEY', 'k')],
    [
      false,
      'an empty Idempotency-Key, which identifies no request',
      'POST',
      (request) => request.setHeader('idempotency-key', ''),
    ],
    [
      false,
      'an Idempotency-Key of several empty values',
      'POST',
      (request) => request.setHeader('idempotency-key', ', ,'),
    ],
    [false, 'a method that a middleware changes', 'GET', (request) => (request.method = 'POST')],
    [true, 'a middleware that sets it to true', 'POST', (request) => (request.idempotent = true)],
    [false, 'a middleware that sets it to false', 'GET', (request) => (request.idempotent = false)],
  ])('is %s with %s', async (expected, _what, method, change) => {
    expect(await readOf((request) => (change(request), request.idempotent), { method })).toBe(expected);
  });
});

describe('ctx.request.bodyReusable', () => {
  const stream = () => new Blob(['a']).stream();

  it('is true for no body, JSON, a Blob, a form and bytes', async () => {
    for (const body of [undefined, { a: 1 }, new Blob(['a']), new FormData(), new Uint8Array(1)])
      expect(await readOf((request) => request.bodyReusable, { method: 'POST' }, body)).toBe(true);
  });

  it('is false for a stream, even if a middleware sets it as the body', async () => {
    const read = (request: MiddlewareRequest): boolean[] => {
      const before = request.bodyReusable;
      request.body = stream();
      return [before, request.bodyReusable];
    };
    expect(await readOf(read, { method: 'POST' })).toEqual([true, false]);
    expect(await readOf((request) => request.bodyReusable, { method: 'POST' }, stream())).toBe(false);
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
    await createTestClient({
      middleware: [outer, retryMiddleware({ max: 1, baseDelay: 0 }), inner],
      answers: [503],
    }).api.call();
    expect(log).toEqual(['sends 1', 'sends 2']);
  });

  it('runs all tasks in order, even if one of them rejects', async () => {
    const log: number[] = [];
    const several = looking((request) => {
      request.onSend(() => log.push(1));
      request.onSend(() => Promise.reject(new Error('mine')) as never);
      request.onSend(() => log.push(2));
    });
    expect((await createTestClient({ middleware: [several] }).api.call()).error).toBeNull();
    expect(log).toEqual([1, 2]);
  });

  it('returns a function that removes this task, but no other task with the same function', async () => {
    const task = vi.fn();
    const several = looking((request) => {
      request.onSend(task);
      const takeAway = request.onSend(task);
      takeAway();
      takeAway();
    });
    await createTestClient({ middleware: [several] }).api.call();
    expect(task).toHaveBeenCalledTimes(1);
  });

  it('does not run for a call that sends nothing', async () => {
    const task = vi.fn();
    const cache = cacheMiddleware();
    const { api } = createTestClient({ middleware: [looking((request) => request.onSend(task)), cache] });
    await api.call();
    await api.call();
    expect(task).toHaveBeenCalledTimes(1);
  });
});

describe('ctx.request.clone', () => {
  it('has the current state of the request, and ignores later changes', async () => {
    const seen: ReturnType<MiddlewareRequest['clone']>[] = [];
    const cloning = looking((request) => {
      request.setHeader('b', '2');
      request.fetchOptions.cache = 'reload';
      seen.push(request.clone());
      request.setHeader('x-later', '1');
      request.fetchOptions.cache = 'no-store';
      Object.assign(request, { method: 'PUT', url: '/later', body: 'later' });
    });
    const endpoint = { method: 'POST', headers: { a: '1' } } as const;
    await createTestClient({ middleware: [cloning], endpoint }).api.call({ n: 1 });
    const clone = seen[0]!;
    expect(clone).toMatchObject({
      method: 'POST',
      url: 'http://api.test/things',
      path: '/things',
      params: { n: 1 },
      body: '{"n":1}',
      hasJsonBody: true,
      bodyReusable: true,
      streams: false,
    });
    const json = { accept: 'application/json', 'content-type': 'application/json' };
    expect(clone.headerRecord()).toEqual({ a: '1', b: '2', ...json });
    expect({ ...clone.fetchOptions }).toEqual({ cache: 'reload' });
  });

  it('can be changed without changing the request', async () => {
    const { api, requests } = createTestClient({
      middleware: [
        looking((request) => {
          const clone = request.clone();
          clone.method = 'DELETE';
          clone.setHeader('x-clone', '1');
          clone.headers.set('y-clone', '1');
          clone.fetchOptions.cache = 'no-store';
          clone.body = 'clone';
        }),
      ],
    });
    await api.call();
    const { method, headers, body, cache } = requests[0]!.init;
    expect({ method, headers: Object.fromEntries(headers as Headers), body, cache }).toEqual({
      method: 'GET',
      headers: { accept: 'application/json' },
      body: null,
      cache: undefined,
    });
  });
});

describe('ctx.request.note', () => {
  it('notifies the observers of the client, even with a note of a custom type', async () => {
    const notes: CallNote[] = [];
    const noted: CallNote[] = [
      { type: 'wait', ms: 5, why: 'queue' },
      { type: 'signed', by: 'me' },
    ];
    const told = looking((request) => noted.forEach((note) => request.note(note)));
    const observer = observers({ call: () => ({ note: (note) => void notes.push(note) }) });
    for (const more of [{ observers: observer }, {}])
      await createTestClient({ middleware: [told], ...more }).api.call();
    expect(notes).toEqual(noted);
  });
});

/** Returns the error and the sent headers after a middleware runs `touch` on a request with `a: 1, b: 2`. */
const sentAfter = async (touch: (request: MiddlewareRequest) => void) => {
  const fetch = stubFetch();
  const { api } = createTestClient({ fetch, headers: { a: '1', b: '2' }, middleware: [looking(touch)] });
  const { error } = await api.call();
  return { error, headers: error ? undefined : fetch.lastHeaders };
};

/** The two forms that the headers of a request can have. */
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

  it('setHeader adds or replaces a header, ignores case, and trims white space around the value', async () => {
    const { headers } = await after((request) => {
      request.setHeader('C', '3');
      request.setHeader('B', ' \tx y\n');
      expect(request.headerRecord()).toMatchObject({ a: '1', b: 'x y', c: '3' });
      expect(() => request.setHeader('a', 'x\ny')).toThrow(TypeError);
    });
    expect(headers).toEqual({ a: '1', b: 'x y', c: '3' });
  });

  it('getHeader returns the current value of a header, ignores case, and returns undefined for a missing header', async () => {
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
  ])(
    'setHeader rejects %j with %j by name, and never includes the value in its message',
    async (name, value) => {
      const { error } = await after((request) => request.setHeader(name, value as string));
      expect(error).toMatchObject({ kind: 'middleware', body: expect.any(TypeError) });
      expect(error!.message).not.toMatch('secret');
      const { message } = error!.body as TypeError;
      expect(message).toContain(`The header ${JSON.stringify(name)} is`);
      expect(message).not.toMatch('secret');
    },
  );

  it('headers and setHeader change the same headers', async () => {
    const { headers } = await after((request) => {
      request.setHeader('c', '3');
      request.headers.append('c', '4');
      request.setHeader('d', request.getHeader('c') ?? '');
      request.headers.delete('a');
    });
    expect(headers).toEqual({ b: '2', c: '3, 4', d: '3, 4' });
  });
});

describe('ctx.request.url', () => {
  it('is sent without line breaks and tabs', async () => {
    const fetch = stubFetch();
    const middleware = [looking((request) => (request.url += '?note=hi\r\n[homing]\tb'))];
    await createTestClient({ fetch }).api.call({}, { middleware });
    expect(fetch.mock.lastCall?.[0]).toBe('http://api.test/things?note=hi[homing]b');
  });
});

describe('setHeader and getHeader', () => {
  it("never change the endpoint's own headers for other calls", async () => {
    const fetch = stubFetch();
    const { api } = createTestClient({ fetch, endpoint: { headers: { a: '1' } } });
    const middleware = [looking((request) => request.setHeader('a', 'changed'))];
    await api.call({}, { middleware });
    expect(fetch.lastHeaders).toEqual({ a: 'changed' });
    await api.call();
    expect(fetch.lastHeaders).toEqual({ a: '1' });
    expect(api.call.getHeaders()).toEqual({ a: '1' });
  });
});
