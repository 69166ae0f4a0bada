import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Activity, createElement, Fragment } from 'react';
import { poll } from '../../lib/entries/polling.js';
import { usePoll } from '../../lib/entries/react.js';
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
import { handTimers } from '../support/streaming.js';

const ADA = { name: 'Ada' };
const EVERY = 1000;

/** Advances the time, and lets React render the result. */
const pass = async (ms: number): Promise<void> => {
  await act(async () => vi.advanceTimersByTime(ms));
  await settle();
};

interface Asked {
  readonly id: number | null;
  readonly every?: number;
}

const polling = ({ api }: ReturnType<typeof held>) =>
  probe(({ id, every = EVERY }: Asked) => usePoll(api.read, id === null ? null : { id }, { every }));

inReactPage();
beforeEach(handTimers);
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

describe('usePoll', () => {
  it('sends a request at once, and then after each interval, until the component unmounts', async () => {
    const client = held();
    const { Probe, seen } = polling(client);
    const page = await mount(createElement(Probe, { id: 1 }));
    expect([client.paths(), seen.at(-1)]).toEqual([
      ['/users/1'],
      { isPending: true, data: null, error: null },
    ]);
    client.sent[0]!.answer({ name: 'one' });
    await settle();
    await pass(EVERY - 1);
    expect(client.sent).toHaveLength(1);
    await pass(1);
    client.sent[1]!.answer({ name: 'two' });
    await settle();
    expect(seen.map(({ data }) => data?.name)).toEqual([undefined, 'one', 'two']);
    await page.unmount();
    await pass(10 * EVERY);
    expect(client.sent).toHaveLength(2);
  });

  it('aborts the running request when the component unmounts', async () => {
    const client = held();
    const page = await mount(createElement(polling(client).Probe, { id: 1 }));
    await page.unmount();
    expect(client.aborted()).toEqual([true]);
  });

  it('keeps the data next to an error', async () => {
    const client = held();
    const { Probe, now } = polling(client);
    const page = await mount(createElement(Probe, { id: 1 }));
    client.sent[0]!.answer(ADA);
    await settle();
    await pass(EVERY);
    client.sent[1]!.answer(null, { status: 503 });
    await settle();
    expect(now()).toMatchObject({ isPending: false, data: ADA, error: { status: 503 } });
    await page.unmount();
  });

  it('sends one request under StrictMode', async () => {
    const client = held();
    const page = await mount(strict(createElement(polling(client).Probe, { id: 1 })));
    expect(client.aborted()).toEqual([false]);
    await page.unmount();
  });

  it('runs one poll for all components with the same request', async () => {
    const client = held();
    const [first, second] = [polling(client), polling(client)];
    const both = (isThere: boolean) =>
      createElement(
        Fragment,
        null,
        isThere && createElement(first.Probe, { id: 1 }),
        createElement(second.Probe, { id: 1 }),
      );
    const page = await mount(both(true));
    client.sent[0]!.answer(ADA);
    await settle();
    expect([client.sent.length, first.now().data, second.now().data]).toEqual([1, ADA, ADA]);
    await page.render(both(false));
    await pass(EVERY);
    expect(client.aborted()).toEqual([false, false]);
    await page.unmount();
    expect(client.aborted()).toEqual([false, true]);
  });

  it('starts again for other params, but not for equal params', async () => {
    const client = held();
    const { Probe, now } = polling(client);
    const page = await mount(createElement(Probe, { id: 1 }));
    client.sent[0]!.answer(ADA);
    await settle();
    await page.render(createElement(Probe, { id: 1 }));
    expect(client.aborted()).toEqual([false]);
    await page.render(createElement(Probe, { id: 2 }));
    expect([client.paths(), now().isPending, now().data]).toEqual([['/users/1', '/users/2'], true, null]);
    await page.unmount();
  });

  it('changes its interval without a request, and keeps the current data', async () => {
    const client = held();
    const { Probe, seen } = polling(client);
    const page = await mount(strict(createElement(Probe, { id: 1 })));
    client.sent[0]!.answer(ADA);
    await settle();
    const before = seen.length;
    await page.render(strict(createElement(Probe, { id: 1, every: 3 * EVERY })));
    await settle();
    expect(seen.slice(before).map(({ data }) => data)).toEqual(seen.slice(before).map(() => ADA));
    await pass(EVERY);
    client.sent[1]?.answer(ADA);
    await settle();
    await pass(3 * EVERY);
    expect([client.sent.length, client.aborted().includes(true)]).toEqual([3, false]);
    await page.render(strict(createElement(Probe, { id: 1, every: Infinity })));
    await page.unmount();
  });

  it("doesn't abort a running request when its interval changes", async () => {
    const client = held();
    const { Probe, now } = polling(client);
    const page = await mount(createElement(Probe, { id: 1 }));
    await page.render(createElement(Probe, { id: 1, every: 2 * EVERY }));
    expect(client.aborted()).toEqual([false]);
    client.sent[0]!.answer(ADA);
    await settle();
    expect(now().data).toEqual(ADA);
    await pass(2 * EVERY - 1);
    expect(client.sent).toHaveLength(1);
    await pass(1);
    expect(client.sent).toHaveLength(2);
    await page.unmount();
  });

  it("doesn't abort another poll or other calls if the endpoint has dedupe", async () => {
    const client = held();
    const { Probe } = probe(({ id }: { id: number }) => usePoll(client.api.newest, { id }, { every: EVERY }));
    const pages = [
      await mount(createElement(Probe, { id: 1 })),
      await mount(createElement(Probe, { id: 2 })),
    ];
    const beside = client.api.newest({ id: 3 });
    pages.push(await mount(createElement(Probe, { id: 4 })), await mount(createElement(Probe, { id: 4 })));
    await settle();
    expect(client.aborted()).toEqual([false, false, false, false]);
    client.sent[2]!.answer(ADA);
    expect((await beside).data).toEqual(ADA);
    for (const page of pages) await page.unmount();
    expect(client.aborted()).toEqual([true, true, false, true]);
  });

  it("doesn't join a poll that follows dedupe", async () => {
    const client = held();
    const stop = poll(client.api.newest, { id: 1 }, () => undefined, { every: EVERY });
    const { Probe } = probe(() => usePoll(client.api.newest, { id: 1 }, { every: EVERY }));
    const page = await mount(createElement(Probe));
    void client.api.newest({ id: 2 });
    await settle();
    expect(client.aborted()).toEqual([true, false, false]);
    stop();
    await page.unmount();
  });

  it("starts once under StrictMode even if the poll can't be shared", async () => {
    const client = held();
    const form = new FormData();
    const { Probe } = probe(() => usePoll(client.api.send, form, { key: 'draft', every: EVERY }));
    const page = await mount(strict(createElement(Probe)));
    expect(client.aborted()).toEqual([false]);
    await page.unmount();
  });

  itSince19(
    'uses an interval that changed while the component was hidden, and leaves nothing behind',
    async () => {
      const client = held();
      const { Probe } = polling(client);
      const at = (mode: 'visible' | 'hidden', every: number) =>
        createElement(Activity, { mode, children: createElement(Probe, { id: 1, every }) });
      const page = await mount(at('visible', EVERY));
      await page.render(at('hidden', EVERY));
      expect(client.aborted()).toEqual([true]);
      await page.render(at('visible', 2 * EVERY));
      client.sent[1]!.answer(ADA);
      await settle();
      await pass(2 * EVERY - 1);
      expect(client.sent).toHaveLength(2);
      await pass(1);
      expect(client.sent).toHaveLength(3);
      await page.unmount();
      await pass(10 * EVERY);
      expect(client.aborted()).toEqual([true, false, true]);
    },
  );

  it('waits while the params are null', async () => {
    const client = held();
    const { Probe, now } = polling(client);
    const page = await mount(createElement(Probe, { id: null }));
    await pass(10 * EVERY);
    expect([client.paths(), now().isPending]).toEqual([[], true]);
    await page.render(createElement(Probe, { id: 1 }));
    expect(client.paths()).toEqual(['/users/1']);
    await page.render(createElement(Probe, { id: null }));
    expect(client.aborted()).toEqual([true]);
    await page.unmount();
  });

  it('passes on the timeout of each request, and maxEvery', async () => {
    const client = held();
    const options = { every: EVERY, timeout: 50, maxEvery: EVERY };
    const { Probe, now } = probe(() => usePoll(client.api.read, { id: 1 }, options));
    const page = await mount(createElement(Probe));
    await pass(50);
    expect([now().error?.kind, client.aborted()]).toEqual(['timeout', [true]]);
    await pass(EVERY);
    expect(client.sent).toHaveLength(2);
    await page.unmount();
  });

  it('sends one request without every, as poll does', async () => {
    const client = held();
    const { Probe, now } = probe(() => usePoll(client.api.read, { id: 1 }, undefined as never));
    const page = await mount(createElement(Probe));
    client.sent[0]!.answer(ADA);
    await pass(100 * EVERY);
    expect({ length: client.sent.length, data: now().data }).toEqual({ length: 1, data: ADA });
    await page.unmount();
  });

  it.each<[string, unknown, unknown, string]>([
    ['a wrapper', () => undefined, {}, 'usePoll needs an endpoint function'],
    ['a Map', held().api.read, { id: new Map() }, 'pass a { key }'],
  ])('rejects %s with a TypeError that contains the fix', async (_name, endpoint, params, message) => {
    const { Probe } = probe(() => usePoll(endpoint as never, params as never, { every: EVERY }));
    const page = await mount(createElement(Boundary, null, createElement(Probe)));
    expect(page.container.textContent).toContain(message);
    takeWarnings();
  });
});
