import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cacheMiddleware } from '../../lib/index.js';
import {
  anyPair,
  type Asked,
  change,
  echoing,
  INCOMPARABLE,
  partsOf,
  wireAlone,
} from '../support/wire-pairs.js';

/** Calls both, one after the other, over one cache; gives the answers and how many requests were sent. */
const askBoth = async (pair: readonly Asked[]) => {
  const { api, sent } = echoing({ middleware: [cacheMiddleware()] });
  const answers: unknown[] = [];
  for (const asked of pair) {
    const [params, options] = partsOf(asked);
    const call = api[asked.endpoint](params, options);
    change(asked, params);
    answers.push((await call).data);
  }
  return { answers, count: sent.length };
};

describe('one cache, two requests', () => {
  it('that differ in anything on the wire: each gets its own answer', async () => {
    const property = fc.asyncProperty(anyPair, async (pair) => {
      const wires = await Promise.all(pair.map(wireAlone));
      fc.pre(wires[0] !== wires[1] && !wires.includes(undefined));
      const { answers } = await askBoth(pair);
      expect(answers).toEqual(wires);
    });
    await fc.assert(property, { numRuns: 1500, seed: 1 });
  });

  it('that agree in all are sent once', async () => {
    const property = fc.asyncProperty(anyPair, async ([asked]) => {
      fc.pre(!INCOMPARABLE.test(asked.params) && (await wireAlone(asked)) !== undefined);
      const { answers, count } = await askBoth([asked, asked]);
      expect(count).toBe(1);
      expect(answers[0]).toBe(answers[1]);
    });
    await fc.assert(property, { numRuns: 300, seed: 1 });
  });
});
