import { setImmediate } from 'node:timers/promises';

// 0, n-1, 1, n-2, ...: rotated through all places, it puts each one next to every other (a Williams design).
const zigzag = (count) =>
  Array.from({ length: count }, (_, at) => (at % 2 === 0 ? at / 2 : count - (at + 1) / 2));

/** The order of a round: rotated by one from round to round, and turned round every other time. */
const orderOf = (names, round) => {
  const order = zigzag(names.length).map((at) => names[(at + Math.floor(round / 2)) % names.length]);
  return round % 2 === 0 ? order : order.reverse();
};

/**
 * What `batch` measures of everyone, in rounds in which all take turns, so that what the machine does meanwhile hits
 * all alike. The order changes from round to round, so that no one always runs after the same neighbour.
 *
 * No garbage collection is forced between batches: it would drop compiled code, and measure the compiler.
 *
 * @template T
 * @param {readonly string[]} names
 * @param {{ rounds: number, warmUp: number, batch: (name: string) => Promise<T> }} options
 * @returns {Promise<Record<string, T>[]>} One record for each round; those that warmed up are left out.
 */
export const takeTurns = async (names, { rounds, warmUp, batch }) => {
  const taken = [];
  for (let round = -warmUp; round < rounds; round += 1) {
    const figures = {};
    for (const name of orderOf(names, round + warmUp)) {
      // What the one before left for the next turn of the event loop is not this one's.
      await setImmediate();
      figures[name] = await batch(name);
    }
    if (round >= 0) taken.push(figures);
  }
  return taken;
};
