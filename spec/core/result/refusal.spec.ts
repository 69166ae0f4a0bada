import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { BodyStrategy } from '../../../lib/index.js';
import { post } from '../../support/capture.js';

const unhandled = jest.fn();

beforeEach(() => void process.on('unhandledRejection', unhandled));
afterEach(() => {
  process.off('unhandledRejection', unhandled);
  unhandled.mockClear();
});

const rejecting = (): never => Promise.reject(new Error('later')) as never;

describe('a promise that is refused leaves no rejection unhandled', () => {
  it.each([
    ['stringifyJson', { stringifyJson: rejecting }],
    ['encode', { bodyStrategies: [{ accepts: () => true, encode: rejecting } satisfies BodyStrategy] }],
  ])('where %s gives one', async (_, client) => {
    const { result, sent } = await post('/items', { a: 1 }, { client });
    await new Promise((resolve) => setTimeout(resolve));

    expect([result.error?.kind, sent]).toEqual(['network', []]);
    expect(unhandled).not.toHaveBeenCalled();
  });
});
