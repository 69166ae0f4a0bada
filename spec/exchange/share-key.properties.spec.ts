import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
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

/** Asks for all of it at once, under `share`; gives the answers and how many requests were sent. */
const askAll = async (list: readonly Asked[]) => {
  const { api, sent } = echoing({}, { share: true });
  const calls = list.map((asked) => {
    const [params, options] = partsOf(asked);
    const call = api[asked.endpoint](params, options);
    change(asked, params);
    return call;
  });
  const results = await Promise.all(calls);
  return { answers: results.map(({ data }) => data), count: sent.length };
};

/** Those that are sent at all, and what each alone sends. */
const withWires = async (list: readonly Asked[]): Promise<readonly (readonly [Asked, string])[]> => {
  const pairs = await Promise.all(list.map(async (asked) => [asked, await wireAlone(asked)] as const));
  return pairs.filter((pair): pair is [Asked, string] => pair[1] !== null);
};

const expectOwnAnswers = async (list: readonly Asked[]): Promise<void> => {
  const pairs = await withWires(list);
  const { answers } = await askAll(pairs.map(([asked]) => asked));
  const mixed = pairs
    .filter(([, wire], at) => answers[at] !== wire)
    .map(([asked]) => Object.values(asked).join(', '));
  expect(mixed).toEqual([]);
};

describe('requests in flight under share', () => {
  it('that differ in anything on the wire get an answer each', async () => {
    await expectOwnAnswers(everyAsked);
    await expectOwnAnswers([...everyAsked].reverse());
  });

  it('that differ in anything on the wire get an answer each, whatever they are', async () => {
    await fc.assert(fc.asyncProperty(fc.array(anyAsked, { minLength: 2, maxLength: 40 }), expectOwnAnswers), {
      numRuns: 40,
      seed: 1,
    });
  });

  it('that agree in all are one', async () => {
    const pairs = await withWires(everyAsked.filter(({ params }) => !INCOMPARABLE.test(params)));
    const apart: Asked[] = [];
    for (const [asked] of pairs) if ((await askAll([asked, asked])).count > 1) apart.push(asked);
    expect(apart).toEqual([]);
  });
});
