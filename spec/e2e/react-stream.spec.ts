import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createElement } from 'react';
import { createApi, defineRequest } from '../../lib/index.js';
import { useStream } from '../../lib/entries/react.js';
import { events } from '../../lib/entries/sse.js';
import { jsonLines, reader } from '../../lib/entries/stream.js';
import { flush } from '../support/flush.js';
import { held } from '../support/react-client.js';
import {
  act,
  Boundary,
  takeWarnings,
  inReactPage,
  mount,
  probe,
  settle,
  strict,
} from '../support/react-page.js';
import { handTimers, streamFetch } from '../support/streaming.js';

interface Row {
  readonly n: number;
}

const client = (status?: (count: number) => number) => {
  const { fetch, sent } = streamFetch(status);
  const api = createApi({
    baseUrl: 'http://api.test',
    fetch,
    requests: {
      rows: defineRequest<unknown, { id: number }>()({
        method: 'GET',
        path: '/rows/:id',
        responseType: jsonLines<Row>({ until: ({ data }) => data?.n === 0 }),
      }),
      newest: defineRequest<unknown, { id: number }>()({
        method: 'GET',
        path: '/rows/:id',
        dedupe: true,
        responseType: jsonLines<Row>(),
      }),
      told: defineRequest()({
        method: 'GET',
        path: '/told',
        responseType: events({ until: '[DONE]' }),
      }),
    },
  });
  return { api, sent, fetch, hungUp: () => sent.map(({ cancelled }) => cancelled) };
};

interface Asked {
  readonly id: number | null;
  readonly keep?: number;
}

const reading = ({ api }: ReturnType<typeof client>) =>
  probe(({ id, keep }: Asked) => useStream(api.rows, id === null ? null : { id }, { keep }));

/** Runs the step inside act(), and waits for its effects. */
const come = async (task: () => void): Promise<void> => {
  task();
  await settle();
  await act(async () => vi.advanceTimersByTime(0));
  await settle();
};

const line = (n: number): string => `{"n":${n}}\n`;
const numbers = (items: readonly { data: Row | null }[]): unknown[] => items.map(({ data }) => data?.n);

inReactPage();
beforeEach(handTimers);
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const opened = async (props: Asked = { id: 1 }, status?: (count: number) => number) => {
  const one = client(status);
  const { Probe, seen, now } = reading(one);
  const page = await mount(createElement(Probe, props));
  await settle();
  return { ...one, Probe, seen, now, page };
};

