import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import * as React from 'react';
import { useCall } from '../../lib/entries/react.js';
import { bareReader } from '../support/streaming.js';
import { createApi, Request } from '../../lib/index.js';
import { held } from '../support/react-client.js';
import {
  act,
  Boundary,
  takeWarnings,
  inReactPage,
  itSince19,
  mount,
  probe,
  settle,
  strict,
} from '../support/react-page.js';

const { createElement, Fragment, Suspense } = React;

const PENDING = { isPending: true, data: null, error: null };
const ADA = { name: 'Ada' };
const GRACE = { name: 'Grace' };

/** A component that loads a user. */
const asking = ({ api }: ReturnType<typeof held>) =>
  probe(({ id }: { id: number | null }) => useCall(api.read, id === null ? null : { id }));

inReactPage();

describe('useCall', () => {
  it('sends a request when the component mounts, and shows the pending state, then the response', async () => {
    const client = held();
    const { Probe, seen, now } = asking(client);
    await mount(createElement(Probe, { id: 1 }));
    expect(client.paths()).toEqual(['/users/1']);
    expect(now()).toMatchObject({ ...PENDING, isLoading: true });
    client.sent[0]!.answer(ADA);
    await settle();
    expect(now()).toMatchObject({ isPending: false, data: ADA, error: null, isLoading: false });
    expect(seen).toHaveLength(2);
  });

  it('shows the error of a call, whatever its kind', async () => {
    const client = held();
    const { Probe, now } = asking(client);
    await mount(createElement(Probe, { id: 1 }));
    client.sent[0]!.answer({ why: 'gone' }, { status: 404 });
    await settle();
    expect(now()).toMatchObject({ isPending: false, data: null, isLoading: false });
    expect(now().error).toMatchObject({ kind: 'http', status: 404, body: { why: 'gone' } });
  });

  it("doesn't send another request for equal params in a new object", async () => {
    const client = held();
    const { Probe, seen } = asking(client);
    const page = await mount(createElement(Probe, { id: 1 }));
    await page.render(createElement(Probe, { id: 1 }));
    await settle();
    expect([seen.length, client.paths(), client.aborted()]).toEqual([2, ['/users/1'], [false]]);
  });

  it('sends a request for other params, aborts the older request, and shows none of its data', async () => {
    const client = held();
    const { Probe, seen } = asking(client);
    const page = await mount(createElement(Probe, { id: 1 }));
    await page.render(createElement(Probe, { id: 2 }));
    expect([client.paths(), client.aborted()]).toEqual([
      ['/users/1', '/users/2'],
      [true, false],
    ]);
    client.sent[0]!.answer(ADA);
    client.sent[1]!.answer(GRACE);
    await settle();
    expect(seen.map(({ data }) => data)).toEqual([null, null, GRACE]);
  });

  it('never shows the data of previous params, from the first render with other params', async () => {
    const client = held();
    const { Probe, seen } = asking(client);
    const page = await mount(createElement(Probe, { id: 1 }));
    client.sent[0]!.answer(ADA);
    await settle();
    await page.render(createElement(Probe, { id: 2 }));
    expect(seen.slice(2).map(({ data, isPending }) => [data, isPending])).toEqual([[null, true]]);
  });

  it('aborts its request when the component unmounts', async () => {
    const client = held();
    const { Probe, seen } = asking(client);
    const page = await mount(createElement(Probe, { id: 1 }));
    await page.unmount();
    expect([client.aborted(), seen.length]).toEqual([[true], 1]);
  });

  it('waits while the params are null, and aborts the running request when they become null', async () => {
    const client = held();
    const { Probe, now } = asking(client);
    const page = await mount(createElement(Probe, { id: null }));
    expect([client.paths(), now()]).toEqual([
      [],
      { ...PENDING, isLoading: false, reload: expect.any(Function) },
    ]);
    await page.render(createElement(Probe, { id: 1 }));
    expect([client.paths(), now().isLoading]).toEqual([['/users/1'], true]);
    await page.render(createElement(Probe, { id: null }));
    expect([client.aborted(), now().isLoading]).toEqual([[true], false]);
    now().reload();
    expect(client.paths()).toHaveLength(1);
  });

  it('sends one request under StrictMode', async () => {
    const client = held();
    const { Probe, now } = asking(client);
    await mount(strict(createElement(Probe, { id: 1 })));
    client.sent[0]!.answer(ADA);
    await settle();
    expect([client.aborted(), now().data]).toEqual([[false], ADA]);
  });

  it('leaves no timer and no listener after many requests', async () => {
    const client = held({ timeout: 60_000 });
    const { Probe } = asking(client);
    const setTimer = vi.spyOn(globalThis, 'setTimeout');
    const clearTimer = vi.spyOn(globalThis, 'clearTimeout');
    const page = await mount(createElement(Probe, { id: 0 }));
    for (let id = 1; id < 50; id += 1) await page.render(createElement(Probe, { id }));
    await page.unmount();
    await settle();
    const timers = setTimer.mock.results.map(({ value }) => value);
    const cleared = new Set(clearTimer.mock.calls.map(([timer]) => timer as unknown));
    expect(timers.filter((timer) => !cleared.has(timer))).toEqual([]);
    expect(client.aborted()).toEqual(Array(50).fill(true));
    for (const { init } of client.sent)
      expect(getEventListeners(init.signal!, 'abort').length).toBeLessThan(2);
    vi.restoreAllMocks();
  });
});

