import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import fc from 'fast-check';
import { AuthPlugin, type Credentials } from '../../../lib/entries/auth.js';
import { createApi, pollUntil, Request, type Result, RetryPlugin } from '../../../lib/index.js';
import { RateLimitPlugin } from '../../../lib/entries/resilience.js';
import { jsonResponse } from '../../../lib/entries/testing.js';
import { createTestClient, type Untyped } from '../../support/client.js';
import { draws, effort } from '../../support/effort.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Enough seeds to cover each order of events. */
const MANY = effort(1000, 10_000);

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Returns random integers below a limit, the same sequence for the same seed. */
const randomBy = (seed: number) => {
  let state = seed | 1;
  return (limit: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) | 0;
    return (state >>> 8) % limit;
  };
};

/** A service whose tokens expire. It records what it was sent, and whether a user was signed in at that time. */
class Service {
  readonly #life: number;
  readonly #latency: (name: string) => number;
  /** Counts requests with tokens that expired or were revoked, and requests without a token. */
  ends = 1;
  grants = 0;
  isSignedOut = false;
  /** How often each call was sent. */
  readonly sendings = new Map<string, number>();
  readonly afterClear: string[] = [];
  #current: Credentials | undefined;

  /** @param latency Milliseconds until the service reads a request, by its query. */
  constructor(life: number, latency = (name: string) => name.length % 5) {
    this.#life = life;
    this.#latency = latency;
  }

