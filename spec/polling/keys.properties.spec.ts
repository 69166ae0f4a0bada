import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { poll, type Result } from '../../lib/index.js';
import {
  anyPair,
  type Asked,
  change,
  echoing,
  INCOMPARABLE,
  partsOf,
  wireAlone,
} from '../support/wire-pairs.js';
import { asReactNative, asServer } from './polled.js';

beforeEach(asReactNative);
afterEach(asServer);

/** Polls both at once until each has an answer; gives the answers and how many requests were sent. */
const pollBoth = async (pair: readonly Asked[]) => {
  const { api, sent } = echoing();
  const results = await Promise.all(
    pair.map((asked) => {
      const [params, options] = partsOf(asked);
      const first = new Promise<Result<string>>((resolve) => {
        const stop = poll(
          api[asked.endpoint],
          params,
          (result) => {
            // The second caller may get its answer a microtask later.
            setImmediate(stop);
            resolve(result);
          },
          { ...options, every: 60_000 },
        );
      });
      change(asked, params);
      return first;
    }),
  );
  return { answers: results.map(({ data }) => data), count: sent.length };
};

describe('two polls in a browser', () => {
  it('whose requests differ in anything on the wire get an answer each', async () => {
    const property = fc.asyncProperty(anyPair, async (pair) => {
      const wires = await Promise.all(pair.map(wireAlone));
      fc.pre(wires[0] !== wires[1] && !wires.includes(undefined));
      const { answers } = await pollBoth(pair);
      expect(answers).toEqual(wires);
    });
    await fc.assert(property, { numRuns: 1000, seed: 1 });
  });

  it('that ask the same thing send one request', async () => {
    const property = fc.asyncProperty(anyPair, async ([asked]) => {
      fc.pre(!INCOMPARABLE.test(asked.params) && (await wireAlone(asked)) !== undefined);
      const { count } = await pollBoth([asked, asked]);
      expect(count).toBe(1);
    });
    await fc.assert(property, { numRuns: 300, seed: 1 });
  });
});
