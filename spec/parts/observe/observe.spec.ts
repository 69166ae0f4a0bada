import { describe, expect, it, jest } from '@jest/globals';
import { createGraphQL, gql, Operation } from '../../../lib/index.js';
import { type ObservedCall, type Observer, observe, watch } from '../../../lib/observe.js';
import { answering, oneEndpoint } from '../../support/one-endpoint.js';
import { heldFetch } from '../../support/held-fetch.js';
import { recorder } from '../../support/recorder.js';

describe('observe', () => {
  it('lets an observer see the calls from now on', async () => {
    const seen = recorder();
    const api = oneEndpoint();
    await api.call();
    observe(api, seen.observer);
    await api.call();
    expect(seen.lines).toHaveLength(5);
  });

  it('sees the calls of copies, earlier ones and later ones', async () => {
    const seen = recorder();
    const api = oneEndpoint();
    const earlier = api.withHeaders({ a: '1' });
    observe(api, seen.observer);
    await earlier.call();
    await api.withHeaders({ a: '2' }).call();
    expect(seen.calls).toHaveLength(2);
  });

  it('at a copy sees the calls of the client, and of its other copies', async () => {
    const seen = recorder();
    const api = oneEndpoint();
    observe(api.withHeaders({ a: '1' }), seen.observer);
    await api.call();
    await api.withHeaders({ b: '1' }).call();
    expect(seen.calls).toHaveLength(2);
  });

  it('sees nothing more once it is detached', async () => {
    const seen = recorder();
    const api = oneEndpoint();
    const detach = observe(api, seen.observer);
    detach();
    await api.call();
    expect(seen.lines).toEqual([]);
  });

  it('leaves the others where they are, those of createApi too', async () => {
    const [first, second, third] = [recorder(), recorder(), recorder()];
    const api = oneEndpoint({ client: { watch: watch(first.observer) } });
    const detach = observe(api, second.observer);
    observe(api, third.observer);
    detach();
    detach();
    await api.call();
    expect([first, second, third].map(({ calls }) => calls.length)).toEqual([1, 0, 1]);
  });

  it('tells those that were there first, first', async () => {
    const lines: string[] = [];
    const named = (name: string): Observer => ({ call: () => void lines.push(name) });
    const api = oneEndpoint({ client: { watch: watch(named('a')) } });
    observe(api, named('b'));
    observe(api, named('c'));
    await api.call();
    expect(lines).toEqual(['a', 'b', 'c']);
  });

  it('tells one that is attached twice once, until it is detached as often', async () => {
    const seen = recorder();
    const api = oneEndpoint();
    const detach = [observe(api, seen.observer), observe(api, seen.observer)];
    await api.call();
    detach[0]?.();
    detach[0]?.();
    await api.call();
    detach[1]?.();
    await api.call();
    expect(seen.calls).toHaveLength(2);
  });

  it('sees all clients that it is attached to, and each alone can be left', async () => {
    const seen = recorder();
    const [one, other] = [oneEndpoint(), oneEndpoint()];
    const detach = observe(one, seen.observer);
    observe(other, seen.observer);
    detach();
    await one.call();
    await other.call();
    expect(seen.calls).toHaveLength(1);
  });
});

describe('a call that is under way', () => {
  const held = () => {
    const { fetch, requests } = heldFetch();
    return { requests, api: oneEndpoint({ fetch: jest.fn(fetch) }) };
  };

  it('is not seen by an observer that is attached meanwhile, whatever comes', async () => {
    const { api, requests } = held();
    const call = api.call();
    const seen = recorder();
    observe(api, seen.observer);
    requests[0]?.answer({});
    await call;
    expect(seen.lines).toEqual([]);
  });

  it('is seen to its end by one that is detached meanwhile', async () => {
    const { api, requests } = held();
    const seen = recorder();
    const detach = observe(api, seen.observer);
    const call = api.call();
    detach();
    requests[0]?.answer({});
    await call;
    expect(seen.lines.at(-1)).toBe('1 end ok');
  });

  it('gives its retry() to those who watch when that is called, as one of a call that nobody saw', async () => {
    const api = oneEndpoint();
    const result = await api.call();
    const seen = recorder();
    observe(api, seen.observer);
    await result.retry();
    expect(seen.calls[0]?.origin).toEqual({ type: 'retry', of: 0 });
  });

  it('may attach and detach observers itself', async () => {
    const api = oneEndpoint();
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

describe('observe of a GraphQL client', () => {
  const entries = {
    read: new Operation({
      operation: gql`
        {
          a
        }
      `,
    }),
  };
  const options = { endpoint: 'http://api.test/q', fetch: answering({ data: { a: 1 } }) };

  it('sees a flat one', async () => {
    const seen = recorder();
    const client = createGraphQL({ ...options, operations: entries });
    observe(client, seen.observer);
    await client.read();
    expect(seen.lines).toHaveLength(5);
  });

  it('hears of kind and name of an operation, and of none on REST', async () => {
    const heard: (string | undefined)[] = [];
    const observer = { call: ({ operation }: ObservedCall) => void heard.push(operation) };
    const client = createGraphQL({ ...options, queries: entries, mutations: entries });
    observe(client, observer);
    await client.query.read();
    await client.mutation.read();
    const rest = oneEndpoint();
    observe(rest, observer);
    await rest.call();
    expect(heard).toEqual(['query read', 'mutation read', undefined]);
  });

  it('sees both sides, of its copies too; a side stands for both', async () => {
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

describe('observe refuses', () => {
  const { observer } = recorder();

  it.each<[string, unknown, string]>([
    ['undefined', undefined, 'undefined'],
    ['null', null, 'null'],
    ['an endpoint function', oneEndpoint().call, 'a function'],
    ['an object of somebody else', { call: () => undefined }, 'an Object'],
    ['what inherits from a client', Object.create(oneEndpoint()), 'an Object'],
    ['text', 'client', 'a string'],
  ])('%s, which is no client', (_what, given, described) => {
    expect(() => observe(given as object, observer)).toThrow(TypeError);
    if (!_what.startsWith('what inherits'))
      expect(() => observe(given as object, observer)).toThrow(
        `observe was given ${described}: pass a client that createApi returned.`,
      );
  });

  it('what is no observer', () => {
    expect(() => observe(oneEndpoint(), {} as Observer)).toThrow(
      new TypeError('observe was given an Object as an observer: pass an object with a method `call`.'),
    );
  });
});
