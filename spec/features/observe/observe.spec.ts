import { describe, expect, it, vi } from 'vitest';
import { createGraphQL, gql, Operation } from '../../../lib/index.js';
import { type ObservedCall, type Observer, observe, observers } from '../../../lib/entries/observe.js';
import { flush } from '../../support/flush.js';
import { heldFetch } from '../../support/held-fetch.js';
import { createTestClient, stubFetch } from '../../support/client.js';
import { recorder } from '../../support/recorder.js';

const NONE: readonly (readonly [unknown, string])[] = [
  [undefined, 'undefined'],
  [null, 'null'],
  [{}, 'an Object'],
  [() => undefined, 'a function'],
  [{ call: 1 }, 'an Object'],
];

/** A client with these observers. */
const watchedBy = (...given: Observer[]) => createTestClient({ observers: observers(...given) }).api;

describe('observers', () => {
  it.each(NONE)('rejects %o with an explanation when the client is created', (given, described) => {
    expect(() => observers(given as Observer)).toThrow(
      new TypeError(`observers: the observer is ${described}: pass an object with a \`call\` method.`),
    );
  });

  it('notifies several observers in their order of every event', async () => {
    const lines: string[] = [];
    const named = (name: string): Observer => {
      const says = (hook: string) => () => void lines.push(`${name} ${hook}`);
      const attempt = { response: says('response'), end: says('attempt end') };
      return {
        call: () => (says('call')(), { attempt: () => (says('attempt')(), attempt), end: says('end') }),
      };
    };
    await watchedBy(named('a'), named('b')).call();
    const hooks = ['call', 'attempt', 'response', 'attempt end', 'end'];
    expect(lines).toEqual(hooks.flatMap((hook) => [`a ${hook}`, `b ${hook}`]));
  });

  it('notifies an observer that is listed twice once', async () => {
    const { observer, lines } = recorder();
    await watchedBy(observer, observer).call();
    expect(lines).toHaveLength(5);
  });

  it('can be passed to several clients', async () => {
    const seen = recorder();
    const shared = observers(seen.observer);
    await createTestClient({ name: 'a', observers: shared }).api.call();
    await createTestClient({ name: 'b', observers: shared }).api.call();
    expect(seen.calls.map(({ client }) => client)).toEqual(['a', 'b']);
  });

  it('lets an observer watch a call without its attempts, or nothing of a call', async () => {
    const ended = vi.fn();
    await watchedBy({ call: () => undefined }, { call: () => ({ end: () => ended() }) }).call();
    expect(ended).toHaveBeenCalledTimes(1);
  });

  it("also watches a client's copies, and their copies", async () => {
    const seen = recorder();
    await watchedBy(seen.observer).withHeaders({ a: '1' }).withHeaders({ b: '2' }).call();
    expect(seen.lines).toHaveLength(5);
  });

  it.each([null, undefined])('can be %o at createApi, or empty', async (none) => {
    expect((await createTestClient({ observers: none as never }).api.call()).error).toBeNull();
    expect((await watchedBy().call()).error).toBeNull();
  });
});

describe('observe', () => {
  it('lets an observer see the calls from now on, until it is detached', async () => {
    const seen = recorder();
    const { api } = createTestClient();
    await api.call();
    const detach = observe(api, seen.observer);
    await api.call();
    detach();
    await api.call();
    expect(seen.lines).toHaveLength(5);
  });

  it('sees the calls of earlier and later copies, and through a copy the calls of all', async () => {
    const seen = recorder();
    const { api } = createTestClient();
    const earlier = api.withHeaders({ a: '1' });
    observe(api, seen.observer);
    await earlier.call();
    await api.withHeaders({ a: '2' }).call();
    const other = recorder();
    observe(earlier, other.observer);
    await api.call();
    expect([seen.calls.length, other.calls.length]).toEqual([3, 1]);
  });

  it("doesn't affect other observers, including the observers of createApi", async () => {
    const [first, second, third] = [recorder(), recorder(), recorder()];
    const api = watchedBy(first.observer);
    const detach = observe(api, second.observer);
    observe(api, third.observer);
    detach();
    detach();
    await api.call();
    expect([first, second, third].map(({ calls }) => calls.length)).toEqual([1, 0, 1]);
  });

  it('notifies in the order of attachment', async () => {
    const lines: string[] = [];
    const named = (name: string): Observer => ({ call: () => void lines.push(name) });
    const api = watchedBy(named('a'));
    observe(api, named('b'));
    observe(api, named('c'));
    await api.call();
    expect(lines).toEqual(['a', 'b', 'c']);
  });

  it('notifies an observer that is attached twice once, until it is detached twice', async () => {
    const seen = recorder();
    const { api } = createTestClient();
    const detach = [observe(api, seen.observer), observe(api, seen.observer)];
    await api.call();
    detach[0]?.();
    detach[0]?.();
    await api.call();
    detach[1]?.();
    await api.call();
    expect(seen.calls).toHaveLength(2);
  });

  it('sees all clients that it is attached to, and can be detached from each', async () => {
    const seen = recorder();
    const [one, other] = [createTestClient().api, createTestClient().api];
    const detach = observe(one, seen.observer);
    observe(other, seen.observer);
    detach();
    await one.call();
    await other.call();
    expect(seen.calls).toHaveLength(1);
  });
});