describe('useStream', () => {
  it('shows that it waits, that it is open, and each item', async () => {
    const { sent, seen, now, page } = await opened();
    expect(seen.map(({ isPending }) => isPending)).toEqual([true, false]);
    expect(now()).toMatchObject({ items: [], last: undefined, error: null, isDone: false });
    await come(() => sent[0]!.write(line(1)));
    await come(() => sent[0]!.write(line(2)));
    expect([numbers(now().items), now().last?.data, now().isDone]).toEqual([[1, 2], { n: 2 }, false]);
    const before = seen.length;
    await come(() => sent[0]!.write(line(0)));
    await come(() => sent[0]!.close());
    expect(seen).toHaveLength(before + 1);
    expect(now()).toMatchObject({ last: { data: { n: 0 } }, error: null, isPending: false, isDone: true });
    await page.unmount();
  });

  it('renders once for items that arrive together, and returns the same array until more items arrive', async () => {
    const { sent, seen, now, page, Probe } = await opened();
    await come(() => sent[0]!.write(line(1) + line(2) + line(3)));
    expect([seen.length, numbers(now().items)]).toEqual([3, [1, 2, 3]]);
    const { items } = now();
    await page.render(createElement(Probe, { id: 1 }));
    expect(now().items).toBe(items);
    await page.unmount();
  });

  it("shows the error if the stream doesn't open", async () => {
    const { now } = await opened({ id: 1 }, () => 503);
    expect(now()).toMatchObject({
      items: [],
      error: { kind: 'http', status: 503 },
      isPending: false,
      isDone: true,
    });
  });

  it('shows the error if the stream breaks, and keeps the items before it', async () => {
    const { sent, now } = await opened();
    await come(() => sent[0]!.write(line(1)));
    await come(() => sent[0]!.breakOff(new TypeError('cut')));
    expect(now()).toMatchObject({ error: { kind: 'network', status: 200 }, isPending: false, isDone: true });
    expect(now().items.map(({ error }) => error?.kind)).toEqual([undefined, 'network']);
    expect(now().last).toBe(now().items[1]);
  });

  it('shows a failed item as an item if more items can follow', async () => {
    const { sent, now, page } = await opened();
    await come(() => sent[0]!.write('nothing\n' + line(2)));
    expect(now().items.map(({ error }) => error?.kind)).toEqual(['parse', undefined]);
    expect({ error: now().error, isDone: now().isDone }).toEqual({ error: null, isDone: false });
    await page.unmount();
  });

  it('shows no error for a failed item that happens to be the last', async () => {
    const one = client();
    const { Probe, now } = probe(() => useStream(one.api.newest, { id: 1 }));
    await mount(createElement(Probe));
    await settle();
    await come(() => one.sent[0]!.write('nothing\n'));
    await come(() => one.sent[0]!.close());
    expect({ kind: now().last?.error?.kind, error: now().error, isDone: now().isDone }).toEqual({
      kind: 'parse',
      error: null,
      isDone: true,
    });
  });

  it('shows an error that ended the stream, including a clean end before the end mark', async () => {
    const { api, sent } = client();
    const { Probe, now } = probe(() => useStream(api.told));
    await mount(createElement(Probe));
    await settle();
    await come(() => sent[0]!.close());
    expect(now().isDone).toBe(true);
    expect(now().error).not.toBeNull();
  });

  it.each([2, 2.9])('keeps only the newest items: %o means two', async (keep) => {
    const { sent, now, page } = await opened({ id: 1, keep });
    for (let n = 1; n < 8; n += 1) await come(() => sent[0]!.write(line(n)));
    expect([numbers(now().items), now().last?.data?.n]).toEqual([[6, 7], 7]);
    await page.unmount();
  });

  it('stays open if keep changes later', async () => {
    const { sent, page, Probe, hungUp } = await opened({ id: 1, keep: 2 });
    await page.render(createElement(Probe, { id: 1, keep: 3 }));
    await settle();
    expect([sent.length, hungUp()]).toEqual([1, [false]]);
    await page.unmount();
  });

  it.each([0, -1, NaN])('keeps all items if keep is %o', async (keep) => {
    const { sent, now, page } = await opened({ id: 1, keep });
    await come(() => sent[0]!.write(line(1) + line(2) + line(3)));
    expect(numbers(now().items)).toEqual([1, 2, 3]);
    await page.unmount();
  });

  it('handles ten thousand items, with one render for each item that arrives alone', async () => {
    const { sent, seen, now } = await opened();
    await come(() =>
      sent[0]!.write(Array.from({ length: 10_000 }, (_none, index) => line(index + 1)).join('')),
    );
    await come(() => sent[0]!.write(line(0)));
    expect(now().items).toHaveLength(10_001);
    expect(now().items[9_999]!.data).toEqual({ n: 10_000 });
    expect(seen.length).toBeLessThan(20);
    await come(() => sent[0]!.close());
  });

  it('closes the connection when the component unmounts, and shows nothing more', async () => {
    const { sent, seen, page, hungUp } = await opened();
    await come(() => sent[0]!.write(line(1)));
    sent[0]!.write(line(2));
    await page.unmount();
    await settle();
    expect([hungUp(), sent[0]!.signal.aborted, seen.length]).toEqual([[true], true, 3]);
  });

  it('closes the connection before the stream is open, too', async () => {
    const one = held();
    const api = createApi({
      baseUrl: 'http://api.test',
      fetch: (_url, { signal }) => new Promise((_open, reject) => signal!.addEventListener('abort', reject)),
      requests: { rows: defineRequest()({ method: 'GET', path: '/rows', responseType: jsonLines() }) },
    });
    const { Probe, seen } = probe(() => useStream(api.rows));
    const page = await mount(createElement(Probe));
    await page.unmount();
    await settle();
    expect([seen.length, one.sent.length]).toEqual([1, 0]);
  });

  it('opens another stream for other params, closes the older one, and shows none of its items', async () => {
    const { sent, seen, now, page, Probe, hungUp } = await opened();
    await come(() => sent[0]!.write(line(1)));
    const before = seen.length;
    await page.render(createElement(Probe, { id: 2 }));
    expect(seen[before]).toMatchObject({ items: [], last: undefined, isPending: true });
    await settle();
    expect([hungUp(), sent.map(({ url }) => url.slice(-1))]).toEqual([
      [true, false],
      ['1', '2'],
    ]);
    await come(() => sent[1]!.write(line(2)));
    expect(numbers(now().items)).toEqual([2]);
    await page.unmount();
  });

  it("doesn't reopen the stream for equal params", async () => {
    const { sent, page, Probe } = await opened();
    await page.render(createElement(Probe, { id: 1 }));
    await settle();
    expect(sent).toHaveLength(1);
    await page.unmount();
  });

  it('opens one stream under StrictMode', async () => {
    const one = client();
    const { Probe } = reading(one);
    const page = await mount(strict(createElement(Probe, { id: 1 })));
    await settle();
    expect(one.hungUp()).toEqual([false]);
    await page.unmount();
  });

  it('waits while the params are null', async () => {
    const { sent, now, page, Probe, hungUp } = await opened({ id: null });
    expect({ length: sent.length, isPending: now().isPending, isDone: now().isDone }).toEqual({
      length: 0,
      isPending: true,
      isDone: false,
    });
    await act(async () => now().reload());
    await page.render(createElement(Probe, { id: 1 }));
    await settle();
    await page.render(createElement(Probe, { id: null }));
    await settle();
    expect(hungUp()).toEqual([true]);
  });

  it('opens a separate stream for each component, under dedupe too', async () => {
    const one = client();
    const { Probe } = probe(({ id }: { id: number }) => useStream(one.api.newest, { id }));
    const pages = [
      await mount(createElement(Probe, { id: 1 })),
      await mount(createElement(Probe, { id: 1 })),
    ];
    await mount(createElement(Probe, { id: 2 }));
    await settle();
    expect(one.hungUp()).toEqual([false, false, false]);
    await pages[0]!.unmount();
    await settle();
    expect(one.hungUp()).toEqual([true, false, false]);
  });
});

