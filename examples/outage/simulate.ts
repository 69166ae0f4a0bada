import { type Ask, makeClient, type Policy } from './clients.js';
import { Server } from './server.js';
import { STEP, VirtualTime } from './virtual-time.js';

/** The length of the run, and the start and end of the outage, in seconds. */
export const RUN = { troubleBegins: 2, troubleEnds: 32, ends: 40 } as const;

/** Requests per second that the server can process. The outage halves this number. */
export const CAPACITY = 1000;

/** Milliseconds after the run in which the last calls complete, while the clients still make calls. */
const LAST_CALLS = 1000;

const CLIENTS = 100;
/** Milliseconds between two calls of a client: 8 per second. */
const PERIOD = 125;

/** The share of successes from which a second counts as good. */
const GOOD = 0.99;

/** One second of the run. */
export interface Second {
  /** Calls that started in this second, and how many of them succeeded. */
  calls: number;
  successes: number;
  /** Requests of the calls that started in this second, whenever they were sent. */
  requestsOfCalls: number;
  /** Requests sent in this second. */
  requests: number;
}

/** The result of a run. */
export interface Outcome {
  readonly policy: Policy;
  readonly seconds: readonly Second[];
  /** Requests per call, for the calls that started during the outage. */
  readonly requestsPerCall: number;
  /** Seconds from the end of the outage until all later seconds are good; undefined if the server never recovers. */
  readonly recovery: number | undefined;
}

/** A random number generator with a fixed sequence (mulberry32). Each number is at least 0 and below 1. */
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
 * 100 clients make 8 calls per second each. The server processes 1,000 requests per second, but only half as many for
 * 30 seconds. The clients are real homing clients. The time is simulated.
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
