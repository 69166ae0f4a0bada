import { afterEach, beforeEach, describe, it } from 'vitest';
import { poll, type Result } from '../../../lib/index.js';
import { expectOwnAnswers, tellsRequestsApart } from '../../contracts/requests-apart.js';
import { type Asked, change, echoing, everyAsked, partsOf } from '../../support/wire-pairs.js';
import { asReactNative, asServer } from '../../support/polled.js';

beforeEach(asReactNative);
afterEach(asServer);

type Client = ReturnType<typeof echoing>['api'];

/** The first response of a poll. */
const firstOf = (endpoint: Client['get'], asked: Asked): Promise<Result<string>> =>
  new Promise((resolve) => {
    const [params, options] = partsOf(asked);
    const hear = (result: Result<string>): void => {
      // Other callers of a shared poll receive their response in the same macrotask.
      setImmediate(stop);
      resolve(result);
    };
    const stop = poll(endpoint, params, hear, { ...options, every: 60_000 });
    change(asked, params);
  });

/** Starts all polls at once. Returns the first responses and the number of requests. */
const askAll = async (list: readonly Asked[], byHand = false) => {
  const { api, sent } = echoing();
  const hands = new Map<unknown, Client['get']>();
  const results = await Promise.all(
    list.map((asked) => {
      const endpoint = api[asked.endpoint];
      const hand = hands.get(endpoint) ?? (((params, options) => endpoint(params, options)) as Client['get']);
      hands.set(endpoint, hand);
      return firstOf(byHand ? hand : endpoint, asked);
    }),
  );
  return { answers: results.map(({ data }) => data), count: sent.length };
};

describe('polls in a browser', () => {
  tellsRequestsApart((list) => askAll(list));

  it('of hand-written functions also separate different requests', async () => {
    await expectOwnAnswers((list) => askAll(list, true), everyAsked);
  });
});
