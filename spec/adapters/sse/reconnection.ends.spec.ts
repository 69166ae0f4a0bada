import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { events, type Reconnecting } from '../../../lib/sse.js';
import type { jsonLines } from '../../../lib/stream.js';
import { rest, streamed } from '../../support/streamed.js';

/** Lets all promises and one round of timers come. */
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

const answer = (text: string, type = 'text/event-stream'): Response =>
  new Response(text, { headers: { 'content-type': type } });

const withReader = (getReader: () => unknown): Response =>
  Object.defineProperty(answer('data: 2\n\n'), 'body', { value: { getReader, cancel: () => undefined } });

afterEach(() => {
  jest.restoreAllMocks();
});

describe('the end of a stream that reconnects (rules.md#server-sent-events)', () => {
  it('comes in the wait for a further connection, when maxDuration has passed', async () => {
    const fetch = jest.fn(async () => answer('data: 1\n\n'));
    const { open, listeners } = streamed(
      events({ maxDuration: 20, reconnect: { baseDelay: 60_000, maxDelay: 60_000 } }),
      { fetch },
    );
    expect(await rest(await open())).toEqual([1, 'timeout!']);
    await turn();
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(listeners()).toBe(0);
  });

  it.each([
    [
      'has a body whose getReader throws',
      () =>
        withReader(() => {
          throw new Error('not readable');
        }),
    ],
  ])('comes with a further answer that %s', async (_name, further) => {
    const fetch = jest.fn<() => Promise<Response>>(async () => further());
    fetch.mockResolvedValueOnce(answer('data: 1\n\n'));
    const { open, onError, listeners } = streamed(
      events({ reconnect: { baseDelay: 0, jitter: false, max: 2 } }),
      {
        fetch,
      },
    );
    expect(await rest(await open())).toEqual([1, 'parse!']);
    expect(onError.mock.calls.map(([error]) => error.kind)).toEqual(['parse']);
    expect(listeners()).toBe(0);
  });

  it('waits for a while from the second try on, whatever maxDelay says', async () => {
    const delays: number[] = [];
    const onReconnect = ({ delay }: Reconnecting): void => void delays.push(delay);
    const fetch = jest.fn<() => Promise<Response>>(async () => new Response('', { status: 503 }));
    fetch.mockResolvedValueOnce(answer('data: 1\n\n'));
    const { open } = streamed(events({ reconnect: { maxDelay: 0, max: 3, onReconnect } }), { fetch });
    expect(await rest(await open())).toEqual([1, 'http!']);
    expect(delays).toEqual([0, 100, 100]);
  });
});

describe('the wait for a further connection (rules.md#reconnecting)', () => {
  it.each([
    ['a server asks for more than a number holds', `retry: ${'9'.repeat(400)}\n\n`, {}],
    ['baseDelay is infinite', ': hi\n\n', { baseDelay: Infinity }],
  ])('has a ceiling where %s', async (_name, text, more) => {
    const delays: number[] = [];
    const stop = new AbortController();
    const onReconnect = ({ delay }: Reconnecting): void => {
      delays.push(delay);
      stop.abort();
    };
    const { api } = streamed(events({ reconnect: { ...more, onReconnect } }), {
      fetch: async () => answer(text),
    });
    const { data } = await api.read({}, { signal: stop.signal });
    expect(await rest(data!)).toEqual(['abort!']);
    expect(delays).toEqual([30_000]);
  });
});

describe('a callback that is async (rules.md#server-sent-events)', () => {
  const mistake = new Error('mistaken');
  const reject = async (): Promise<never> => {
    throw mistake;
  };

  it.each([
    ['onComment', { onComment: reject }],
    ['onReconnect', { reconnect: { max: 1, baseDelay: 0, onReconnect: reject } }],
    ['until', { until: reject as never }],
  ])('and rejects is reported, and stops nothing, as %s', async (_name, options) => {
    const report = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { open } = streamed(events(options) as ReturnType<typeof jsonLines>, {
      fetch: async () => answer(': hi\n\ndata: 1\n\n'),
    });
    const stream = await open();
    expect((await stream.next()).value?.data).toBe(1);
    await stream.next();
    await stream.cancel();
    await turn();
    expect(report).toHaveBeenCalledWith(mistake);
  });
});
