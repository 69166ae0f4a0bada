import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { logMiddleware, type Middleware, retryMiddleware } from '../../../lib/index.js';
import { createTestClient, type TestClientOptions } from '../../support/client.js';
import { printed } from '../../support/printed.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const REQUEST = '[homing] → GET read http://api.test/things';

/** What one call of a client with `log: true` prints. */
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

  it('has no user of a URL, wherever a control character stands in it', async () => {
    for (const baseUrl of ['https:\n//ada:hunter2@api.test', 'https\t://ada:hunter2@api.test'])
      expect((await linesOf({ baseUrl })).join('\n')).not.toContain('hunter2');
  });

  it.each([200, 500])(
    'prints a text of the server in one line, without control characters: %i',
    async (status) => {
      const text = 'a\u001b[2Jb\r\n[homing] ← admin OK\u2028\u202ec';
      const answer = new Response(text, { status, headers: { 'content-type': 'text/plain' } });
      const endpoint = { responseType: 'text' } as const;
      const lines = await linesOf({ log: { data: true }, answers: [answer], endpoint });
      expect(lines.at(-1)).toBe('a [2Jb [homing] ← admin OK c');
    },
  );

  it('is false by default, and takes LogOptions', async () => {
    for (const log of [undefined, false, { enabled: false }]) expect(await linesOf({ log })).toEqual([]);
    expect(await linesOf({ log: { data: true } })).toContainEqual({ n: 1 });
  });

  it('is once per call under retry, with the final outcome and the whole time', async () => {
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
    // A bundler may have given it another name.
    Object.defineProperty(failing, 'name', { value: 'failing' });
    expect(await linesOf({ middleware: [failing] })).toEqual([
      REQUEST,
      '[homing] ← read ERROR 0 (0ms) not sent: failed in the middleware "failing": Error: mine',
    ]);
  });

  it('tells of a call that was refused', async () => {
    expect(await linesOf({}, { at: new Date(0) })).toEqual([
      REQUEST,
      expect.stringMatching(
        /^\[homing\] ← read ERROR 0 \(0ms\): was not sent\. The query param "at" is a Date/,
      ),
    ]);
  });

  it('tells once of a stuck chain that timed out, whatever the chain does later', async () => {
    const stuck: Middleware = async (_ctx, next) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      return next();
    };
    expect(await linesOf({ middleware: [stuck], timeout: 100 })).toEqual([
      REQUEST,
      expect.stringMatching(/^\[homing\] ← read ERROR 0 \(10\dms\) not sent: timed out after 100 ms$/),
    ]);
  });

  it('tells of each run of retry(), and prints no header', async () => {
    const lines = printed();
    const options = { headers: { Authorization: 'private' } };
    const result = await createTestClient({ endpoints: ['read'], log: true }).api.read(undefined, options);
    await result.retry();
    expect(lines).toHaveLength(4);
    expect(lines.flat().join('\n')).not.toContain('private');
  });

  it('puts the label of the call before both lines, with spaces for control characters', async () => {
    const log = {
      label: ({ requestName, context }: object & { requestName: string; context: object }) =>
        `${requestName}\n\u001b[31m${JSON.stringify(context)}`,
    };
    expect(await linesOf({ log, context: { id: 7 } })).toEqual([
      '[homing] read [31m{"id":7} → GET read http://api.test/things',
      '[homing] read [31m{"id":7} ← read OK (0ms)',
    ]);
  });

  it('prints no label where it gives none, or fails', async () => {
    for (const label of [() => undefined, () => Promise.reject(new Error('no label'))])
      expect(await linesOf({ log: { label: label as never } })).toEqual([
        REQUEST,
        '[homing] ← read OK (0ms)',
      ]);
  });
});

/** The query that is printed for this one. */
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
    ['nothing for an empty list', 'token=a&page=2', 'token=a&page=2', []],
    ['the first', 'token=a&page=2', 'token=…&page=2', ['token']],
    ['the last', 'page=2&token=a', 'page=2&token=…', ['token']],
    ['a repeated', 'token=a&token=b', 'token=…&token=…', ['token']],
    ['several', 'a=1&b=2&c=3', 'a=…&b=2&c=…', ['a', 'c']],
    ['an empty', 'token=&page=2', 'token=…&page=2', ['token']],
    ['an encoded', '%74oken=a', '%74oken=…', ['token']],
    ['a value with =', 'token=a=b', 'token=…', ['token']],
    ['a value with ?', 'token=a?b', 'token=…', ['token']],
    ['a name with a plus for the space', 'api+key=a', 'api+key=…', ['api key']],
    ['a name with an encoded space', 'api%20key=a', 'api%20key=…', ['api key']],
    ['a name that can not be decoded', '%zz=a&%=b', '%zz=…&%=…', ['%zz', '%']],
    [
      'no other name, and no value',
      'Token=a&my_token=a&token&page=token',
      'Token=a&my_token=a&token&page=token',
      ['token'],
    ],
  ])('replaces %s', async (_which, query, line, redact) => {
    expect(await shown(query, redact)).toBe(line);
  });

  it("holds for a client's log too, and changes nothing but what is printed", async () => {
    const lines = printed();
    const { api, requests } = createTestClient({ endpoints: ['read'], log: { redact: ['a'] } });
    await api.read({ a: 1 });
    expect(requests[0]?.url).toBe('http://api.test/things?a=1');
    expect(lines[0]).toEqual(['[homing] → GET read http://api.test/things?a=…']);
  });
});
