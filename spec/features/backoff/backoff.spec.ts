import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type Backoff,
  ConstantBackoff,
  ExponentialBackoff,
  JitteredBackoff,
  LinearBackoff,
} from '../../../lib/index.js';
import { expectDelays } from '../../support/expect-delays.js';

afterEach(() => void vi.restoreAllMocks());

const nothing = null as never;

describe('a backoff', () => {
  it.each<[string, Backoff, string]>([
    ['constant: returns the same time', new ConstantBackoff(40), '40 40 40'],
    ['constant: can be 0', new ConstantBackoff(0), '0 0 0'],
    ['linear: by 250 ms', new LinearBackoff(), '250 500 750 1000'],
    ['linear: up to 30 s', new LinearBackoff({ baseDelay: 12_000 }), '12000 24000 30000 30000'],
    ['linear: to maxDelay', new LinearBackoff({ baseDelay: 10, maxDelay: 25 }), '10 20 25 25'],
    ['linear: stays 0 from 0', new LinearBackoff({ baseDelay: 0 }), '0 0 0'],
    ['linear: uses the default for NaN', new LinearBackoff({ baseDelay: NaN, maxDelay: NaN }), '250 500 750'],
    ['linear: negative is 0', new LinearBackoff({ baseDelay: -1 }), '0 0 0'],
    [
      'exponential: doubles up to 30 s',
      new ExponentialBackoff(),
      '250 500 1000 2000 4000 8000 16000 30000 30000',
    ],
    ['exponential: from baseDelay', new ExponentialBackoff({ baseDelay: 10 }), '10 20 40 80'],
    ['exponential: to maxDelay', new ExponentialBackoff({ maxDelay: 600 }), '250 500 600 600'],
    ['exponential: stays 0 from 0', new ExponentialBackoff({ baseDelay: 0 }), '0 0 0'],
    [
      'exponential: uses the default for undefined',
      new ExponentialBackoff({ baseDelay: undefined, maxDelay: undefined }),
      '250 500',
    ],
    [
      'exponential: uses the default for null, and not 0',
      new ExponentialBackoff({ baseDelay: nothing, maxDelay: nothing }),
      '250 500 1000',
    ],
    [
      'exponential: uses the default for NaN',
      new ExponentialBackoff({ baseDelay: NaN, maxDelay: NaN }),
      '250 500 1000',
    ],
    ['exponential: negative is 0', new ExponentialBackoff({ maxDelay: -1 }), '0 0 0'],
  ])('is %s', (_, backoff, line) => {
    expectDelays(backoff, line);
  });
});

describe('JitteredBackoff', () => {
  it.each([
    [0, '0 0 0'],
    [0.5, '125 250 500'],
    [0.999, '249.75 499.5 999'],
  ])('waits the random part %d of the delay', (random, line) => {
    expectDelays(new JitteredBackoff(new ExponentialBackoff(), () => random), line);
  });

  it('draws a new time for each wait, evenly from 0 to the delay', () => {
    const steps = Array.from({ length: 1000 }, (_, at) => at / 1000);
    let drawn = 0;
    const jittered = new JitteredBackoff(new ConstantBackoff(1000), () => steps[drawn++]!);
    expect(steps.map(() => Math.round(jittered.delay(1)))).toEqual(steps.map((step) => step * 1000));
  });

  it.each([undefined, null])(
    'draws with the Math.random of that moment if its random function is %o',
    (random) => {
      const jittered = new JitteredBackoff(new ConstantBackoff(100), random);
      vi.spyOn(Math, 'random').mockReturnValue(0.25);
      expectDelays(jittered, '25 25');
    },
  );
});
