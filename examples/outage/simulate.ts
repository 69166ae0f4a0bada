import { type Ask, makeClient, type Policy } from './clients.js';
import { Server } from './server.js';
import { STEP, VirtualTime } from './virtual-time.js';

/** Seconds of the run, and of the server's trouble in it. */
export const RUN = { troubleBegins: 2, troubleEnds: 32, ends: 40 } as const;

/** Requests a second that the server can do; half of them while it has trouble. */
export const CAPACITY = 1000;

/** Milliseconds in which the last calls come home, while others go on to be made. */
const LAST_CALLS = 1000;

const CLIENTS = 100;
/** Milliseconds between two calls of a client: 8 a second. */
const PERIOD = 125;

/** From this share of successes on a second counts as a good one. */
const GOOD = 0.99;

/** One second of the run. */
export interface Second {
  /** Calls that began in it, and how many of those were a success in the end. */
  calls: number;
  successes: number;
  /** Requests of the calls that began in it, whenever they were sent. */
  requestsOfCalls: number;
  /** Requests that were sent in it. */
  requests: number;
}

/** What came of a run. */
export interface Outcome {
  readonly policy: Policy;
  readonly seconds: readonly Second[];
  /** Requests for each call that began while the server had trouble. */
  readonly requestsPerCall: number;
  /** Seconds from the end of the trouble until all is well again, for good; undefined where it never is. */
  readonly recovery: number | undefined;
}

/** A number from 0 up to 1 each time, always the same ones (mulberry32). */
const seeded = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};

const hasTrouble = (second: number): boolean => second >= RUN.troubleBegins && second < RUN.troubleEnds;

const recoveryOf = (seconds: readonly Second[]): number | undefined => {
  const areGood = seconds.slice(RUN.troubleEnds).map(({ calls, successes }) => successes >= calls * GOOD);
  return areGood.at(-1) ? areGood.lastIndexOf(false) + 1 : undefined;
};

const outcomeOf = (policy: Policy, seconds: readonly Second[]): Outcome => {
  const during = seconds.filter((_, second) => hasTrouble(second));
  const sum = (of: (second: Second) => number): number => during.reduce((total, one) => total + of(one), 0);
  const requestsPerCall = sum(({ requestsOfCalls }) => requestsOfCalls) / sum(({ calls }) => calls);
  return { policy, seconds, requestsPerCall, recovery: recoveryOf(seconds) };
};

const secondOf = ({ now }: VirtualTime): number => Math.floor(now / 1000);

/**
 * 100 clients make 8 calls a second each at a server that can do 1,000 requests a second, and for 30 seconds half of
 * that. The clients are homing's own; the time is not.
 */
export async function simulate(policy: Policy): Promise<Outcome> {
  const time = new VirtualTime();
  const server = new Server();
  const seconds = Array.from({ length: RUN.ends }, (): Second => {
    return { calls: 0, successes: 0, requestsOfCalls: 0, requests: 0 };
  });
  const fetch = (url: string): Promise<Response> => {
    const [, began] = url.split('?began=');
    const own = seconds[Number(began)];
    if (own) own.requestsOfCalls += 1;
    const now = seconds[secondOf(time)];
    if (now) now.requests += 1;
    return server.handle();
  };
  const random = seeded(1);
  const clients = Array.from({ length: CLIENTS }, () => makeClient(policy, fetch, random));
  const call = async (ask: Ask, second: number): Promise<void> => {
    const own = seconds[second];
    if (own) own.calls += 1;
    if ((await ask(second)) && own) own.successes += 1;
  };
  await time.pass(RUN.ends * 1000 + LAST_CALLS, () => {
    const second = secondOf(time);
    server.work(hasTrouble(second) ? CAPACITY / 2 : CAPACITY);
    for (const [number, ask] of clients.entries())
      if ((time.now + number * STEP) % PERIOD === 0) void call(ask, second);
  });
  return outcomeOf(policy, seconds);
}
