import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type LogEntry,
  logMiddleware,
  type LogOptions,
  LogPlugin,
  type Middleware,
  retryMiddleware,
} from '../../../lib/index.js';
import { createTestClient, type TestClientOptions } from '../../support/client.js';
import { flush } from '../../support/flush.js';
import { printed } from '../../support/printed.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The lines that one call prints. */
const linesOf = async (options: LogOptions | undefined, more: TestClientOptions = {}) => {
  const lines = printed();
  await createTestClient({ endpoints: ['read'], middleware: [logMiddleware(options)], ...more }).api.read({
    a: 1,
  });
  return lines;
};

const slow =
  (ms: number): Middleware =>
  async (_ctx, next) => {
    vi.setSystemTime(Date.now() + ms);
    return next();
  };

describe('the lines of logMiddleware (rules.md#log)', () => {
  it('show the request with method, endpoint and full URL, and the success with its duration', async () => {
    expect(await linesOf({}, { middleware: [logMiddleware(), slow(7)] })).toEqual([
      ['[homing] → GET read http://api.test/things?a=1'],
      ['[homing] ← read OK (7ms)'],
    ]);
  });

  it('show 0ms if the clock was set back, and omit user name and password', async () => {
    const middleware = [logMiddleware(), slow(-3_600_000)];
    expect(await linesOf({}, { middleware, baseUrl: 'https:/bob:hunter2@api.test' })).toEqual([
      ['[homing] → GET read https:/api.test/things?a=1'],
      ['[homing] ← read OK (0ms)'],
    ]);
  });

  it('show ERROR, the status of an http error and the reason', async () => {
    expect((await linesOf({}, { answers: [404] }))[1]).toEqual([
      '[homing] ← read ERROR 404 (0ms): returned 404',
    ]);
  });

  it.each<[string, TestClientOptions, string]>([
    ['a network error', { answers: [new TypeError('reset')] }, '0 (0ms): got no response: reset'],
    [
      'a body that is not JSON',
      { answers: [new Response('{')] },
      "200 (0ms): returned 200 with text/plain, which isn't JSON",
    ],
    [
      'a middleware that throws',
      { middleware: [logMiddleware(), () => Promise.reject(new Error('x'))] },
      '0 (0ms) not sent: failed in a middleware: Error: x',
    ],
  ])('show ERROR and the reason for %s', async (_what, more, outcome) => {
    const lines = printed();
    await createTestClient({ endpoints: ['read'], middleware: [logMiddleware()], ...more }).api.read();
    expect(lines[1]).toEqual([`[homing] ← read ERROR ${outcome}`]);
  });

  it('show that the call joined the request of another', async () => {
    const lines = printed();
    const { api, requests } = createTestClient({
      held: true,
      endpoints: ['read'],
      middleware: [logMiddleware()],
      endpoint: { share: true },
    });
    const calls = [api.read(), api.read()];
    await flush();
    requests[0]!.answer(1);
    await Promise.all(calls);
    expect(lines.slice(2)).toEqual([['[homing] ← read OK (0ms)'], ['[homing] ← read OK (0ms, shared)']]);
  });

  it('contain no header, body or data with the default options', async () => {
    const lines = printed();
    const { api } = createTestClient({
      endpoints: ['read'],
      middleware: [logMiddleware()],
      endpoint: { method: 'POST' },
      answers: [{ answer: 'private' }, new Response('{"error":"private"}', { status: 500 })],
    });
    const secret = { headers: { Authorization: 'private' } };
    await api.read({ password: 'private' }, secret);
    await api.read({ password: 'private' }, secret);
    expect(lines.flat()).toHaveLength(4);
    expect(lines.flat().join('\n')).not.toContain('private');
  });
});

describe('enabled', () => {
  it('false prints nothing', async () => {
    expect(await linesOf({ enabled: false, data: true })).toEqual([]);
  });
});

