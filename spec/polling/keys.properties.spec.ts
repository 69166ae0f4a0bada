import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { poll, type Result } from '../../lib/index.js';
import {
  anyAsked,
  type Asked,
  change,
  echoing,
  everyAsked,
  INCOMPARABLE,
  partsOf,
  wireAlone,
} from '../support/wire-pairs.js';
import { asReactNative, asServer } from './polled.js';
beforeEach(asReactNative);
afterEach(asServer);

type Client = ReturnType<typeof echoing>['api'];

/** The first answer of a poll. */
const firstOf = (endpoint: Client['get'], asked: Asked): Promise<Result<string>> =>
  new Promise((resolve) => {
    const [params, options] = partsOf(asked);
    const hear = (result: Result<string>): void => {
      // Others that share the poll get their answer in the same macrotask.
      setImmediate(stop);
      resolve(result);
    };
    const stop = poll(endpoint, params, hear, { ...options, every: 60_000 });
    change(asked, params);
  });

/** Polls all of it at once; gives the first answers and how many requests were sent. */
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

/** Those that are sent at all, and what each alone sends. */
const withWires = async (list: readonly Asked[]): Promise<readonly (readonly [Asked, string])[]> => {
  const pairs = await Promise.all(list.map(async (asked) => [asked, await wireAlone(asked)] as const));
  return pairs.filter((pair): pair is [Asked, string] => pair[1] !== null);
};

const expectOwnAnswers = async (list: readonly Asked[], byHand = false): Promise<void> => {
  const pairs = await withWires(list);
  const { answers } = await askAll(
    pairs.map(([asked]) => asked),
    byHand,
  );
  const mixed = pairs
    .filter(([, wire], at) => answers[at] !== wire)
    .map(([asked]) => Object.values(asked).join(', '));
  expect(mixed).toEqual([]);
};

describe('polls in a browser', () => {
  it('that differ in anything on the wire get an answer each', async () => {
    await expectOwnAnswers(everyAsked);
    await expectOwnAnswers([...everyAsked].reverse());
  });

  it('of functions by hand do so too', async () => {
    await expectOwnAnswers(everyAsked, true);
  });

  it('that differ in anything on the wire get an answer each, whatever they are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyAsked, { minLength: 2, maxLength: 40 }), (list) => expectOwnAnswers(list)),
      { numRuns: 40, seed: 1 },
    );
  });

  it('that ask the same thing send one request', async () => {
    const pairs = await withWires(everyAsked.filter(({ params }) => !INCOMPARABLE.test(params)));
    const apart: Asked[] = [];
    for (const [asked] of pairs) if ((await askAll([asked, asked])).count > 1) apart.push(asked);
    expect(apart).toEqual([]);
  });
});
