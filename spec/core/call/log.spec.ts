import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type LogEntry,
  logMiddleware,
  type LogOptions,
  type Middleware,
  retryMiddleware,
} from '../../../lib/index.js';
import { reader } from '../../../lib/entries/stream.js';
import { createTestClient, type TestClientOptions } from '../../support/client.js';
import { printed } from '../../support/printed.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const REQUEST = '[homing] → GET read http://api.test/things';

/** The lines that one call of a client with `log: true` prints. */
const linesOf = async (more: TestClientOptions = {}, params?: unknown) => {
  const lines = printed();
  const call = createTestClient({ endpoints: ['read'], log: true, ...more }).api.read(params);
  await vi.runAllTimersAsync();
  await call;
  return lines.flat();
};

describe('log on a client (rules.md#log)', () => {
  it('prints the request and its outcome', async () => {
    expect(await linesOf()).toEqual([REQUEST, '[homing] ← read OK (0ms)']);
  });

  it('prints no user name of a URL, even if the URL contains control characters', async () => {
    for (const baseUrl of ['https:\n//ada:hunter2@api.test', 'https\t://ada:hunter2@api.test'])
      expect((await linesOf({ baseUrl })).join('\n')).not.toContain('hunter2');
  });

  it.each([200, 500])(
    'prints a string from the server on one line, without control characters: %i',
    async (status) => {
      const text = 'a\u001b[2Jb\r\n[homing] ← admin OK\u2028\u202ec';
      const answer = new Response(text, { status, headers: { 'content-type': 'text/plain' } });
      const endpoint = { responseType: 'text' } as const;
      const lines = await linesOf({ log: { data: true }, answers: [answer], endpoint });
      expect(lines.at(-1)).toBe('a [2Jb [homing] ← admin OK c');
    },
  );

  it('is off by default, and accepts LogOptions', async () => {
    for (const log of [undefined, false, { enabled: false }]) expect(await linesOf({ log })).toEqual([]);
    expect(await linesOf({ log: { data: true } })).toContainEqual({ n: 1 });
  });

  it('prints once per call under retry, with the final outcome and the total time', async () => {
    const retry = retryMiddleware({ delay: () => 100, jitter: false });
    expect(await linesOf({ middleware: [retry], answers: [503, 503, { n: 3 }] })).toEqual([
      REQUEST,
      '[homing] ↻ read waits 100ms (retry): returned 503',
      '[homing] ↻ read waits 100ms (retry): returned 503',
      '[homing] ← read OK (200ms) after 3 attempts',
    ]);
    expect(await linesOf({ middleware: [retry], answers: [500, 501, 502, 503] })).toEqual([
      REQUEST,
      '[homing] ↻ read waits 100ms (retry): returned 500',
      '[homing] ↻ read waits 100ms (retry): returned 501',
      '[homing] ↻ read waits 100ms (retry): returned 502',
      '[homing] ← read ERROR 503 (300ms) after 4 attempts: returned 503',
    ]);
  });

  it('prints no note of another type, and no wait without its milliseconds', async () => {
    const noting: Middleware = (ctx, next) => {
      ctx.request.note({ type: 'mine', ms: 5 });
      ctx.request.note({ type: 'wait', ms: 'long' });
      return next();
    };
    expect(await linesOf({ middleware: [noting] })).toEqual([REQUEST, '[homing] ← read OK (0ms)']);
  });

  it('is outermost: it sees what all middleware made of the call', async () => {
    const failing: Middleware = () => Promise.reject(new Error('mine'));
    // A bundler can rename the function.
    Object.defineProperty(failing, 'name', { value: 'failing' });
    expect(await linesOf({ middleware: [failing] })).toEqual([
      REQUEST,
      '[homing] ← read ERROR 0 (0ms) not sent: failed in the middleware "failing": Error: mine',
    ]);
  });

  it('prints a call that is rejected before sending', async () => {
    expect(await linesOf({}, { at: new Date(0) })).toEqual([
      REQUEST,
      expect.stringMatching(
        /^\[homing\] ← read ERROR 0 \(0ms\): was not sent\. The query param "at" is a Date/,
      ),
    ]);
  });

  it('prints a timed-out call once, even if its middleware continues later', async () => {
    const stuck: Middleware = async (_ctx, next) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      return next();
    };
    expect(await linesOf({ middleware: [stuck], timeout: 100 })).toEqual([
      REQUEST,
      expect.stringMatching(/^\[homing\] ← read ERROR 0 \(10\dms\) not sent: timed out after 100 ms$/),
    ]);
  });

  it('prints every run of retry(), and no header', async () => {
    const lines = printed();
    const options = { headers: { Authorization: 'private' } };
    const result = await createTestClient({ endpoints: ['read'], log: true }).api.read(undefined, options);
    await result.retry();
    expect(lines).toHaveLength(4);
    expect(lines.flat().join('\n')).not.toContain('private');
  });

  it('prints the label of the call before both lines, with spaces instead of control characters', async () => {
    const log = {
      label: ({ requestName, context }: object & { requestName: string; context: object }) =>
        `${requestName}\n\u001b[31m${JSON.stringify(context)}`,
    };
    expect(await linesOf({ log, context: { id: 7 } })).toEqual([
      '[homing] read [31m{"id":7} → GET read http://api.test/things',
      '[homing] read [31m{"id":7} ← read OK (0ms)',
    ]);
  });

  it('prints no label when the label function returns undefined or fails', async () => {
    for (const label of [() => undefined, () => Promise.reject(new Error('no label'))])
      expect(await linesOf({ log: { label: label as never } })).toEqual([
        REQUEST,
        '[homing] ← read OK (0ms)',
      ]);
  });
});

