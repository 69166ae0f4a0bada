import {
  createApi,
  defineRequest,
  ExponentialBackoff,
  JitteredBackoff,
  type RetryOptions,
  RetryPlugin,
} from 'homing';
import { AttemptTimeoutPlugin, RetryBudget, stack } from 'homing/resilience';

/** How the clients retry: never, three times, or three times while their budget lasts. */
export type Policy = 'none' | 'naive' | 'budget';

const ATTEMPT_TIMEOUT = 500;

const optionsOf: Record<Policy, () => RetryOptions> = {
  none: () => ({ max: 0 }),
  naive: () => ({ max: 3 }),
  budget: () => ({ max: 3, budget: new RetryBudget() }),
};

/** Makes a call that starts in this second. Resolves with true for a success. */
export type Ask = (began: number) => Promise<boolean>;

/**
 * Creates the client of one application, which makes a single kind of call.
 *
 * @param fetch Receives the URL. Its query contains the second in which the call started.
 * @param random Replaces `Math.random`, so a run can be repeated.
 */
export function makeClient(
  policy: Policy,
  fetch: (url: string) => Promise<Response>,
  random: () => number,
): Ask {
  const delay = new JitteredBackoff(new ExponentialBackoff(), random);
  const api = createApi({
    baseUrl: 'https://api.example.com',
    fetch,
    middleware: stack({
      retry: new RetryPlugin({ ...optionsOf[policy](), delay }),
      attemptTimeout: new AttemptTimeoutPlugin(ATTEMPT_TIMEOUT),
    }),
    requests: {
      ask: defineRequest<unknown, { began: number }>()({ method: 'GET', path: '/', responseType: 'none' }),
    },
  });
  return async (began) => (await api.ask({ began })).error === null;
}
