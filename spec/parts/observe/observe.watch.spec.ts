import { describe, expect, it } from '@jest/globals';
import { createGraphQL, gql, Operation } from '../../../lib/index.js';
import { type Observer, watch } from '../../../lib/observe.js';
import { answering, oneEndpoint } from '../../support/one-endpoint.js';
import { recorder } from '../../support/recorder.js';

const NONE: readonly (readonly [unknown, string])[] = [
  [undefined, 'undefined'],
  [null, 'null'],
  [{}, 'an Object'],
  [() => undefined, 'a function'],
  [{ call: 1 }, 'an Object'],
];

describe('watch', () => {
  it.each(NONE)('refuses %p with a sentence, when the client is made', (given, described) => {
    expect(() => watch(given as Observer)).toThrow(
      new TypeError(`watch was given ${described} as an observer: pass an object with a method \`call\`.`),
    );
  });

  it('tells several observers in their order, each of everything', async () => {
    const lines: string[] = [];
    const named = (name: string): Observer => ({
      call: () => {
        lines.push(`${name} call`);
        return {
          attempt: () => {
            lines.push(`${name} attempt`);
            return {
              response: () => void lines.push(`${name} response`),
              end: () => void lines.push(`${name} attempt end`),
            };
          },
          end: () => void lines.push(`${name} end`),
        };
      },
    });
    await oneEndpoint({ client: { watch: watch(named('a'), named('b')) } }).call();
    const hooks = ['call', 'attempt', 'response', 'attempt end', 'end'];
    expect(lines).toEqual(hooks.flatMap((hook) => [`a ${hook}`, `b ${hook}`]));
  });

  it('tells one that is named twice once', async () => {
    const { observer, lines } = recorder();
    await oneEndpoint({ client: { watch: watch(observer, observer) } }).call();
    expect(lines).toHaveLength(5);
  });

  it('may be given to several clients', async () => {
    const seen = recorder();
    const shared = watch(seen.observer);
    await oneEndpoint({ client: { name: 'a', watch: shared } }).call();
    await oneEndpoint({ client: { name: 'b', watch: shared } }).call();
    expect(seen.calls.map(({ client }) => client)).toEqual(['a', 'b']);
  });

  it('lets one see a call and not its attempts, and nothing of a call', async () => {
    const seen = recorder();
    const few: Observer = {
      call: ({ name }) => (name === 'call' ? { end: () => void seen.lines.push('few end') } : undefined),
    };
    await oneEndpoint({ client: { watch: watch({ call: () => undefined }, few) } }).call();
    expect(seen.lines).toEqual(['few end']);
  });

  it("sees a client's copies, and their copies", async () => {
    const seen = recorder();
    const api = oneEndpoint({ client: { watch: watch(seen.observer) } });
    await api.withHeaders({ a: '1' }).withHeaders({ b: '2' }).call();
    expect(seen.lines).toHaveLength(5);
  });
});

describe('watch of createGraphQL', () => {
  const operation = gql`
    {
      a
    }
  `;
  const entries = { read: new Operation({ operation }) };
  const setup = () => {
    const seen = recorder();
    const fetch = answering({ data: { a: 1 } });
    return {
      seen,
      options: { endpoint: 'http://api.test/q', fetch, name: 'graph', watch: watch(seen.observer) },
    };
  };

  it('sees the calls of a flat client', async () => {
    const { seen, options } = setup();
    await createGraphQL({ ...options, operations: entries }).read();
    expect(seen.calls).toMatchObject([{ client: 'graph', name: 'read' }]);
    expect(seen.calls[0]?.request.operation).toContain('a');
    expect(seen.lines.at(-1)).toBe('1 end ok');
  });

  it('sees both sides', async () => {
    const { seen, options } = setup();
    const client = createGraphQL({ ...options, queries: entries, mutations: entries });
    await client.query.read();
    await client.mutation.read();
    expect(seen.lines).toHaveLength(10);
  });
});

describe('createApi and createGraphQL', () => {
  it('take null and undefined for nobody', async () => {
    for (const none of [null, undefined])
      expect((await oneEndpoint({ client: { watch: none as never } }).call()).error).toBeNull();
  });
});