/** Returns the query as the log prints it. */
const shown = async (query: string, redact: readonly string[] | undefined) => {
  const lines = printed();
  const { api } = createTestClient({
    endpoints: ['read'],
    middleware: [logMiddleware({ redact })],
    baseUrl: `http://api.test/v1?${query}`,
  });
  await api.read();
  return String(lines[0]).replace(/^.*?things\?/, '');
};

describe('redact', () => {
  it.each<[string, string, string, readonly string[] | undefined]>([
    ['nothing by default', 'token=a&page=2', 'token=a&page=2', undefined],
    ['nothing for an empty array', 'token=a&page=2', 'token=a&page=2', []],
    ['the first param', 'token=a&page=2', 'token=…&page=2', ['token']],
    ['the last param', 'page=2&token=a', 'page=2&token=…', ['token']],
    ['a repeated param', 'token=a&token=b', 'token=…&token=…', ['token']],
    ['several params', 'a=1&b=2&c=3', 'a=…&b=2&c=…', ['a', 'c']],
    ['an empty param', 'token=&page=2', 'token=…&page=2', ['token']],
    ['an encoded param', '%74oken=a', '%74oken=…', ['token']],
    ['a value with =', 'token=a=b', 'token=…', ['token']],
    ['a value with ?', 'token=a?b', 'token=…', ['token']],
    ['a name with a plus for the space', 'api+key=a', 'api+key=…', ['api key']],
    ['a name with an encoded space', 'api%20key=a', 'api%20key=…', ['api key']],
    ["a name that can't be decoded", '%zz=a&%=b', '%zz=…&%=…', ['%zz', '%']],
    [
      'no other name, and no value that equals a name',
      'Token=a&my_token=a&token&page=token',
      'Token=a&my_token=a&token&page=token',
      ['token'],
    ],
  ])('replaces %s', async (_which, query, line, redact) => {
    expect(await shown(query, redact)).toBe(line);
  });

  it("applies to a client's log too, and changes only what is printed", async () => {
    const lines = printed();
    const { api, requests } = createTestClient({ endpoints: ['read'], log: { redact: ['a'] } });
    await api.read({ a: 1 });
    expect(requests[0]?.url).toBe('http://api.test/things?a=1');
    expect(lines[0]).toEqual(['[homing] → GET read http://api.test/things?a=…']);
  });
});

/** The entries that the calls of a client receive, each made through `call`. */
const entriesOf = async (more: TestClientOptions, params?: unknown): Promise<LogEntry[]> => {
  const entries: LogEntry[] = [];
  const log = { write: (entry: LogEntry) => void entries.push(entry) };
  const call = createTestClient({ endpoints: ['read'], log, ...more }).api.read(params);
  await vi.runAllTimersAsync();
  await call;
  return entries;
};

