import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Observer, observers } from '../../../lib/entries/observe.js';
import { createTestClient, type Fetch, stubFetch } from '../../support/client.js';
import { recorder } from '../../support/recorder.js';

type Hook = (given: unknown) => unknown;

/** Runs the function that `around` wraps. Other hooks receive none. */
const go: Hook = (given) => (typeof given === 'function' ? (given as () => unknown)() : undefined);

const fail = (): never => {
  throw new Error('hook');
};

/** The ways in which a hook can use its argument. */
const MANNERS: readonly (readonly [string, Hook])[] = [
  ['runs it and returns its result', go],
  ['throws before', fail],
  ['throws after', (given) => (go(given), fail())],
  ['runs it twice', (given) => (go(given), go(given))],
  ['never runs it', () => undefined],
  ['returns null', () => null],
  ['returns a string', () => 'text'],
  ['returns another value', (given) => [go(given)]],
  ['is async', async (given) => go(given)],
  ['is async and rejects before', async () => fail()],
  ['is async and rejects after', async (given) => (await go(given), fail())],
  ['is async and rejects with undefined', () => Promise.reject()],
  ['runs it when the call is over', async (given) => (await setImmediate(), go(given))],
  ['never settles', () => new Promise(() => {})],
  [
    'returns a thenable that rejects',
    () => ({ then: (_: unknown, no: (e: Error) => void) => no(new Error()) }),
  ],
];

/** Observers whose hooks all do the same, by the depth at which hooks return further hooks. */
const observersOf = (hook: Hook): readonly object[] => {
  const attempt = { around: hook, joined: hook, response: hook, end: hook };
  return [
    { call: hook },
    { call: () => ({ around: hook, attempt: hook, note: hook, end: hook }) },
    { call: () => ({ attempt: () => attempt }) },
  ];
};

const unhandled = vi.fn();

beforeEach(() => void process.on('unhandledRejection', unhandled));
afterEach(async () => {
  await setImmediate();
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

/** Two calls that share a request, with counting observers around the tested one. */
const calledUnder = async (odd: object, fetch: Fetch) => {
  const seen = recorder();
  const arounds = vi.fn();
  const counting: Observer = {
    call: () => ({
      around: (run) => (arounds('call'), run()),
      attempt: () => ({ around: (send) => (arounds('attempt'), send()) }),
    }),
  };
  const noting = { type: 'mine' };
  const { api } = createTestClient({
    fetch,
    observers: observers(counting, odd as Observer, counting, { ...counting }, seen.observer),
    middleware: [(ctx, next) => (ctx.request.note(noting), next())],
    endpoint: { share: true },
  });
  const results = await Promise.all([api.call(), api.call()]);
  return { results, seen, arounds };
};

describe.each(MANNERS)('a hook that %s', (_manner, hook) => {
  it.each(['on the observer', 'on a call', 'on an attempt'].map((of, at) => [of, at] as const))(
    '%s neither fails nor delays a call, and hides nothing from other observers',
    async (_of, at) => {
      const fetch = stubFetch();
      const { results, seen, arounds } = await calledUnder(observersOf(hook)[at]!, fetch);
      expect(results.map(({ data }) => data)).toEqual([{ n: 1 }, { n: 1 }]);
      expect(fetch).toHaveBeenCalledTimes(1);
      // The observer after it sees everything. The observers around it are called once for each call and attempt.
      expect([seen.ends.length, seen.attemptEnds.length, seen.lines.length]).toEqual([2, 2, 12]);
      const times = (what: string): number => arounds.mock.calls.filter(([each]) => each === what).length;
      expect([times('call'), times('attempt')]).toEqual([4, 2]);
    },
  );

  it('keeps the error of a failed fetch', async () => {
    const thrown = new TypeError('refused');
    for (const odd of observersOf(hook)) {
      const { results, seen } = await calledUnder(odd, stubFetch({ throws: thrown }));
      expect(results.map(({ error }) => error?.body)).toEqual([thrown, thrown]);
      expect(seen.lines.at(-1)).toMatch(/end network$/);
    }
  });
});

describe('around', () => {
  it('of the first observer is outermost, and is called as a method', async () => {
    const lines: string[] = [];
    class Named {
      readonly name: string;

      constructor(name: string) {
        this.name = name;
      }

      around<T>(run: () => T): T {
        lines.push(`${this.name} in`);
        const given = run();
        lines.push(`${this.name} out`);
        return given;
      }
    }
    const named = ['a', 'b'].map((name): Observer => ({ call: () => new Named(name) }));
    await createTestClient({ observers: observers(...named) }).api.call();
    expect(lines).toEqual(['a in', 'b in', 'b out', 'a out']);
  });
});
