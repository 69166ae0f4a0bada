import { describe, expect, it } from 'vitest';
import { createElement, Fragment } from 'react';
import { AuthPlugin } from '../../../lib/entries/auth.js';
import { type ApiConfig, type Middleware } from '../../../lib/index.js';
import { useCall } from '../../../lib/entries/react.js';
import { held } from '../../support/react-client.js';
import { act, inReactPage, mount, type Page, probe, settle, strict } from '../../support/react-page.js';

type HeldClient = ReturnType<typeof held>;

const ADA = { name: 'Ada' };
const GRACE = { name: 'Grace' };

const asking = ({ api }: HeldClient, id = 1) => probe(() => useCall(api.read, { id }));

/** The tokens of the requests, in the order in which they were sent. */
const tokens = ({ sent }: HeldClient): (string | null)[] =>
  sent.map(({ init }) => new Headers(init.headers).get('authorization'));

/** A way in which a program sets the current user. */
interface SignIn {
  readonly client: Partial<ApiConfig>;
  readonly signIn: (user: string) => Promise<void>;
}

const byPlugin = (): SignIn => {
  const auth = new AuthPlugin(() => Promise.reject(new Error('no refresh')));
  return {
    client: { middleware: [auth] },
    signIn: (user) => act(() => auth.set({ token: user, owner: user })),
  };
};

/** A middleware function of the program, about which homing knows nothing. */
const byFunction = (wait: () => Promise<unknown> | undefined) => (): SignIn => {
  let user = '';
  const middleware: Middleware = async (ctx, next) => {
    if (wait()) await wait();
    ctx.request.headers.set('authorization', `Bearer ${user}`);
    return next();
  };
  return {
    client: { middleware: [middleware] },
    signIn: async (next) => {
      user = next;
    },
  };
};

const WAYS: readonly [string, () => SignIn][] = [
  ['an AuthPlugin', byPlugin],
  ['a middleware function', byFunction(() => undefined)],
  ['a middleware function that waits', byFunction(() => new Promise((resolve) => setImmediate(resolve)))],
];

inReactPage();

describe.each(WAYS)('components of two users with useCall, with %s', (_way, make) => {
  const setUp = async () => {
    const { client, signIn } = make();
    const one = held(client);
    await signIn('ada');
    return { client: one, signIn };
  };

  it("don't join the request of the earlier user", async () => {
    const { client, signIn } = await setUp();
    const [first, second] = [asking(client), asking(client)];
    await mount(createElement(first.Probe));
    await settle();
    await signIn('grace');
    await mount(createElement(second.Probe));
    await settle();
    expect(tokens(client)).toEqual(['Bearer ada', 'Bearer grace']);
    client.sent[1]!.answer(GRACE);
    await settle();
    client.sent[0]!.answer(ADA);
    await settle();
    expect(second.seen.map(({ data }) => data)).not.toContainEqual(ADA);
    expect(second.now().data).toEqual(GRACE);
  });

  it('join the request of a component of the same user, under StrictMode too', async () => {
    const { client } = await setUp();
    const [first, second, third] = [asking(client), asking(client), asking(client)];
    const both = createElement(Fragment, null, createElement(first.Probe), createElement(second.Probe));
    await mount(strict(both));
    await settle();
    await mount(strict(createElement(third.Probe)));
    await settle();
    expect(tokens(client)).toEqual(['Bearer ada']);
    client.sent[0]!.answer(ADA);
    await settle();
    expect([first, second, third].map(({ now }) => now().data)).toEqual([ADA, ADA, ADA]);
  });

  it('abort the request when the last component unmounts', async () => {
    const { client } = await setUp();
    const [first, second] = [asking(client), asking(client)];
    const pages = [await mount(createElement(first.Probe)), await mount(createElement(second.Probe))];
    await settle();
    await pages[0]!.unmount();
    expect(client.aborted()).toEqual([false]);
    await pages[1]!.unmount();
    expect(client.aborted()).toEqual([true]);
  });

  it('send their own request if one mounts while the other unmounts', async () => {
    const { client, signIn } = await setUp();
    const { Probe } = asking(client);
    const page = await mount(createElement(Probe, { key: 'ada' }));
    await settle();
    await signIn('grace');
    await page.render(createElement(Probe, { key: 'grace' }));
    await settle();
    expect([tokens(client), client.aborted()]).toEqual([
      ['Bearer ada', 'Bearer grace'],
      [true, false],
    ]);
  });

  it('reload as the current user', async () => {
    const { client, signIn } = await setUp();
    const { Probe, now } = asking(client);
    await mount(createElement(Probe));
    await settle();
    client.sent[0]!.answer(ADA);
    await settle();
    await signIn('grace');
    await act(async () => now().reload());
    await settle();
    expect([...new Set(tokens(client).slice(1))]).toEqual(['Bearer grace']);
    client.sent.at(-1)!.answer(GRACE);
    await settle();
    expect(now()).toMatchObject({ data: GRACE, error: null, isLoading: false });
  });
});