describe('write of log (rules.md#log)', () => {
  const endpoint = { path: '/users/:id?key=k' } as const;

  it('receives one plain object for a success, and nothing is printed', async () => {
    const lines = printed();
    const headers = { authorization: 'private' };
    const context = { tenant: 'acme' };
    const entries = await entriesOf({ endpoint, headers, context }, { id: 'i', q: 'private' });
    expect(entries).toEqual([
      {
        endpoint: 'read',
        method: 'GET',
        path: '/users/:id',
        status: 200,
        kind: undefined,
        sent: true,
        attempts: 1,
        duration: 0,
        message: 'GET /users/:id returned 200',
        context: { tenant: 'acme' },
      },
    ]);
    expect(lines).toEqual([]);
  });

  it('receives the final outcome of a failure, with the message of the error', async () => {
    const retry = retryMiddleware({ max: 1, delay: () => 100, jitter: false });
    expect(await entriesOf({ endpoint, middleware: [retry], answers: [503] }, { id: 1 })).toEqual([
      expect.objectContaining({
        path: '/users/:id',
        status: 503,
        kind: 'http',
        attempts: 2,
        duration: 100,
        message: expect.stringContaining('GET /users/:id returned 503') as string,
      }),
    ]);
  });

  it('receives a call that is rejected before sending, and one that times out', async () => {
    const [rejected] = await entriesOf({ endpoint }, {});
    expect(rejected).toMatchObject({ kind: 'network', status: 0, sent: false, attempts: 0 });
    expect(rejected?.message).toMatch(/^GET \/users\/:id was not sent\. /);
    const late = await entriesOf({ endpoint, held: true, timeout: 40 }, { id: 1 });
    expect(late).toEqual([expect.objectContaining({ kind: 'timeout', status: 0, sent: true, duration: 40 })]);
  });

  it('receives the status 0 for a success without a response', async () => {
    const stub: Middleware = () => Promise.resolve({ data: 1 } as never);
    expect(await entriesOf({ middleware: [stub] })).toEqual([
      expect.objectContaining({ kind: undefined, status: 0, sent: false, attempts: 0 }),
    ]);
  });

  it('receives a stream once, when it ends, with the error that ended it', async () => {
    const entries: LogEntry[] = [];
    const log = { write: (entry: LogEntry) => void entries.push(entry) };
    let end!: (isFailed: boolean) => void;
    const responseType = reader({
      open: (body) => {
        end = (isFailed) => body.end(isFailed ? body.error('network', new Error('cut')) : undefined);
        return Promise.resolve('open');
      },
    });
    const { api } = createTestClient({ endpoints: ['read'], log, endpoint: { responseType } });
    for (const isFailed of [false, true]) {
      await api.read();
      expect(entries).toHaveLength(Number(isFailed));
      vi.setSystemTime(Date.now() + 500);
      end(isFailed);
    }
    expect(entries.map(({ kind, duration }) => [kind, duration])).toEqual([
      [undefined, 500],
      ['network', 500],
    ]);
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('full');
      },
    ],
    ['rejects', () => Promise.reject(new Error('full'))],
  ])('that %s never fails a call', async (_what, write) => {
    const { api } = createTestClient({ endpoints: ['read'], log: { write } });
    expect((await api.read()).data).toEqual({ n: 1 });
  });

  it.each<[string, (sink: LogOptions) => TestClientOptions]>([
    ['the option log', (log) => ({ log })],
    ['logMiddleware', (sink) => ({ middleware: [logMiddleware(sink)] })],
  ])('can use the other members of its object through `this`, under %s', async (_what, setup) => {
    const sink = {
      entries: [] as LogEntry[],
      write(entry: LogEntry) {
        this.entries.push(entry);
      },
    };
    await createTestClient({ endpoints: ['read'], ...setup(sink) }).api.read();
    expect(sink.entries).toHaveLength(1);
  });

  it('is ignored if the log is not enabled', async () => {
    const write = vi.fn();
    await createTestClient({ endpoints: ['read'], log: { enabled: false, write } }).api.read();
    expect(write).not.toHaveBeenCalled();
  });
});
