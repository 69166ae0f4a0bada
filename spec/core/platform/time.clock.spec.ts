import { expect, it } from 'vitest';
import { readDelay } from '../../../lib/core/platform/time.js';

it.each([
  ['undefined', undefined, 7],
  ['NaN', NaN, 7],
  ['0', 0, 0],
  ['a fraction', 0.5, 0.5],
  ['a negative number', -1, 0],
  ['the longest delay of timers', 2 ** 31 - 1, 2 ** 31 - 1],
  ['a longer delay', 2 ** 31, 2 ** 31 - 1],
  ['Infinity', Infinity, 2 ** 31 - 1],
])('readDelay reads %s as a delay', (_, given, delay) => {
  expect(readDelay(given, 7)).toBe(delay);
});
