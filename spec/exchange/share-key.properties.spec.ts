import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  anyPair,
  type Asked,
  change,
  echoing,
  INCOMPARABLE,
  partsOf,
  wireAlone,
} from '../support/wire-pairs.js';

/** Calls both at once under `share`; gives the answers and how many requests were sent. */
const askBoth = async (pair: readonly Asked[]) => {
  const { api, sent } = echoing({}, { share: true });
  const results = await Promise.all(
    pair.map((asked) => {
      const [params, options] = partsOf(asked);
      const call = api[asked.endpoint](params, options);
      change(asked, params);
      return call;
    }),
  );
  return { answers: results.map(({ data }) => data), count: sent.length };
};

describe('two requests in flight under share', () => {
  it('that differ in anything on the wire are two, each with its own answer', async () => {
    const property = fc.asyncProperty(anyPair, async (pair) => {
      const wires = await Promise.all(pair.map(wireAlone));
      fc.pre(wires[0] !== wires[1] && !wires.includes(undefined));
      const { answers, count } = await askBoth(pair);
      expect(answers).toEqual(wires);
      expect(count).toBe(2);
    });
    await fc.assert(property, { numRuns: 1000, seed: 1 });
  });

  it('that agree in all are one', async () => {
    const property = fc.asyncProperty(anyPair, async ([asked]) => {
      fc.pre(!INCOMPARABLE.test(asked.params) && (await wireAlone(asked)) !== undefined);
      const { count } = await askBoth([asked, asked]);
      expect(count).toBe(1);
    });
    await fc.assert(property, { numRuns: 300, seed: 1 });
  });
});