  readonly grant = async (): Promise<Credentials> => {
    this.grants += 1;
    await later(this.grants % 7);
    const token = `T${String(this.grants)}`;
    this.#current = { token, expiresAt: Date.now() + this.#life };
    setTimeout(() => (this.ends += 1), this.#life);
    return this.#current;
  };

  /** From now on, the service rejects a token that the client still considers valid. */
  revoke(): void {
    if (!this.#current || this.#isOver()) return;
    this.#current = undefined;
    this.ends += 1;
  }

  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const sent = new Headers(init.headers).get('authorization');
    const name = new URL(url).search;
    this.sendings.set(name, (this.sendings.get(name) ?? 0) + 1);
    if (this.isSignedOut) this.afterClear.push(name);
    await later(this.#latency(name));
    const isGood = !this.#isOver() && sent === `Bearer ${this.#current?.token ?? ''}`;
    return isGood ? jsonResponse({ ok: true }) : jsonResponse(null, { status: 401 });
  };

  #isOver(): boolean {
    return (this.#current?.expiresAt ?? 0) <= Date.now();
  }
}

const clientOf = ({ fetch }: Pick<Service, 'fetch'>, auth: AuthPlugin) =>
  createTestClient({ fetch, middleware: [auth] }).api;

/** The event at one moment. */
const event = fc.record({
  at: fc.nat(400),
  what: fc.oneof(
    { weight: 12, arbitrary: fc.constant('call' as const) },
    { weight: 3, arbitrary: fc.constant('abort' as const) },
    { weight: 3, arbitrary: fc.constant('deadline' as const) },
    { weight: 1, arbitrary: fc.constant('revoke' as const) },
    { weight: 1, arbitrary: fc.constant('clear' as const) },
    { weight: 1, arbitrary: fc.constant('set' as const) },
  ),
  wait: fc.nat(30),
});

/** The events for the users of one plugin, and the call at which each happens. */
const turn = fc.record({
  at: fc.nat(400),
  what: fc.oneof(
    { weight: 10, arbitrary: fc.constantFrom('call' as const, 'poll' as const, 'again' as const) },
    { weight: 3, arbitrary: fc.constantFrom('set' as const, 'clear' as const, 'end' as const) },
    { weight: 2, arbitrary: fc.constantFrom('elsewhere' as const, 'expire' as const) },
  ),
});

describe('users who sign in and out (rules.md#credentials)', () => {
  it("never send one user's call with the token of another, in any order of events", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 20, maxLength: 60 }), async (turns) => {
        let users = 0;
        let [isEnding, tokens] = [false, 0];
        const issue = (owner = `U${String((users += 1))}`): Credentials => ({
          token: `${owner} ${String((tokens += 1))}`,
          expiresAt: Date.now() + 60,
          owner,
        });
        let stored: Credentials | undefined = issue();
        let tell = (): void => undefined;
        const lock = Object.assign(<T>(task: () => Promise<T>) => task(), {
          onChange: (task: () => void) => void (tell = task),
        });
        const store = { load: () => stored, save: (given: Credentials | undefined) => void (stored = given) };
        const source = async (stale: Credentials | undefined): Promise<Credentials | null> => {
          await later(tokens % 9);
          if (isEnding || !stale) return null;
          return issue(stale.owner);
        };
        const auth = new AuthPlugin(source, { store, lock, refreshAhead: 20, minInterval: 0 });
        /** For each call, the users whose tokens it was sent with. */
        const sentAs = new Map<string | null, Set<string>>();
        const fetch = async (url: string, init: RequestInit): Promise<Response> => {
          const name = new URL(url).searchParams.get('n');
          const user = new Headers(init.headers).get('authorization')?.split(' ')[1] ?? '';
          sentAs.set(name, (sentAs.get(name) ?? new Set()).add(user));
          await later((tokens + sentAs.size) % 25);
          return jsonResponse(null, { status: [200, 401, 503][(tokens + sentAs.size) % 3]! });
        };
        const api = createApi({
          baseUrl: 'https://api.test',
          fetch,
          middleware: [
            auth,
            new RetryPlugin({ max: 2, baseDelay: 10, jitter: false }),
            new RateLimitPlugin({ concurrency: 3, maxQueue: 1000 }),
          ],
          requests: { read: new Request<Untyped, Untyped>({ method: 'GET', path: '/things' }) },
        });
        const results: Promise<Result<unknown>>[] = [];
        const happens = (what: (typeof turns)[number]['what'], n: number): void => {
          if (what === 'call') results.push(api.read({ n }));
          else if (what === 'again') results.push(api.read({ n }).then(({ retry }) => later(50).then(retry)));
          else if (what === 'poll')
            results.push(pollUntil(api.read, { n }, { every: 20, giveUpAfter: 300, until: () => false }));
          else if (what === 'set') void auth.set(issue());
          else if (what === 'clear') void auth.clear();
          else if (what === 'end') isEnding = !isEnding;
          else if (what === 'expire') tokens += 1;
          else {
            stored = issue();
            tell();
          }
        };
        turns.forEach(({ at, what }, n) => void setTimeout(() => happens(what, n), at));
        await vi.advanceTimersByTimeAsync(60_000);
        expect((await Promise.all(results)).length).toBe(results.length);
        expect([...sentAs].filter(([, by]) => by.size > 1).map(([name, by]) => [name, ...by])).toEqual([]);
        vi.clearAllTimers();
      }),
      draws(30, 60),
    );
  }, 120_000);
});

