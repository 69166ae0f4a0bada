import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { type HttpCacheStore, recordStore } from '../../lib/entries/http-cache.js';
import { draws } from '../support/effort.js';
import { flush } from '../support/flush.js';
import { cached } from '../support/http-cached.js';
import { faulty, MapStore } from '../support/http-stores.js';
import { ManualClock } from '../support/manual-clock.js';

/** How a store fails, chosen at random for each operation. */
type Fault = 'none' | 'reject' | 'hang' | 'flip' | 'swap' | 'lose';

const FAULTS: readonly Fault[] = ['none', 'none', 'reject', 'hang', 'flip', 'swap', 'swap', 'swap', 'lose'];

/** A store that fails in these ways, in turn. */
const failing = (faults: readonly Fault[]): HttpCacheStore => {
  const map = new MapStore();
  const before: Uint8Array[] = [];
  let asked = 0;
  const next = (): Fault => faults[asked++ % faults.length] ?? 'none';
  const spoilt = (value: Uint8Array | undefined, fault: Fault): Uint8Array | undefined => {
    if (fault === 'lose') return undefined;
    // Stamps are short. With swapped stamps, nothing would be found.
    if (fault === 'swap')
      return value && value.byteLength > 100 ? (before.at(-asked % before.length) ?? value) : value;
    return fault === 'flip'
      ? value?.map((byte, index) => (index === value.length >> 1 ? byte ^ 1 : byte))
      : value;
  };
  const under = async <T>(fault: Fault, task: () => Promise<T>): Promise<T> => {
    if (fault === 'reject') throw new Error('ECONNRESET');
    return fault === 'hang' ? new Promise<T>(() => undefined) : task();
  };
  return faulty(map, {
    get: (keys) => {
      const fault = next();
      return under(fault, async () => (await map.get(keys)).map((value) => spoilt(value, fault)));
    },
    set: (key, record, ttl) => {
      if (record.byteLength > 100) before.push(record);
      return under(next(), () => map.set(key, record, ttl));
    },
    acquireLease: (key, token, ms) => under(next(), () => map.acquireLease(key, token, ms)),
  });
};

const WAYS = ['authorization', 'cookie', 'x-auth-token', 'x-api-key', 'session-id', 'identity'] as const;

/** The response headers of a server, including headers that are unwise for a response to one user. */
const answerHeaders = fc.record(
  {
    'cache-control': fc
      .subarray([
        'public',
        'private',
        'max-age=60',
        's-maxage=60',
        'no-cache',
        'must-revalidate',
        'immutable',
        'stale-while-revalidate=60',
        'stale-if-error=60',
        'no-store',
      ])
      .map((directives) => directives.join(', ')),
    vary: fc.constantFrom('accept', 'authorization', 'x-other', 'accept-encoding'),
    etag: fc.constantFrom('"same"', 'W/"same"'),
    'set-cookie': fc.constant('session=x'),
    'last-modified': fc.constant('Sun, 06 Nov 1994 08:49:37 GMT'),
  },
  { requiredKeys: [] },
);

const step = fc.record({
  user: fc.constantFrom('a', 'b'),
  process: fc.constantFrom(0, 1),
  cache: fc.constantFrom('default', 'no-cache', 'reload', 'force-cache', 'only-if-cached'),
  asked: fc.constantFrom(
    {},
    { accept: 'x' },
    { 'cache-control': 'max-stale' },
    { 'if-none-match': '"same"' },
  ),
  later: fc.constantFrom(0, 0, 30, 90),
  together: fc.boolean(),
  status: fc.constantFrom(200, 200, 200, 404, 503),
});

const scenario = fc.record({
  way: fc.constantFrom(...WAYS),
  faults: fc.array(fc.constantFrom(...FAULTS), { minLength: 1, maxLength: 12 }),
  headers: answerHeaders,
  hasSecret: fc.boolean(),
  steps: fc.array(step, { minLength: 2, maxLength: 10 }),
});

type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never;

/** All bodies that a user got and that belong to another user. */
async function crossed({ way, faults, headers, hasSecret, steps }: Scenario): Promise<string[]> {
  let status = 200;
  const fetch = async (_url: string, init: RequestInit): Promise<Response> => {
    const sent = new Headers(init.headers);
    const user = sent.get(way === 'identity' ? 'x-user' : way) ?? 'nobody';
    await Promise.resolve();
    const isKnown = sent.get('if-none-match') !== null && status === 200;
    return new Response(isKnown ? null : `of ${user}`, { status: isKnown ? 304 : status, headers });
  };
  const clock = new ManualClock();
  const store = recordStore(failing(faults));
  const identity = way === 'identity' && {
    identity: (ctx: { request: { getHeader(name: string): string | undefined } }) =>
      ctx.request.getHeader('x-user'),
  };
  const processes = [0, 1].map(() =>
    cached({
      store,
      clock,
      from: { fetch, seen: [] },
      client: { fetch: undefined },
      ...(hasSecret && { secret: 'a secret of some length' }),
      ...identity,
    }),
  );
  const platforms = globalThis.fetch;
  globalThis.fetch = fetch as typeof globalThis.fetch;
  const ticking = setInterval(() => clock.move(60), 0);
  const wrong: string[] = [];
  const running: Promise<void>[] = [];
  try {
    for (const { user, process, cache, asked, later, together, status: next } of steps) {
      clock.move(later * 1000);
      status = next;
      const name = way === 'identity' ? 'x-user' : way;
      const run = processes[process]!.get({
        headers: { ...asked, [name]: user },
        fetchOptions: { cache: cache as RequestCache },
      }).then(({ data }) => {
        if (typeof data === 'string' && data !== `of ${user}`) wrong.push(`${user} got "${data}"`);
      });
      running.push(run);
      if (!together) await run;
      await flush();
    }
    await Promise.all(running);
  } finally {
    clearInterval(ticking);
    globalThis.fetch = platforms;
  }
  return wrong;
}

describe('an HTTP cache of two users with random headers and a failing store (trap 17, trap 18)', () => {
  it('never serves the response of one user to the other user', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async (given) => {
        expect(await crossed(given)).toEqual([]);
      }),
      draws(200, 5000),
    );
  });
});
