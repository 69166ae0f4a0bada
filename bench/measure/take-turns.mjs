import { setImmediate } from 'node:timers/promises';

// 0, n-1, 1, n-2, ...: the rotations of this order put each contender next to every other (a Williams design).
const zigzag = (count) =>
  Array.from({ length: count }, (_, at) => (at % 2 === 0 ? at / 2 : count - (at + 1) / 2));

/** The order of a round. It rotates by one each round, and every second round is reversed. */
const orderOf = (names, round) => {
  const order = zigzag(names.length).map((at) => names[(at + Math.floor(round / 2)) % names.length]);
  return round % 2 === 0 ? order : order.reverse();
};

/**
 * Runs `batch` for every name, in rounds. In each round all contenders take turns, so that other load on the machine
 * affects all of them equally. The order changes from round to round.
 *
 * Doesn't force garbage collections between batches. They would drop compiled code, so the figures would include the
 * compiler.
 *
 * @template T
 * @param {readonly string[]} names
 * @param {{ rounds: number, warmUp: number, batch: (name: string) => Promise<T> }} options
 * @returns {Promise<Record<string, T>[]>} One record per round, without the warm-up rounds.
 */
export const takeTurns = async (names, { rounds, warmUp, batch }) => {
  const taken = [];
  for (let round = -warmUp; round < rounds; round += 1) {
    const figures = {};
    for (const name of orderOf(names, round + warmUp)) {
      // Let pending tasks of the previous contender run first.
      await setImmediate();
      figures[name] = await batch(name);
    }
    if (round >= 0) taken.push(figures);
  }
  return taken;
};
