import { expect, it } from 'vitest';
import fc from 'fast-check';
import { draws } from '../support/effort.js';
import { anyAsked, type Asked, everyAsked, INCOMPARABLE, wireAlone } from '../support/wire-pairs.js';

/** Makes all calls through a feature that joins equal requests. Returns the responses and the number of requests. */
export type AskAll = (list: readonly Asked[]) => Promise<{ answers: readonly unknown[]; count: number }>;

/** The requests that are sent, with the content that each sends alone. */
const withWires = async (list: readonly Asked[]): Promise<readonly (readonly [Asked, string])[]> => {
  const pairs = await Promise.all(list.map(async (asked) => [asked, await wireAlone(asked)] as const));
  return pairs.filter((pair): pair is [Asked, string] => pair[1] !== null);
};

/** Expects for each call the same response as without the other calls. */
export const expectOwnAnswers = async (askAll: AskAll, list: readonly Asked[]): Promise<void> => {
  const pairs = await withWires(list);
  const { answers } = await askAll(pairs.map(([asked]) => asked));
  const mixed = pairs
    .filter(([, wire], at) => answers[at] !== wire)
    .map(([asked]) => Object.values(asked).join(', '));
  expect(mixed).toEqual([]);
};

/** The contract of caches, shared requests and shared polls: no call gets the response of a different request. */
export const tellsRequestsApart = (askAll: AskAll): void => {
  it('requests that differ in anything on the wire get separate responses', async () => {
    await expectOwnAnswers(askAll, everyAsked);
    await expectOwnAnswers(askAll, [...everyAsked].reverse());
  });

  it('random requests that differ in anything on the wire get separate responses', async () => {
    const list = fc.array(anyAsked, { minLength: 2, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(list, (asked) => expectOwnAnswers(askAll, asked)),
      draws(40, 400),
    );
  });

  it('identical requests are sent once', async () => {
    const pairs = await withWires(everyAsked.filter(({ params }) => !INCOMPARABLE.test(params)));
    const apart: Asked[] = [];
    for (const [asked] of pairs) if ((await askAll([asked, asked])).count > 1) apart.push(asked);
    expect(apart).toEqual([]);
  });
};