describe('components that use useCall with the same request', () => {
  const two = (client: ReturnType<typeof held>) => {
    const [first, second] = [asking(client), asking(client)];
    const both = (shown: readonly [boolean, boolean]) =>
      createElement(
        Fragment,
        null,
        shown[0] && createElement(first.Probe, { id: 1 }),
        shown[1] && createElement(second.Probe, { id: 1 }),
      );
    return { first, second, both };
  };

  it('send one request at a time and share its response', async () => {
    const client = held();
    const { first, second, both } = two(client);
    await mount(both([true, true]));
    client.sent[0]!.answer(ADA);
    await settle();
    expect([client.paths().length, first.now().data, second.now().data]).toEqual([1, ADA, ADA]);
  });

  it('keep the request until the last component unmounts', async () => {
    const client = held();
    const { second, both } = two(client);
    const page = await mount(both([true, true]));
    await page.render(both([false, true]));
    expect(client.aborted()).toEqual([false]);
    client.sent[0]!.answer(ADA);
    await settle();
    expect(second.now().data).toEqual(ADA);
  });

  it('abort the request when the last component unmounts', async () => {
    const client = held();
    const { both } = two(client);
    const page = await mount(both([true, true]));
    await page.render(both([false, false]));
    expect(client.aborted()).toEqual([true]);
  });

  it('join the request while it runs', async () => {
    const client = held();
    const { second, both } = two(client);
    const page = await mount(both([true, false]));
    await page.render(both([true, true]));
    client.sent[0]!.answer(ADA);
    await settle();
    expect([client.aborted(), second.now().data]).toEqual([[false], ADA]);
  });

  it("don't pass the request on: it is aborted with the last component, and a component that mounts in the same commit sends its own", async () => {
    const client = held();
    const { both } = two(client);
    const page = await mount(both([true, false]));
    await page.render(both([false, true]));
    expect(client.aborted()).toEqual([true, false]);
  });

  it('send another request if the response arrived before', async () => {
    const client = held();
    const { first, second, both } = two(client);
    const page = await mount(both([true, false]));
    client.sent[0]!.answer(ADA);
    await settle();
    await page.render(both([true, true]));
    expect({
      length: client.paths().length,
      data: first.now().data,
      isPending: second.now().isPending,
    }).toEqual({ length: 2, data: ADA, isPending: true });
  });

  it("don't receive the abort of a request that ends while they mount", async () => {
    const client = held();
    const { Probe, now } = asking(client);
    const leaving = asking(client);
    const page = await mount(createElement(leaving.Probe, { id: 1 }));
    const other = await mount(null);
    client.sent[0]!.init.signal!.addEventListener('abort', () =>
      other.renderNow(createElement(Probe, { id: 1 })),
    );
    await page.unmount();
    await settle();
    expect(takeWarnings().join()).not.toContain('Error:');
    expect([client.aborted(), now().error]).toEqual([[true, false], null]);
  });

  it('are separate if the endpoint, the params or the additions of the derived client differ', async () => {
    const client = held();
    const as = (name: string) => probe(() => useCall(client.as(name).read, { id: 1 }));
    const other = probe(() => useCall(client.api.other, { id: 1 }));
    const all = [as('ada'), as('ada'), as('grace'), other, asking(client)].map(({ Probe }, key) =>
      createElement(Probe as never, { key, id: 1 }),
    );
    const page = await mount(createElement(Fragment, null, ...all));
    expect(client.paths()).toHaveLength(4);
    await page.render(createElement(Fragment, null, ...all.map((one) => React.cloneElement(one))));
    expect([client.paths().length, client.aborted()]).toEqual([4, [false, false, false, false]]);
  });

  it("don't abort each other or other calls if the endpoint has dedupe", async () => {
    const client = held();
    const { Probe } = probe(({ id }: { id: number }) => useCall(client.api.newest, { id }));
    await mount(createElement(Probe, { id: 1 }));
    await mount(createElement(Probe, { id: 2 }));
    const beside = client.api.newest({ id: 3 });
    await mount(createElement(Probe, { id: 4 }));
    await settle();
    expect(client.aborted()).toEqual([false, false, false, false]);
    client.sent[2]!.answer(ADA);
    expect((await beside).data).toEqual(ADA);
  });
});