describe('many calls at once (rules.md#credentials)', () => {
  it('settle in any order: each refresh has a reason, no call is sent more than twice or after clear(), and none rejects', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { minLength: 20, maxLength: 80 }),
        fc.integer({ min: 20, max: 300 }),
        async (events, life) => {
          const service = new Service(life);
          const auth = new AuthPlugin(service.grant, { refreshAhead: 0, minInterval: 0 });
          const api = clientOf(service, auth);
          const calls: Promise<Result<unknown>>[] = [];
          const begin = (n: number, options?: object): void => void calls.push(api.call({ n }, options));
          events.forEach(({ at, what, wait }, n) => {
            setTimeout(() => {
              if (what === 'call') begin(n);
              else if (what === 'deadline') begin(n, { timeout: wait + 1 });
              else if (what === 'abort') {
                const controller = new AbortController();
                begin(n, { signal: controller.signal });
                setTimeout(() => controller.abort(), wait);
              } else if (what === 'revoke') service.revoke();
              else if (what === 'clear') {
                service.isSignedOut = true;
                void auth.clear();
              } else {
                service.isSignedOut = false;
                // The credentials for set() also come from the service.
                service.ends += 1;
                void service
                  .grant()
                  .then((credentials) => (service.isSignedOut ? undefined : auth.set(credentials)));
              }
            }, at);
          });
          await vi.advanceTimersByTimeAsync(2000);
          const results = await Promise.all(calls);
          const ends = service.ends + events.filter(({ what }) => what === 'clear').length;
          expect(service.grants).toBeLessThanOrEqual(ends + 1);
          expect(Math.max(0, ...service.sendings.values())).toBeLessThanOrEqual(2);
          expect(service.afterClear).toEqual([]);
          expect(results.every(({ data, error }) => (error === null) === (data !== null))).toBe(true);
          expect(auth.isRefreshing).toBe(false);
          vi.clearAllTimers();
        },
      ),
      draws(30, 60),
    );
  });

  it("need one refresh for each expiry if there are thousands, and all calls that weren't aborted return data", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.integer({ min: 50, max: 900 }), async (seed, life) => {
        const random = randomBy(seed);
        // No token expires in flight: a call returns the second 401.
        const service = new Service(life, () => 0);
        const grants: { readonly at: number; readonly expiresAt: number }[] = [];
        const source = async (): Promise<Credentials> => {
          const at = Date.now();
          const credentials = await service.grant();
          grants.push({ at, expiresAt: credentials.expiresAt ?? 0 });
          return credentials;
        };
        const auth = new AuthPlugin(source, { refreshAhead: 0 });
        const slow = async (url: string, init: RequestInit): Promise<Response> => {
          const response = await service.fetch(url, init);
          await later(random(30));
          return response;
        };
        const api = clientOf({ fetch: slow }, auth);
        const calls: Promise<Result<unknown>>[] = [];
        let given = 0;
        let last = 0;
        const begin = (n: number): void => {
          const controller = new AbortController();
          const call = api.call({ n }, { signal: controller.signal });
          calls.push(call);
          void call.then(() => (last = Date.now()));
          if (n % 10 > 0) return;
          given += 1;
          setTimeout(() => controller.abort(), random(20));
        };
        for (let n = 0; n < MANY; n += 1) setTimeout(() => begin(n), random(2000));
        await vi.advanceTimersByTimeAsync(4000);
        const results = await Promise.all(calls);
        const early = grants.filter(({ at }, index) => at < (grants[index - 1]?.expiresAt ?? 0));
        const expiries = grants.filter(({ expiresAt }) => expiresAt <= last);
        expect(early).toEqual([]);
        expect(grants.length - expiries.length).toBeLessThanOrEqual(1);
        expect(grants.length).toBe(service.grants);
        expect(Math.max(...service.sendings.values())).toBeLessThanOrEqual(2);
        const failed = results.flatMap(({ error }) => (error ? [error.kind] : []));
        expect(new Set([...failed, 'abort'])).toEqual(new Set(['abort']));
        expect(failed.length).toBeLessThanOrEqual(given);
        vi.clearAllTimers();
      }),
      draws(1, 2),
    );
  }, 120_000);

  it('need one refresh if thousands get a 401 at the same time, and each call is sent twice', async () => {
    const service = new Service(60_000);
    const auth = new AuthPlugin(service.grant);
    await auth.set({ token: 'refused' });
    const api = clientOf(service, auth);
    const calls = Array.from({ length: MANY }, (_, n) => api.call({ n }));
    await vi.advanceTimersByTimeAsync(100);
    const results = await Promise.all(calls);
    expect({ length: results.filter(({ data }) => data).length, grants: service.grants }).toEqual({
      length: MANY,
      grants: 1,
    });
    expect(new Set(service.sendings.values())).toEqual(new Set([2]));
  });
});