describe('a mounted component with useCall when another user signs in with an AuthPlugin', () => {
  const shown = async (): Promise<
    { client: HeldClient; page: Page; signIn: SignIn['signIn'] } & ReturnType<typeof asking>
  > => {
    const { client: config, signIn } = byPlugin();
    const client = held(config);
    await signIn('ada');
    const asked = asking(client);
    const page = await mount(createElement(asked.Probe));
    await settle();
    client.sent[0]!.answer(ADA);
    await settle();
    return { client, page, signIn, ...asked };
  };

  it('shows nothing of the earlier user from its next render on, and sends another request', async () => {
    const { client, page, signIn, Probe, seen, now } = await shown();
    await signIn('grace');
    const before = seen.length;
    await page.render(createElement(Probe));
    await settle();
    expect(seen.slice(before).map(({ data, isPending }) => [data, isPending])).toEqual([[null, true]]);
    expect(tokens(client)).toEqual(['Bearer ada', 'Bearer grace']);
    client.sent[1]!.answer(null, { status: 403 });
    await settle();
    expect(now()).toMatchObject({ data: null, error: { status: 403 } });
  });

  it('shows no data of the earlier user next to an error of the later one', async () => {
    const { client, signIn, seen, now } = await shown();
    await signIn('grace');
    await act(async () => now().reload());
    await settle();
    client.sent.at(-1)!.answer(null, { status: 403 });
    await settle();
    expect(now()).toMatchObject({ data: null, error: { status: 403 } });
    expect(seen.filter(({ data, error }) => data && error)).toEqual([]);
  });

  it('keeps its data next to an error of the same user', async () => {
    const { client, now } = await shown();
    await act(async () => now().reload());
    await settle();
    client.sent[1]!.answer(null, { status: 503 });
    await settle();
    expect(now()).toMatchObject({ data: ADA, error: { status: 503 } });
  });
});

describe('the requests of components with useCall', () => {
  it('are shared only if they are equal when they are sent', async () => {
    let count = 0;
    const client = held({
      middleware: [
        (ctx, next) => {
          ctx.request.headers.set('x-count', String((count += 1)));
          return next();
        },
      ],
    });
    const [first, second] = [asking(client), asking(client)];
    await mount(createElement(Fragment, null, createElement(first.Probe), createElement(second.Probe)));
    expect(client.sent).toHaveLength(2);
  });

  it("are separate for each component if the body can't be compared", async () => {
    const client = held();
    const sending = () => probe(() => useCall(client.api.send, new FormData(), { key: 'draft' }));
    const [first, second] = [sending(), sending()];
    await mount(createElement(Fragment, null, createElement(first.Probe), createElement(second.Probe)));
    expect(client.sent).toHaveLength(2);
  });

  it('return separate data to each component', async () => {
    const client = held();
    const [first, second] = [asking(client), asking(client)];
    await mount(createElement(Fragment, null, createElement(first.Probe), createElement(second.Probe)));
    client.sent[0]!.answer(ADA);
    await settle();
    expect(first.now().data).toEqual(second.now().data);
    expect(first.now().data).not.toBe(second.now().data);
  });

  it('are not shared with calls outside of components', async () => {
    const client = held();
    await mount(createElement(asking(client).Probe));
    void client.api.read({ id: 1 });
    await settle();
    expect(client.sent).toHaveLength(2);
  });
});