describe('a running call', () => {
  it('is hidden from an observer that is attached later, and visible to its end for one that is detached', async () => {
    const { fetch, requests } = heldFetch();
    const { api } = createTestClient({ fetch: vi.fn(fetch) });
    const [there, late] = [recorder(), recorder()];
    const detach = observe(api, there.observer);
    const call = api.call();
    observe(api, late.observer);
    detach();
    await flush();
    requests[0]?.answer({});
    await call;
    expect([there.lines.at(-1), late.lines]).toEqual(['1 end ok', []]);
  });

  it('reports its retry() to the observers of that moment, as the retry of an unseen call', async () => {
    const { api } = createTestClient();
    const result = await api.call();
    const seen = recorder();
    observe(api, seen.observer);
    await result.retry();
    expect(seen.calls[0]?.origin).toEqual({ type: 'retry', of: 0 });
  });

  it('can attach and detach observers itself', async () => {
    const { api } = createTestClient();
    const seen = recorder();
    const detach = observe(api, {
      call: () => {
        detach();
        observe(api, seen.observer);
      },
    });
    await api.call();
    expect(seen.calls).toHaveLength(0);
    await api.call();
    expect(seen.calls).toHaveLength(1);
  });
});

describe('a GraphQL client', () => {
  const operation = gql`
    {
      a
    }
  `;
  const entries = { read: new Operation({ operation }) };
  const options = {
    endpoint: 'http://api.test/q',
    fetch: stubFetch({ data: { data: { a: 1 } } }),
    name: 'graph',
  };

  it('is observed if it is flat, by observers and by observe', async () => {
    const [seen, later] = [recorder(), recorder()];
    const client = createGraphQL({ ...options, observers: observers(seen.observer), operations: entries });
    observe(client, later.observer);
    await client.read();
    expect(seen.calls).toMatchObject([{ client: 'graph', name: 'read' }]);
    expect(seen.calls[0]?.request.operation).toContain('a');
    expect([seen.lines.at(-1), later.lines.length]).toEqual(['1 end ok', 5]);
  });

  it('reports kind and name of an operation, and a REST client reports none', async () => {
    const heard: (string | undefined)[] = [];
    const observer = { call: ({ operation }: ObservedCall) => void heard.push(operation) };
    const client = createGraphQL({
      ...options,
      observers: observers(observer),
      queries: entries,
      mutations: entries,
    });
    await client.query.read();
    await client.mutation.read();
    await watchedBy(observer).call();
    expect(heard).toEqual(['query read', 'mutation read', undefined]);
  });

  it('is observed on both sides, with its copies, and a side represents both', async () => {
    const seen = recorder();
    const client = createGraphQL({ ...options, queries: entries, mutations: entries });
    const detach = observe(client, seen.observer);
    await client.query.read();
    await client.withHeaders({ a: '1' }).mutation.read();
    detach();
    observe(client.query, seen.observer);
    await client.mutation.read();
    expect(seen.lines).toHaveLength(15);
  });
});

describe('observe rejects', () => {
  const { observer } = recorder();

  it.each<[string, unknown, string]>([
    ['undefined', undefined, 'undefined'],
    ['null', null, 'null'],
    ['an endpoint function', createTestClient().api.call, 'a function'],
    ['another object', { call: () => undefined }, 'an Object'],
    ['a string', 'client', 'a string'],
  ])('%s, which is not a client', (_what, given, described) => {
    expect(() => observe(given as object, observer)).toThrow(
      new TypeError(`observe got ${described}: pass a client from createApi.`),
    );
  });

  it('an invalid observer', () => {
    expect(() => observe(createTestClient().api, {} as Observer)).toThrow(
      new TypeError('observe: the observer is an Object: pass an object with a `call` method.'),
    );
  });
});