describe('reload of useCall', () => {
  const answered = async () => {
    const client = held();
    const { Probe, now } = asking(client);
    const page = await mount(createElement(Probe, { id: 1 }));
    client.sent[0]!.answer(ADA);
    await settle();
    const reload = () => act(async () => now().reload());
    return { client, page, now, reload };
  };

  it('sends another request, and keeps the current data until the response arrives', async () => {
    const { client, now, reload } = await answered();
    await reload();
    expect(now()).toMatchObject({ isPending: false, data: ADA, isLoading: true });
    client.sent[1]!.answer(GRACE);
    await settle();
    expect(now()).toMatchObject({ data: GRACE, isLoading: false });
  });

  it('keeps the data next to an error, and removes the error when data follows', async () => {
    const { client, now, reload } = await answered();
    await reload();
    client.sent[1]!.answer(null, { status: 503 });
    await settle();
    expect(now()).toMatchObject({ isPending: false, data: ADA, error: { status: 503 }, isLoading: false });
    await reload();
    expect(now()).toMatchObject({ data: ADA, error: { status: 503 }, isLoading: true });
    client.sent[2]!.answer(GRACE);
    await settle();
    expect(now()).toMatchObject({ data: GRACE, error: null });
  });

  it('does nothing while a request runs, or after the component unmounted', async () => {
    const { client, page, now, reload } = await answered();
    await reload();
    await reload();
    expect(client.aborted()).toEqual([false, false]);
    await page.unmount();
    now().reload();
    await settle();
    expect(client.aborted()).toEqual([false, true]);
  });

  it('is the same function in every render', async () => {
    const { now, reload } = await answered();
    const before = now().reload;
    await reload();
    expect(now().reload).toBe(before);
  });
});

