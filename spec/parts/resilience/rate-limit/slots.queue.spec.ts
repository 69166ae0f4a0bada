import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Queue } from '../../../../lib/parts/resilience/rate-limit/slots.js';

describe('Queue', () => {
  it('is a list from whose middle one may leave', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constant('join' as const), fc.nat(30))), (steps) => {
        const queue = new Queue<number>();
        const leaves: (() => void)[] = [];
        let expected: number[] = [];
        for (const step of steps) {
          if (step === 'join') {
            expected.push(leaves.length);
            leaves.push(queue.join(leaves.length));
          } else {
            leaves[step]?.();
            expected = expected.filter((item) => item !== step);
          }
          expect([[...queue], queue.first, queue.size]).toEqual([expected, expected[0], expected.length]);
        }
      }),
    );
  });

  it('lets those leave that are gone through', () => {
    const queue = new Queue<() => void>();
    for (let n = 0; n < 3; n += 1) {
      const leave = queue.join(() => leave());
    }
    for (const leave of queue) leave();
    expect(queue.size).toBe(0);
  });
});
