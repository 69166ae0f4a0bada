/**
 * A number from `least` up to `most`, evenly spread.
 *
 * @param random Gives a number from 0 up to 1. By default `Math.random`, as it is at the time.
 */
export const randomBetween = (
  least: number,
  most: number,
  random: () => number = () => Math.random(),
): number => least + random() * (most - least);