describe('reload of useStream', () => {
  it('closes the stream, and opens it again from the start', async () => {
    const { sent, seen, now, page, hungUp } = await opened();
    await come(() => sent[0]!.write(line(1)));
    const before = seen.length;
    await act(async () => now().reload());
    expect(seen[before]).toMatchObject({ items: [], last: undefined, isPending: true, isDone: false });
    await settle();
    expect(hungUp()).toEqual([true, false]);
    await come(() => sent[1]!.write(line(2)));
    expect([numbers(now().items), now().error, now().isDone]).toEqual([[2], null, false]);
    await page.unmount();
    now().reload();
    await settle();
    expect(sent).toHaveLength(2);
  });

  it('shows no item of the replaced stream, even if the item has arrived', async () => {
    const { sent, now, page } = await opened();
    await act(async () => {
      sent[0]!.write(line(1));
      await flush();
      now().reload();
    });
    await come(() => undefined);
    expect(now()).toMatchObject({ items: [], last: undefined, error: null, isDone: false });
    await page.unmount();
  });

  it('opens a stream that failed to open or has ended', async () => {
    const { sent, seen, now, page } = await opened({ id: 1 }, (count) => (count === 1 ? 503 : 200));
    await act(async () => now().reload());
    await settle();
    expect(now()).toMatchObject({ error: null, isPending: false, isDone: false });
    await come(() => sent[1]!.close());
    expect(now().isDone).toBe(true);
    const before = seen.length;
    await act(async () => now().reload());
    expect(seen[before]).toMatchObject({ error: null, isPending: true, isDone: false });
    await page.unmount();
  });
});

describe('useStream with a custom reader', () => {
  const made = (open: () => AsyncIterable<number>) => {
    const api = createApi({
      baseUrl: 'http://api.test',
      fetch: async () => new Response('bytes'),
      requests: {
        count: defineRequest()({
          method: 'GET',
          path: '/count',
          responseType: reader<AsyncIterable<number>>({
            open(body) {
              body.end();
              return open();
            },
          }),
        }),
      },
    });
    return probe(() => useStream(api.count));
  };

  it('shows the items of any iterable, whatever their type', async () => {
    const { Probe, now } = made(async function* () {
      yield 1;
      yield 2;
    });
    await mount(createElement(Probe));
    await settle();
    expect(now()).toMatchObject({ items: [1, 2], last: 2, error: null, isDone: true });
  });

  it('shows the value that the iterator throws', async () => {
    const { Probe, now } = made(async function* () {
      yield 1;
      throw new RangeError('too far');
    });
    await mount(createElement(Probe));
    await settle();
    expect(now()).toMatchObject({ items: [1], error: { message: 'too far' }, isDone: true });
  });

  it('leaves an iterator that ignores its signal', async () => {
    const left = vi.fn();
    let next = (): void => undefined;
    const { Probe, seen } = made(async function* () {
      try {
        for (let n = 1; ; n += 1) {
          yield n;
          await new Promise<void>((resolve) => (next = resolve));
        }
      } finally {
        left();
      }
    });
    const page = await mount(createElement(Probe));
    await come(() => undefined);
    await page.unmount();
    const renders = seen.length;
    next();
    await settle();
    expect([left.mock.calls.length, seen.length]).toEqual([1, renders]);
  });
});

describe('useStream with an invalid argument', () => {
  it.each<[string, unknown, unknown, string]>([
    ['a spy', vi.fn(), {}, 'useStream needs an endpoint function, such as api.getUser, but got a function.'],
    [
      'an endpoint without a stream',
      held().api.read,
      { id: 1 },
      '"read" returns no stream: use useCall, or add a reader such as events().',
    ],
    [
      'a Map',
      client().api.rows,
      { id: new Map() },
      "useStream can't create a key from params with a Map: pass a { key } that identifies them.",
    ],
  ])('throws a TypeError with the fix: %s', async (_name, endpoint, params, message) => {
    const { Probe } = probe(() => useStream(endpoint as never, params as never));
    const page = await mount(createElement(Boundary, null, createElement(Probe)));
    expect(page.container.textContent).toContain(message);
    takeWarnings();
  });
});
