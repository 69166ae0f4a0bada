import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createElement } from 'react';
import { AuthPlugin } from '../../../lib/entries/auth.js';
import { usePoll } from '../../../lib/entries/react.js';
import { held } from '../../support/react-client.js';
import { act, inReactPage, mount, probe, settle } from '../../support/react-page.js';
import { handTimers } from '../../support/streaming.js';

const ADA = { name: 'Ada' };
const EVERY = 1000;

inReactPage();
beforeEach(handTimers);
afterEach(() => {
  vi.useRealTimers();
});

const setUp = async () => {
  const auth = new AuthPlugin(() => Promise.reject(new Error('no refresh')));
  const signIn = (owner: string) => act(() => auth.set({ token: owner, owner }));
  await signIn('ada');
  const client = held({ middleware: [auth] });
  const asking = () =>
    probe(({ every = EVERY }: { every?: number }) => usePoll(client.api.read, { id: 1 }, { every }));
  const tokens = () => client.sent.map(({ init }) => new Headers(init.headers).get('authorization'));
  const pass = async (ms: number): Promise<void> => {
    await act(async () => vi.advanceTimersByTime(ms));
    await settle();
  };
  const { Probe, seen, now } = asking();
  const page = await mount(createElement(Probe, {}));
  await settle();
  return { client, signIn, asking, tokens, pass, Probe, seen, now, page };
};

const shown = async () => {
  const polled = await setUp();
  polled.client.sent[0]!.answer(ADA);
  await settle();
  return polled;
};

describe('a mounted component with usePoll when another user signs in', () => {
  it('polls as the later user from its next request on, and shows nothing of the earlier one', async () => {
    const { client, signIn, tokens, pass, seen, now, page } = await shown();
    await signIn('grace');
    const before = seen.length;
    await pass(EVERY);
    expect(tokens()).toEqual(['Bearer ada', 'Bearer grace']);
    client.sent[1]!.answer(null, { status: 403 });
    await settle();
    expect(now()).toMatchObject({ data: null, error: { status: 403 } });
    expect(seen.slice(before).map(({ data }) => data)).not.toContainEqual(ADA);
    await page.unmount();
  });

  it('shows the data of the later user, even if the earlier user had no response yet', async () => {
    const { client, signIn, tokens, now, page } = await setUp();
    await signIn('grace');
    client.sent[0]!.answer(ADA);
    await settle();
    client.sent[1]?.answer({ name: 'Grace' });
    await settle();
    expect([tokens(), now()]).toMatchObject([
      ['Bearer ada', 'Bearer grace'],
      { isPending: false, data: { name: 'Grace' } },
    ]);
    await page.unmount();
  });

  it.each([
    ['the next render', EVERY],
    ['another interval', 2 * EVERY],
  ])('polls as the later user from %s on', async (_what, every) => {
    const { signIn, tokens, Probe, seen, page } = await shown();
    await signIn('grace');
    const before = seen.length;
    await page.render(createElement(Probe, { every }));
    await settle();
    expect(tokens()).toEqual(['Bearer ada', 'Bearer grace']);
    expect(seen.slice(before).map(({ data }) => data)).toEqual([null]);
    await page.unmount();
  });
});

describe('a component with usePoll that mounts after another user signed in', () => {
  it.each([
    ['during the first request', setUp],
    ['after the first response', shown],
  ])('receives nothing from the poll of the earlier user: %s', async (_when, polled) => {
    const { signIn, asking, tokens, page } = await polled();
    await signIn('grace');
    const second = asking();
    const other = await mount(createElement(second.Probe, {}));
    await settle();
    expect(tokens()).toEqual(['Bearer ada', 'Bearer grace']);
    expect(second.now()).toEqual({ isPending: true, data: null, error: null });
    await page.unmount();
    await other.unmount();
  });
});
