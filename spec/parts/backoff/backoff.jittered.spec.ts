import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { ConstantBackoff, ExponentialBackoff, JitteredBackoff } from '../../../lib/index.js';
import { expectDelays } from '../../support/expect-delays.js';

afterEach(() => void jest.restoreAllMocks());

describe('JitteredBackoff', () => {
  it.each([
    [0, '0 0 0'],
    [0.5, '125 250 500'],
    [0.999, '249.75 499.5 999'],
  ])('waits the random part %d of the delay', (random, line) => {
    expectDelays(new JitteredBackoff(new ExponentialBackoff(), () => random), line);
  });

  it('draws anew for each wait', () => {
    const random = jest.fn<() => number>().mockReturnValueOnce(0.1).mockReturnValueOnce(0.9);
    expectDelays(new JitteredBackoff(new ConstantBackoff(100), random), '10 90');
  });

  it('draws with Math.random, as it is at the time', () => {
    const jittered = new JitteredBackoff(new ConstantBackoff(100));
    jest.spyOn(Math, 'random').mockReturnValue(0.25);
    expectDelays(jittered, '25 25');
  });

  it('spreads the waits evenly over 0 to the delay', () => {
    const steps = Array.from({ length: 1000 }, (_, at) => at / 1000);
    const random = jest.fn<() => number>();
    for (const step of steps) random.mockReturnValueOnce(step);
    const jittered = new JitteredBackoff(new ConstantBackoff(1000), random);
    expect(steps.map(() => Math.round(jittered.delay(1)))).toEqual(steps.map((step) => step * 1000));
  });

  it.each([undefined, null])('draws by Math.random where it is given %p', (random) => {
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    expect(new JitteredBackoff(new ConstantBackoff(80), random).delay(1)).toBe(40);
    jest.restoreAllMocks();
  });
});