describe('useCall with an invalid argument', () => {
  const { api } = held();
  const streams = createApi({
    baseUrl: 'http://api.test',
    requests: { rows: new Request({ method: 'GET', path: '/rows', responseType: bareReader().reader }) },
  });
  const looped: Record<string, unknown> = {};
  looped.self = looped;

  it.each<[string, unknown, unknown, string]>([
    ['a spy', vi.fn(), {}, 'useCall needs an endpoint function, such as api.getUser, but got a function.'],
    [
      'a wrapper',
      (params: never) => api.read(params),
      {},
      'useCall needs an endpoint function, such as api.getUser, but got a function.',
    ],
    ['nothing', undefined, {}, 'useCall needs an endpoint function, such as api.getUser, but got undefined.'],
    ['a streaming endpoint', streams.rows, {}, '"rows" returns a stream: use useStream.'],
    [
      'a form',
      api.send,
      new FormData(),
      "useCall can't create a key from params with a FormData: pass a { key } that identifies them.",
    ],
    [
      'a Map',
      api.read,
      { id: new Map() },
      "useCall can't create a key from params with a Map: pass a { key } that identifies them.",
    ],
    ['a BigInt', api.read, { id: 1n }, "useCall can't create a key from params with a"],
    [
      'an instance',
      api.read,
      { id: new URL('http://a.test') },
      "useCall can't create a key from params with a",
    ],
    ['a function', api.read, { id: () => 1 }, "useCall can't create a key from params with a"],
    [
      'params with a circular reference',
      api.read,
      looped,
      "useCall can't create a key from params with a cycle: pass a { key } that identifies them.",
    ],
  ])('throws a TypeError with the fix during render: %s', async (_name, endpoint, params, message) => {
    const { Probe } = probe(() => useCall(endpoint as never, params as never));
    const page = await mount(createElement(Boundary, null, createElement(Probe)));
    expect(page.container.textContent).toMatch(/^TypeError: /);
    expect(page.container.textContent).toContain(message);
    takeWarnings();
  });

  it("accepts params that can't form a key if it gets a key", async () => {
    const client = held();
    const { Probe } = probe(({ draft }: { draft: number }) =>
      useCall(client.api.send, new FormData(), { key: draft }),
    );
    const page = await mount(createElement(Probe, { draft: 1 }));
    await page.render(createElement(Probe, { draft: 1 }));
    expect(client.aborted()).toEqual([false]);
    await page.render(createElement(Probe, { draft: 2 }));
    expect(client.aborted()).toEqual([true, false]);
  });
});

describe('useCall in a component that React has not committed yet, or has hidden', () => {
  it('sends nothing while a sibling suspends', async () => {
    const client = held();
    const { Probe } = asking(client);
    let wake = (): void => undefined;
    let isReady = false;
    const ready = new Promise<void>((resolve) => {
      wake = () => {
        isReady = true;
        resolve();
      };
    });
    const Slow = (): React.ReactNode => {
      if (isReady) return null;
      throw ready as never;
    };
    await mount(
      createElement(Suspense, { fallback: null }, createElement(Probe, { id: 1 }), createElement(Slow)),
    );
    expect(client.paths()).toEqual([]);
    wake();
    await settle();
    expect(client.paths()).toEqual(['/users/1']);
  });

  itSince19('aborts its request when it is hidden, and sends another when it is shown', async () => {
    const client = held();
    const { Probe, now } = asking(client);
    const at = (mode: 'visible' | 'hidden') =>
      createElement(React.Activity, { mode, children: createElement(Probe, { id: 1 }) });
    const page = await mount(at('visible'));
    await page.render(at('hidden'));
    expect(client.aborted()).toEqual([true]);
    await page.render(at('visible'));
    expect([client.aborted(), now()]).toMatchObject([[true, false], { ...PENDING, isLoading: true }]);
    client.sent[1]!.answer(ADA);
    await settle();
    expect(now().data).toEqual(ADA);
  });
});

describe('a promise of a call', () => {
  itSince19('works with use(): it resolves with an error too, so no error boundary is needed', async () => {
    const client = held();
    const promise = client.api.read({ id: 1 });
    const Shown = (): React.ReactNode => {
      const { data, error } = React.use(promise);
      return error ? `failed with ${error.status}` : data.name;
    };
    const page = await mount(createElement(Suspense, { fallback: 'waits' }, createElement(Shown)));
    expect(page.container.textContent).toBe('waits');
    client.sent[0]!.answer(null, { status: 500 });
    await settle();
    expect(page.container.textContent).toContain('failed with 500');
  });
});