describe('the option data', () => {
  it('prints the data of a success too', async () => {
    expect((await linesOf({ data: true }))[2]).toEqual(['[homing]   read', { n: 1 }]);
  });

  it("prints the decoded body of an 'http' error too, and of no other kind", async () => {
    const answers = [new Response('{"code":"locked"}', { status: 423 })];
    expect((await linesOf({ data: true }, { answers }))[2]).toEqual(['[homing]   read', { code: 'locked' }]);
    expect(await linesOf({ data: true }, { answers: [new TypeError('reset')] })).toHaveLength(2);
    expect(await linesOf({ data: true }, { answers: [new Response('{')] })).toHaveLength(2);
  });
});

describe('an option that is null', () => {
  it.each(['enabled', 'data', 'redact'])('has its default: %s', async (name) => {
    expect(await linesOf({ [name]: null })).toHaveLength(2);
  });
});

describe('logMiddleware', () => {
  it('can be listed without a call', async () => {
    const lines = printed();
    await createTestClient({ endpoints: ['read'], middleware: [logMiddleware] }).api.read();
    expect(lines).toEqual([['[homing] → GET read http://api.test/things'], ['[homing] ← read OK (0ms)']]);
  });

  it('is skipped by reference', async () => {
    const lines = printed();
    await createTestClient({ endpoints: ['read'], middleware: [logMiddleware] }).api.read(undefined, {
      skipMiddleware: [logMiddleware],
    });
    expect(lines).toEqual([]);
  });

  it('prints each attempt if it is inside of a retry', async () => {
    const lines = printed();
    const { api } = createTestClient({
      endpoints: ['read'],
      middleware: [retryMiddleware(1), logMiddleware],
      answers: [503, { n: 2 }],
    });
    const call = api.read();
    await vi.runAllTimersAsync();
    await call;
    expect(lines.map(([line]) => String(line).slice(0, 22))).toEqual([
      '[homing] → GET read ht',
      '[homing] ← read ERROR ',
      '[homing] → GET read ht',
      '[homing] ← read OK (0m',
    ]);
  });
});

describe('LogPlugin', () => {
  it('is a plugin called log, and accepts the same options', async () => {
    const lines = printed();
    await createTestClient({ endpoints: ['read'], middleware: [new LogPlugin({ data: true })] }).api.read();
    expect([new LogPlugin().name, lines.length]).toEqual(['log', 3]);
  });
});

describe('write', () => {
  it('receives an entry for each run, also if a middleware throws', async () => {
    const lines = printed();
    const entries: LogEntry[] = [];
    const failing: Middleware = () => Promise.reject(new Error('mine'));
    const options = { write: (entry: LogEntry) => void entries.push(entry) };
    for (const middleware of [
      [retryMiddleware({ max: 1, baseDelay: 0 }), logMiddleware(options)],
      [new LogPlugin(options), failing],
    ]) {
      const { api } = createTestClient({ endpoints: ['read'], middleware, answers: [503, { n: 2 }] });
      const call = api.read({ secret: 's' });
      await vi.runAllTimersAsync();
      await call;
    }
    expect(entries.map(({ kind, status, attempts, message }) => [kind, status, attempts, message])).toEqual([
      ['http', 503, 1, expect.stringContaining('GET /things returned 503')],
      [undefined, 200, 2, 'GET /things returned 200'],
      ['middleware', 0, 0, 'GET /things failed in a middleware: Error: mine'],
    ]);
    expect(lines).toEqual([]);
  });
});

describe('a console', () => {
  it.each<[string, () => unknown]>([
    [
      'throws',
      () =>
        vi.spyOn(console, 'log').mockImplementation(() => {
          throw new Error('broken');
        }),
    ],
    ['lacks log', () => vi.stubGlobal('console', {})],
    ['is missing', () => vi.stubGlobal('console', undefined)],
  ])('that %s never fails a call', async (_what, spoil) => {
    const { api } = createTestClient({
      endpoints: ['read'],
      middleware: [logMiddleware({ data: true })],
      log: { data: true },
    });
    spoil();
    const result = await api.read();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    expect(result.data).toEqual({ n: 1 });
  });
});
