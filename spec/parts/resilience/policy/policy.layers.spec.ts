import { describe, expect, it } from '@jest/globals';
import { isBreaker, isBulkhead, layersOf } from '../../../../lib/parts/resilience/policy/policy.js';
import { cockatiels } from '../../../support/cockatiels.js';

const policy = (more: object = {}) => ({ execute: () => Promise.resolve(), ...more });

describe.each(cockatiels)(
  'of %s',
  (_, { bulkhead, circuitBreaker, ConsecutiveBreaker, handleAll, noop, wrap }) => {
    const breaker = circuitBreaker(handleAll, { halfOpenAfter: 1, breaker: new ConsecutiveBreaker(1) });
    const places = bulkhead(1);

    it('a wrap() is taken apart, however deep', () => {
      expect(layersOf(wrap(places, wrap(noop, wrap(breaker))))).toEqual([places, noop, breaker]);
    });

    it('breakers and bulkheads are known', () => {
      expect([places, noop, breaker].map(isBreaker)).toEqual([false, false, true]);
      expect([places, noop, breaker].map(isBulkhead)).toEqual([true, false, false]);
    });
  },
);

describe('layersOf()', () => {
  it('leaves a policy alone that has something else by that name', () => {
    const own = policy({ wrapped: true, state: 1, queueSlots: '5' });
    expect(layersOf(own)).toEqual([own]);
    expect([isBreaker(own), isBulkhead(own)]).toEqual([false, false]);
  });

  it.each([
    ['null', null],
    ['a list', []],
    ['a policy whose execute is none', { execute: 1 }],
    ['a wrap() of something else', policy({ wrapped: [{}] })],
    ['a wrap() of nothing', policy({ wrapped: [undefined] })],
  ])('refuses %s', (_, given) => {
    expect(() => layersOf(given)).toThrow('pass an object with execute()');
  });
});
